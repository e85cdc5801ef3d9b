// What stands beside a ticket: the calls about it, and the return visit that is made of it.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { together } from "../../list/beside";

type Row = Schemas["TicketDetailsRow"];

/** With its links as a form edits them. */
const withLinks = (row: Row) => ({
  ...row,
  clientId: row.client?.id ?? null,
  leadId: row.lead?.id ?? null,
  workOrderId: row.workOrder?.id ?? null,
  warrantyId: row.warranty?.id ?? null,
});
export type TicketDetails = ReturnType<typeof withLinks>;

const at = (id: string) => ({ path: { id } });

export const ticketDetails = {
  path: "/api/panel/ticket-details",
  summary: together((ids) => bodyOf(api.get("/api/panel/ticket-details", { params: { query: { ids } } }))),
  one: async (id: string) =>
    withLinks(await bodyOf(api.get("/api/panel/support-tickets/{id}/details", { params: at(id) }))),
  /** Changes what is named, unless somebody else changed it since it was read. */
  update: async ({ id, version }: TicketDetails, body: Schemas["TicketDetailsEdit"], key: string) =>
    withLinks(
      await bodyOf(
        api.patch("/api/panel/support-tickets/{id}/details", {
          params: at(id),
          body,
          headers: changing(version, key),
        }),
      ),
    ),
};

export const makeReturnVisit = (id: string, body: Schemas["ReturnVisit"], key: string) =>
  bodyOf(api.post("/api/panel/support-tickets/{id}/return-visit", { params: at(id), body, headers: keyed(key) }));
