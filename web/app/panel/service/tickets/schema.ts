// A ticket as its form holds it, the rules of its fields, and what is sent.
import { type InferOutput, object } from "valibot";
import { chosen, optional, required } from "~/forms/rules";
import type { TicketCategory, TicketPriority, TicketStatus } from "./labels";
import type { Ticket } from "./queries";

export const ticketSchema = object({
  branchId: optional(),
  subject: required(),
  description: required(),
  category: chosen<TicketCategory>(),
  priority: chosen<TicketPriority>(),
  status: chosen<TicketStatus>(),
  assignedTo: optional(),
});

export type TicketWrite = InferOutput<typeof ticketSchema>;

/** What the form shows of a ticket, or of none. */
export const ticketValues = (ticket: Ticket | null, branchId: string) => ({
  branchId: ticket ? (ticket.branchId ?? "") : branchId,
  subject: ticket?.subject ?? "",
  description: ticket?.description ?? "",
  category: (ticket?.category ?? "general") as TicketCategory,
  priority: (ticket?.priority ?? "medium") as TicketPriority,
  status: (ticket?.status ?? "open") as TicketStatus,
  assignedTo: ticket?.assignedTo ?? "",
});
