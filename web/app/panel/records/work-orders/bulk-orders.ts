// What can be changed of many work orders at once. Apart from the calls of one, which a phone keeps for Today.
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import type { BulkKind } from "../../any-record/bulk/bulk-kind";
import type { BulkChange, Seen } from "../../any-record/bulk/run";
import { orderPriorities, orderStatuses, type WorkOrder } from "./work-order";

const bulkBody = (rows: Seen[], change: BulkChange) => ({ body: { rows, change: change as Schemas["WorkOrderEdit"] } });

export const bulkOrders: BulkKind<WorkOrder> = {
  nouns: ["work order", "work orders"],
  needs: "canManageWorkOrders",
  called: ({ title }) => title,
  assigned: "work_order",
  fields: [
    { name: "status", label: "Status", looks: orderStatuses },
    { name: "priority", label: "Priority", looks: orderPriorities },
  ],
  preview: (rows, change) => bodyOf(api.post("/api/panel/work-orders/bulk/preview", bulkBody(rows, change))),
  send: (rows, change, key) =>
    bodyOf(api.post("/api/panel/work-orders/bulk", { ...bulkBody(rows, change), headers: keyed(key) })),
};
