// How the states, priorities and categories of a ticket are called and marked.
import type { Schemas } from "~/api/client";
import type { Look } from "~/ui/look-badge";
import { optionsOf } from "../../list/options";

export const statusLooks: Record<Schemas["TicketStatus"], Look> = {
  open: { label: "Open", variant: "destructive", mark: "empty" },
  in_progress: { label: "In Progress", variant: "default", mark: "half" },
  resolved: { label: "Resolved", variant: "secondary", mark: "check" },
  closed: { label: "Closed", variant: "outline", mark: "full" },
};

/** The arrow says the priority without color. */
export const priorityLooks: Record<Schemas["TicketPriority"], Look> = {
  low: { label: "Low", variant: "secondary", arrow: "↓" },
  medium: { label: "Medium", variant: "default", arrow: "→" },
  high: { label: "High", variant: "destructive", arrow: "↑" },
  urgent: { label: "Urgent", variant: "destructive", arrow: "⇈" },
};

export const categoryNames: Record<Schemas["TicketCategory"], string> = {
  general: "General",
  technical: "Technical",
  billing: "Billing",
  installation: "Installation",
  warranty: "Warranty",
};

export const statusOptions = optionsOf(statusLooks);
export const priorityOptions = optionsOf(priorityLooks);
export const categoryOptions = Object.entries(categoryNames).map(([value, label]) => ({ value, label }));
