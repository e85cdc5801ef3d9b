// How the states, priorities and categories of a ticket are called and marked.
import type { Look } from "~/ui/look-badge";

export const STATUSES = ["open", "in_progress", "resolved", "closed"] as const;
export const PRIORITIES = ["low", "medium", "high", "urgent"] as const;
const CATEGORIES = ["general", "technical", "billing", "installation", "warranty"] as const;

export type TicketStatus = (typeof STATUSES)[number];
export type TicketPriority = (typeof PRIORITIES)[number];
export type TicketCategory = (typeof CATEGORIES)[number];

export const statusLooks: Record<TicketStatus, Look> = {
  open: { label: "Open", variant: "destructive", mark: "empty" },
  in_progress: { label: "In Progress", variant: "default", mark: "half" },
  resolved: { label: "Resolved", variant: "secondary", mark: "check" },
  closed: { label: "Closed", variant: "outline", mark: "full" },
};

/** The arrow says the priority without color. */
export const priorityLooks: Record<TicketPriority, Look> = {
  low: { label: "Low", variant: "secondary", arrow: "↓" },
  medium: { label: "Medium", variant: "default", arrow: "→" },
  high: { label: "High", variant: "destructive", arrow: "↑" },
  urgent: { label: "Urgent", variant: "destructive", arrow: "⇈" },
};

export const categoryNames: Record<TicketCategory, string> = {
  general: "General",
  technical: "Technical",
  billing: "Billing",
  installation: "Installation",
  warranty: "Warranty",
};

export const statusOptions = STATUSES.map((value) => ({ value, label: statusLooks[value].label }));
export const priorityOptions = PRIORITIES.map((value) => ({ value, label: priorityLooks[value].label }));
export const categoryOptions = CATEGORIES.map((value) => ({ value, label: categoryNames[value] }));
