// The columns of the table of work orders.
import { longDate } from "~/lib/dates";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import type { Columns } from "../../any-record/record-table";
import { useBeside } from "../../list/beside";
import { useNames } from "../../staff/queries";
import { asides, orderDetails } from "./details";
import { orderPriorities, orderStatuses, type WorkOrder } from "./work-order";

/** How far it is, and why nobody works on it where that is so. */
function State({ order: { id, status } }: { order: WorkOrder }) {
  const { aside, reason } = useBeside(orderDetails, id) ?? {};
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap gap-1.5">
        <LookBadge looks={orderStatuses} value={status} />
        {aside && <LookBadge looks={asides} value={aside} />}
      </span>
      {aside && reason && <span className="line-clamp-1 max-w-56 break-all text-muted text-tiny">{reason}</span>}
    </span>
  );
}

function Ago({ at }: { at: string }) {
  return <Moment at={at}>{useClock().ago(at)}</Moment>;
}

function Person({ id }: { id: string | null }) {
  return useNames()(id);
}

export const orderColumns: Columns<WorkOrder> = {
  label: "Work orders",
  called: ({ title }) => title,
  title: { name: "Title", cell: ({ title }) => title, className: "min-w-56 max-w-104 font-semibold" },
  others: [
    { key: "status", name: "Status", cell: (order) => <State order={order} />, className: "min-w-52" },
    {
      key: "priority",
      name: "Priority",
      sort: "-priority",
      cell: ({ priority }) => <LookBadge looks={orderPriorities} value={priority} />,
    },
    {
      key: "scheduled",
      name: "Scheduled",
      sort: "scheduled",
      cell: ({ scheduledDate }) => (scheduledDate ? longDate(scheduledDate) : "Not scheduled"),
      className: "whitespace-nowrap tabular-nums",
    },
    {
      key: "assigned",
      name: "Assigned",
      extra: true,
      cell: ({ assignedTo }) => <Person id={assignedTo} />,
      className: "whitespace-nowrap",
    },
    {
      key: "created",
      name: "Created",
      sort: "-created",
      cell: ({ createdAt }) => <Ago at={createdAt} />,
      className: "whitespace-nowrap text-muted",
    },
    {
      key: "completed",
      name: "Completed",
      extra: true,
      cell: ({ completedDate }) => completedDate && <Ago at={completedDate} />,
      className: "whitespace-nowrap text-muted",
    },
  ],
};
