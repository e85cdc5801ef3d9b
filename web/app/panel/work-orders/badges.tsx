// State and priority of a work order as badges.
import { Badge } from "~/ui/badge";
import { priorityLooks, statusLooks, type WorkOrderPriority, type WorkOrderStatus } from "./labels";

export function StatusBadge({ status }: { status: string }) {
  const { label, variant, mark } = statusLooks[status as WorkOrderStatus];
  return (
    <Badge variant={variant} mark={mark}>
      {label}
    </Badge>
  );
}

export function PriorityBadge({ priority }: { priority: string }) {
  const { label, variant, arrow } = priorityLooks[priority as WorkOrderPriority];
  return (
    <Badge variant={variant}>
      <span aria-hidden>{arrow}</span>
      {label}
    </Badge>
  );
}
