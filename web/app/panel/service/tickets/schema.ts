// A ticket as its form holds it, the rules of its fields, and what is sent.
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { chosen, optional, required } from "~/forms/rules";
import type { Ticket } from "./queries";

export const ticketSchema = object({
  branchId: optional(),
  subject: required(),
  description: required(),
  category: chosen<Schemas["TicketCategory"]>(),
  priority: chosen<Schemas["TicketPriority"]>(),
  status: chosen<Schemas["TicketStatus"]>(),
  assignedTo: optional(),
});

/** What the form shows of a ticket, or of none. */
export const ticketValues = (ticket: Ticket | null, branchId: string) => ({
  branchId: ticket ? (ticket.branchId ?? "") : branchId,
  subject: ticket?.subject ?? "",
  description: ticket?.description ?? "",
  category: ticket?.category ?? "general",
  priority: ticket?.priority ?? "medium",
  status: ticket?.status ?? "open",
  assignedTo: ticket?.assignedTo ?? "",
});
