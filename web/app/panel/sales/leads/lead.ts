// Leads: the calls about them, and how their states are called and marked.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";

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

export const leadStatuses: Record<Schemas["LeadStatus"], Look> = {
  new: { label: "New", variant: "default", mark: "empty" },
  contacted: { label: "Contacted", variant: "secondary", mark: "half" },
  qualified: { label: "Qualified", variant: "secondary", mark: "half" },
  proposal: { label: "Proposal", variant: "outline", mark: "half" },
  negotiation: { label: "Negotiation", variant: "outline", mark: "half" },
  won: { label: "Won", variant: "default", mark: "check" },
  lost: { label: "Lost", variant: "destructive", mark: "full" },
};
