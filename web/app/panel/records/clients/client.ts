// Clients: the calls about them, and how their states are called and marked.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { changing, keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";
import type { BulkKind } from "../../any-record/bulk/bulk-kind";
import type { BulkChange, Seen } from "../../any-record/bulk/run";

export type Client = Schemas["ClientRow"];

export const clients = {
  path: "/api/panel/clients",
  list: (query: Query) => pageOf(api.get("/api/panel/clients", { params: { query } })),
  file: (query: Query) => fileOf(api.get("/api/panel/clients/export", { params: { query }, parseAs: "blob" })),
  one: (id: string) => bodyOf(api.get("/api/panel/clients/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/clients/{id}/history", { params: { path: { id } } })),
  create: (body: Schemas["NewClient"], key: string) =>
    bodyOf(api.post("/api/panel/clients", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the client since it was read. */
  update: ({ id, version }: Client, body: Schemas["ClientEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/clients/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};

export const clientStatuses: Record<Schemas["ClientStatus"], Look> = {
  active: { label: "Active", variant: "default", mark: "check" },
  inactive: { label: "Inactive", variant: "outline", mark: "empty" },
  suspended: { label: "Suspended", variant: "destructive", mark: "full" },
};

const bulkBody = (rows: Seen[], change: BulkChange) => ({ body: { rows, change: change as Schemas["ClientEdit"] } });

/** What can be changed of many clients at once. */
export const bulkClients: BulkKind<Client> = {
  nouns: ["client", "clients"],
  needs: "canManageLeads",
  called: ({ name }) => name,

  moves: true,
  fields: [{ name: "status", label: "Status", looks: clientStatuses }],
  preview: (rows, change) => bodyOf(api.post("/api/panel/clients/bulk/preview", bulkBody(rows, change))),
  send: (rows, change, key) =>
    bodyOf(api.post("/api/panel/clients/bulk", { ...bulkBody(rows, change), headers: keyed(key) })),
};
