// A ticket as its form holds it, the rules of its fields, and what is sent.
import { type InferOutput, object, picklist } from "valibot";
import { optional, required } from "~/forms/rules";
import { CATEGORIES, PRIORITIES, STATUSES } from "./labels";
import type { Ticket } from "./queries";

export const ticketSchema = object({
  branchId: optional(),
  subject: required(),
  description: required(),
  category: picklist(CATEGORIES),
  priority: picklist(PRIORITIES),
  status: picklist(STATUSES),
  assignedTo: optional(),
});

export type TicketWrite = InferOutput<typeof ticketSchema>;

/** What the form shows of a ticket, or of none. */
export const ticketValues = (ticket: Ticket | null, branchId: string) => ({
  branchId: ticket ? (ticket.branchId ?? "") : branchId,
  subject: ticket?.subject ?? "",
  description: ticket?.description ?? "",
  category: (ticket?.category ?? "general") as (typeof CATEGORIES)[number],
  priority: (ticket?.priority ?? "medium") as (typeof PRIORITIES)[number],
  status: (ticket?.status ?? "open") as (typeof STATUSES)[number],
  assignedTo: ticket?.assignedTo ?? "",
});
