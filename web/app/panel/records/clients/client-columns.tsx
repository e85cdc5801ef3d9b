// The columns of the table of clients.
import { LookBadge } from "~/ui/look-badge";
import type { Columns } from "../../any-record/record-table";
import { MailLink, PhoneLink } from "../../list/contact";
import { Day } from "../../list/details";
import { RecordLink } from "../../list/record-link";
import { type Client, clientStatuses } from "./client";

export const clientColumns: Columns<Client> = {
  label: "Clients",
  called: ({ name }) => name,
  title: {
    name: "Name",
    sort: "name",
    cell: ({ id, name }) => (
      <RecordLink kind="client" id={id}>
        {name}
      </RecordLink>
    ),
    className: "min-w-44 max-w-80 break-words font-semibold",
  },
  others: [
    { key: "status", name: "Status", cell: ({ status }) => <LookBadge looks={clientStatuses} value={status} /> },
    {
      key: "phone",
      name: "Phone",
      cell: ({ phone }) => phone && <PhoneLink phone={phone} />,
      className: "whitespace-nowrap",
    },
    { key: "email", name: "Email", cell: ({ email }) => <MailLink email={email} /> },
    { key: "address", name: "Address", cell: ({ address }) => address, className: "min-w-44" },
    {
      key: "created",
      name: "Client since",
      sort: "-created",
      cell: ({ createdAt }) => <Day value={createdAt} />,
      className: "whitespace-nowrap",
    },
    {
      key: "updated",
      name: "Updated",
      extra: true,
      cell: ({ updatedAt }) => <Day value={updatedAt} />,
      className: "whitespace-nowrap",
    },
  ],
};
