// The calls about support tickets.
import { api, bodyOf, type Schemas } from "~/api/client";
import { useList, useRecord } from "../list/list";
import type { TicketWrite } from "./schema";

export type Ticket = Schemas["TicketRow"];

export const TICKETS = "/api/panel/support-tickets";

export const useTickets = (filters: Record<string, string>) => useList<Ticket>(TICKETS, filters);

export const useTicket = (id: string) => useRecord<Ticket>(TICKETS, id);

export async function createTicket(body: TicketWrite & Pick<Ticket, "createdBy">): Promise<Ticket> {
  return bodyOf(api.post(TICKETS, { body }));
}

/** Changes a ticket, unless somebody else did so since it was read. */
export async function updateTicket({ id, version, createdBy }: Ticket, fields: TicketWrite): Promise<Ticket> {
  const headers = { "If-Match": `"${version}"` };
  const body = { ...fields, createdBy };
  const call = api.patch("/api/panel/support-tickets/{id}", { params: { path: { id } }, body, headers });
  return bodyOf(call);
}
