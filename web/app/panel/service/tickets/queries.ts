// The calls about support tickets.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";

export type Ticket = Schemas["TicketRow"];

export const tickets = {
  path: "/api/panel/support-tickets",
  list: (query: Query) => pageOf(api.get("/api/panel/support-tickets", { params: { query } })),
  one: (id: string) => bodyOf(api.get("/api/panel/support-tickets/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/support-tickets/{id}/history", { params: { path: { id } } })),
  create: (body: Schemas["NewTicket"], key: string) =>
    bodyOf(api.post("/api/panel/support-tickets", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the ticket since it was read. */
  update: ({ id, version, createdBy }: Ticket, changes: Schemas["TicketEdit"], key: string) =>
    bodyOf(
      api.patch("/api/panel/support-tickets/{id}", {
        params: { path: { id } },
        body: { ...changes, createdBy },
        headers: changing(version, key),
      }),
    ),
};
