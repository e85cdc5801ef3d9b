// The table of work orders.
import { memo } from "react";
import { longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import { useBeside } from "../../list/beside";
import { type Columns, RecordTable, TableSkeleton } from "../../records/record-table";
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

const columns: Columns<WorkOrder> = {
  label: "Work orders",
  title: { name: "Title", cell: ({ title }) => title, className: "min-w-56 max-w-104 font-semibold" },
  others: [
    { name: "Status", cell: (order) => <State order={order} />, className: "min-w-52" },
    { name: "Priority", cell: ({ priority }) => <LookBadge looks={orderPriorities} value={priority} /> },
    {
      name: "Scheduled",
      cell: ({ scheduledDate }) => (scheduledDate ? longDate(scheduledDate) : "Not scheduled"),
      className: "whitespace-nowrap tabular-nums",
    },
    {
      name: "Created",
      cell: ({ createdAt }) => <Ago at={createdAt} />,
      className: "whitespace-nowrap text-muted",
    },
  ],
};

interface WorkOrderTableProps {
  pages: WorkOrder[][];
  onView: (id: string) => void;
}

export const WorkOrderTable = memo(function WorkOrderTable({ pages, onView }: WorkOrderTableProps) {
  return (
    <RecordTable
      columns={columns}
      pages={pages}
      act={({ id, title }) => (
        <Button
          variant="outline"
          size="small"
          className="max-sm:min-h-12 max-sm:w-full max-sm:text-base"
          aria-label={`View ${title}`}
          onClick={() => onView(id)}
        >
          View
        </Button>
      )}
    />
  );
});

export const WorkOrderSkeleton = () => <TableSkeleton columns={columns} />;
