// How the states and priorities of a work order are called and marked.
import type { Look } from "~/ui/look-badge";

export const STATUSES = ["pending", "in_progress", "completed"] as const;
const PRIORITIES = ["low", "medium", "high"] as const;

export type WorkOrderStatus = (typeof STATUSES)[number];
export type WorkOrderPriority = (typeof PRIORITIES)[number];

export const statusLooks: Record<WorkOrderStatus, Look> = {
  pending: { label: "Pending", variant: "secondary", mark: "empty" },
  in_progress: { label: "In Progress", variant: "default", mark: "half" },
  completed: { label: "Completed", variant: "outline", mark: "check" },
};

/** The arrow says the priority without color. */
export const priorityLooks: Record<WorkOrderPriority, Look> = {
  low: { label: "Low", variant: "secondary", arrow: "↓" },
  medium: { label: "Medium", variant: "default", arrow: "→" },
  high: { label: "High", variant: "destructive", arrow: "↑" },
};

export const statusOptions = STATUSES.map((value) => ({ value, label: statusLooks[value].label }));
export const priorityOptions = PRIORITIES.map((value) => ({ value, label: priorityLooks[value].label }));
