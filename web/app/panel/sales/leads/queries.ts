// The calls about leads.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";

export type Lead = Schemas["LeadRow"];

export const leads = {
  path: "/api/panel/leads",
  list: (query: Query) => pageOf(api.get("/api/panel/leads", { params: { query } })),
  one: (id: string) => bodyOf(api.get("/api/panel/leads/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/leads/{id}/history", { params: { path: { id } } })),
  create: (body: Schemas["NewLead"], key: string) =>
    bodyOf(api.post("/api/panel/leads", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the lead since it was read. */
  update: ({ id, version }: Lead, body: Schemas["LeadEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/leads/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};
