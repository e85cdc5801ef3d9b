// The columns of the table of tickets.
import { LookBadge } from "~/ui/look-badge";
import type { Columns } from "../../any-record/record-table";
import { Day } from "../../list/details";
import { useEmails } from "../../staff/queries";
import { type Ticket, ticketCategories, ticketPriorities, ticketStatuses } from "./ticket";

function Person({ id }: { id: string | null }) {
  return useEmails()(id);
}

export const ticketColumns: Columns<Ticket> = {
  label: "Support tickets",
  called: ({ subject }) => subject,
  title: { name: "Subject", cell: ({ subject }) => subject, className: "min-w-56 max-w-104 break-words font-semibold" },
  others: [
    { key: "status", name: "Status", cell: ({ status }) => <LookBadge looks={ticketStatuses} value={status} /> },
    {
      key: "priority",
      name: "Priority",
      sort: "-priority",
      cell: ({ priority }) => <LookBadge looks={ticketPriorities} value={priority} />,
    },
    {
      key: "category",
      name: "Category",
      cell: ({ category }) => <LookBadge looks={ticketCategories} value={category} />,
    },
    { key: "assigned", name: "Assigned", cell: ({ assignedTo }) => <Person id={assignedTo} /> },
    { key: "author", name: "Created by", extra: true, cell: ({ createdBy }) => <Person id={createdBy} /> },
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
    {
      key: "resolved",
      name: "Resolved",
      extra: true,
      cell: ({ resolvedAt }) => resolvedAt && <Day value={resolvedAt} />,
      className: "whitespace-nowrap",
    },
  ],
};
