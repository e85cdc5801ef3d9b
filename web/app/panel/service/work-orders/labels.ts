// How the states and priorities of a work order are called and marked.
import type { Schemas } from "~/api/client";
import type { Look } from "~/ui/look-badge";
import { optionsOf } from "../../list/options";

export const statusLooks: Record<Schemas["WorkOrderStatus"], Look> = {
  pending: { label: "Pending", variant: "secondary", mark: "empty" },
  in_progress: { label: "In Progress", variant: "default", mark: "half" },
  completed: { label: "Completed", variant: "outline", mark: "check" },
};

/** The arrow says the priority without color. */
export const priorityLooks: Record<Schemas["WorkOrderPriority"], Look> = {
  low: { label: "Low", variant: "secondary", arrow: "↓" },
  medium: { label: "Medium", variant: "default", arrow: "→" },
  high: { label: "High", variant: "destructive", arrow: "↑" },
};

export const statusOptions = optionsOf(statusLooks);
export const priorityOptions = optionsOf(priorityLooks);
