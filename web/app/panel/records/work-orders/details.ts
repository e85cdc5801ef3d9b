// What stands beside a work order: the calls about it, and how kinds of job and reasons to wait are called and marked.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";
import { together } from "../../list/beside";

type Row = Schemas["WorkOrderDetailsRow"];
export type OrderThread = Schemas["WorkOrderThread"];
export type Aside = Schemas["Aside"];
type Edit = Schemas["WorkOrderDetailsEdit"];

/** With its links as a form edits them. */
const withLinks = (row: Row) => ({
  ...row,
  leadId: row.lead?.id ?? null,
  ticketId: row.ticket?.id ?? null,
  earlierId: row.earlier?.id ?? null,
  propertyId: row.property?.id ?? null,
});
export type OrderDetails = ReturnType<typeof withLinks>;

const at = (id: string) => ({ path: { id } });

export const orderDetails = {
  path: "/api/panel/work-order-details",
  summary: together((ids) => bodyOf(api.get("/api/panel/work-order-details", { params: { query: { ids } } }))),
  one: async (id: string) =>
    withLinks(await bodyOf(api.get("/api/panel/work-orders/{id}/details", { params: at(id) }))),
  /** Changes what is named, unless somebody else changed it since it was read. */
  update: async ({ id, version }: OrderDetails, body: Edit, key: string) =>
    withLinks(
      await bodyOf(
        api.patch("/api/panel/work-orders/{id}/details", { params: at(id), body, headers: changing(version, key) }),
      ),
    ),
};

/** What came before an order. */
export const orderThread = {
  path: "/api/panel/work-orders/thread",
  one: (id: string) => bodyOf(api.get("/api/panel/work-orders/{id}/thread", { params: at(id) })),
};

export const jobKinds: Record<Schemas["JobKind"], Look> = {
  installation: { label: "Installation", variant: "outline" },
  service: { label: "Service", variant: "outline" },
  survey: { label: "Survey", variant: "outline" },
  inspection: { label: "Inspection", variant: "outline" },
};

/** Beside the three statuses: it waits for something, or will not be done. */
export const asides: Record<Aside, Look> = {
  held: { label: "On Hold", variant: "warning", mark: "half" },
  cancelled: { label: "Cancelled", variant: "destructive", mark: "full" },
};
