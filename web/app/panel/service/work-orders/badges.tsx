// State and priority of a work order as badges.
import { LookBadge } from "~/ui/look-badge";
import { priorityLooks, statusLooks } from "./labels";

export const StatusBadge = ({ status }: { status: string }) => <LookBadge looks={statusLooks} value={status} />;

export const PriorityBadge = ({ priority }: { priority: string }) => (
  <LookBadge looks={priorityLooks} value={priority} />
);
