// Work orders: the calls about them, and how their states and priorities are called and marked.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { changing, keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";

export type WorkOrder = Schemas["WorkOrderRow"];
export type WorkOrderEdit = Schemas["WorkOrderEdit"];

export const workOrders = {
  path: "/api/panel/work-orders",
  list: (query: Query) => pageOf(api.get("/api/panel/work-orders", { params: { query } })),
  file: (query: Query) => fileOf(api.get("/api/panel/work-orders/export", { params: { query }, parseAs: "blob" })),
  one: (id: string) => bodyOf(api.get("/api/panel/work-orders/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/work-orders/{id}/history", { params: { path: { id } } })),
  create: (body: Schemas["NewWorkOrder"], key: string) =>
    bodyOf(api.post("/api/panel/work-orders", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the order since it was read. */
  update: ({ id, version }: WorkOrder, body: Schemas["WorkOrderEdit"], key: string) =>
    bodyOf(
      api.patch("/api/panel/work-orders/{id}", { params: { path: { id } }, body, headers: changing(version, key) }),
    ),
};

export const orderStatuses: Record<Schemas["WorkOrderStatus"], Look> = {
  pending: { label: "Pending", variant: "secondary", mark: "empty" },
  in_progress: { label: "In Progress", variant: "default", mark: "half" },
  completed: { label: "Completed", variant: "outline", mark: "check" },
};

/** The arrow says the priority without color. */
export const orderPriorities: Record<Schemas["WorkOrderPriority"], Look> = {
  low: { label: "Low", variant: "secondary", arrow: "↓" },
  medium: { label: "Medium", variant: "default", arrow: "→" },
  high: { label: "High", variant: "destructive", arrow: "↑" },
};
