// The table of work orders; on a narrow screen a list of cards that keeps the names of the columns.
import { memo, type ReactNode } from "react";
import { longDate, relativeTime } from "~/lib/dates";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { Detail, Details } from "../../list/details";
import { Chunks } from "../../list/list-body";
import { BranchDetail, BranchLine } from "../../staff/branch";
import { PriorityBadge, StatusBadge } from "./badges";
import type { WorkOrder } from "./queries";

const COLUMNS = ["Title", "Status", "Priority", "Scheduled", "Created", "Actions"];

const scheduled = ({ scheduledDate }: WorkOrder) => (scheduledDate ? longDate(scheduledDate) : "Not scheduled");

function Created({ at }: { at: string }) {
  return <Moment at={at}>{relativeTime(at)}</Moment>;
}

function ViewButton({ order, onView }: { order: WorkOrder; onView: (id: string) => void }) {
  return (
    <Button variant="outline" size="small" aria-label={`View ${order.title}`} onClick={() => onView(order.id)}>
      View
    </Button>
  );
}

interface WorkOrderTableProps {
  pages: WorkOrder[][];
  onView: (id: string) => void;
}

const head = COLUMNS.map((name) => <HeadCell key={name}>{name}</HeadCell>);

function WideTable({ pages, onView }: WorkOrderTableProps) {
  return (
    <Table label="Work orders" head={head}>
      <Chunks pages={pages} as="tbody">
        {(orders) =>
          orders.map((order) => (
            <Row key={order.id}>
              <Cell className="min-w-56 max-w-104 font-semibold">
                {order.title}
                <BranchLine id={order.branchId} />
              </Cell>
              <Cell>
                <StatusBadge status={order.status} />
              </Cell>
              <Cell>
                <PriorityBadge priority={order.priority} />
              </Cell>
              <Cell className="whitespace-nowrap tabular-nums">{scheduled(order)}</Cell>
              <Cell className="whitespace-nowrap text-muted">
                <Created at={order.createdAt} />
              </Cell>
              <Cell>
                <ViewButton order={order} onView={onView} />
              </Cell>
            </Row>
          ))
        }
      </Chunks>
    </Table>
  );
}

function NarrowList({ pages, onView }: WorkOrderTableProps) {
  return (
    <Chunks pages={pages}>
      {(orders) => (
        <ul className="mb-3 grid gap-3">
          {orders.map((order) => (
            <li key={order.id}>
              <Card className="grid gap-3 p-4">
                <h2 className="break-words font-sans font-semibold text-base leading-snug">{order.title}</h2>
                <Details>
                  <Detail term="Status">
                    <StatusBadge status={order.status} />
                  </Detail>
                  <Detail term="Priority">
                    <PriorityBadge priority={order.priority} />
                  </Detail>
                  <Detail term="Scheduled">{scheduled(order)}</Detail>
                  <BranchDetail id={order.branchId} />
                  <Detail term="Created">
                    <Created at={order.createdAt} />
                  </Detail>
                </Details>
                <Button className="min-h-12 w-full" variant="outline" onClick={() => onView(order.id)}>
                  View<span className="sr-only"> {order.title}</span>
                </Button>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Chunks>
  );
}

export const WorkOrderTable = memo(function WorkOrderTable(props: WorkOrderTableProps) {
  return (
    <>
      <div className="max-sm:hidden">
        <WideTable {...props} />
      </div>
      <div className="sm:hidden">
        <NarrowList {...props} />
      </div>
    </>
  );
});

const EIGHT = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function WorkOrderSkeleton(): ReactNode {
  return (
    <Table label="Work orders" head={head}>
      <tbody>
        {EIGHT.map((place) => (
          <Row key={place}>
            {COLUMNS.map((name) => (
              <Cell key={name}>
                <Skeleton className="h-5 w-24" />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
