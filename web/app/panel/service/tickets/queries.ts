// The calls about support tickets.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { useList, useRecord } from "../../list/list";
import type { TicketWrite } from "./schema";

export type Ticket = Schemas["TicketRow"];

export const TICKETS = "/api/panel/support-tickets";

export const useTickets = (filters: Record<string, string>) => useList<Ticket>(TICKETS, filters);

export const useTicket = (id: string) => useRecord<Ticket>(TICKETS, id);

export async function createTicket(body: TicketWrite & Pick<Ticket, "createdBy">, key: string): Promise<Ticket> {
  return bodyOf(api.post(TICKETS, { body, headers: keyed(key) }));
}

/** Changes what is named, unless somebody else changed the ticket since it was read. */
export async function updateTicket(
  { id, version, createdBy }: Ticket,
  changes: Partial<TicketWrite>,
  key: string,
): Promise<Ticket> {
  const params = { path: { id } };
  const body = { ...changes, createdBy } as Schemas["TicketEdit"];
  const headers = changing(version, key);
  return bodyOf(api.patch("/api/panel/support-tickets/{id}", { params, body, headers }));
}
