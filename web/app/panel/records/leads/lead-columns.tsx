// The columns of the table of leads.
import { LookBadge } from "~/ui/look-badge";
import { useDue } from "../../any-record/next-step";
import type { Columns } from "../../any-record/record-table";
import { Shown } from "../../any-record/shown";
import { useBeside } from "../../list/beside";
import { MailLink, PhoneLink } from "../../list/contact";
import { Day } from "../../list/details";
import { RecordLink } from "../../list/record-link";
import { useNames } from "../../staff/queries";
import { type Lead, type LeadDetails, leadDetails, leadStatuses } from "./lead";
import { LeadValue } from "./value";

function Value({ lead }: { lead: Lead }) {
  return <LeadValue lead={lead} details={useBeside(leadDetails, lead.id)} />;
}

function Due({ step }: { step: NonNullable<LeadDetails["nextStep"]> }) {
  const { late, text } = useDue(step);
  return <span className={late ? "text-danger" : "text-muted"}>{text}</span>;
}

function Step({ id }: { id: string }) {
  const step = useBeside(leadDetails, id)?.nextStep;
  return (
    step && (
      <span className="grid text-tiny">
        <span className="line-clamp-1 font-semibold text-small">{step.words}</span>
        <Due step={step} />
      </span>
    )
  );
}

function Person({ id }: { id: string | null }) {
  return useNames()(id);
}

export const leadColumns: Columns<Lead> = {
  label: "Leads",
  called: ({ name }) => name,
  title: {
    name: "Name",
    sort: "name",
    cell: ({ id, name }) => (
      <RecordLink kind="lead" id={id}>
        {name}
      </RecordLink>
    ),
    className: "min-w-44 max-w-80 break-words font-semibold",
  },
  others: [
    { key: "status", name: "Status", cell: ({ status }) => <LookBadge looks={leadStatuses} value={status} /> },
    {
      key: "value",
      name: "Value",
      sort: "-value",
      cell: (lead) => <Value lead={lead} />,
      className: "whitespace-nowrap",
    },
    {
      key: "assigned",
      name: "Assigned",
      cell: ({ assignedTo }) => <Person id={assignedTo} />,
      className: "whitespace-nowrap",
    },
    { key: "step", name: "Next step", cell: ({ id }) => <Step id={id} />, className: "min-w-40 max-w-64" },
    {
      key: "phone",
      name: "Phone",
      cell: ({ phone }) => phone && <PhoneLink phone={phone} />,
      className: "whitespace-nowrap",
    },
    { key: "email", name: "Email", extra: true, cell: ({ email }) => <MailLink email={email} /> },
    { key: "address", name: "Address", extra: true, cell: ({ address }) => address, className: "min-w-44" },
    {
      key: "source",
      name: "Source",
      extra: true,
      cell: ({ source }) => source && <Shown field="source" value={source} />,
    },
    {
      key: "created",
      name: "Created",
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
