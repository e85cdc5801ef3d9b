// Leads: the calls about them, and how their states are called and marked.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { changing, keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";
import type { BulkKind } from "../../any-record/bulk/bulk-kind";
import type { BulkChange, Seen } from "../../any-record/bulk/run";
import { together } from "../../list/beside";

export type Lead = Schemas["LeadRow"];
export type LeadStatus = Schemas["LeadStatus"];
export type LeadDetails = Schemas["LeadDetailsRow"];

/**
 * Leads by their next step, as the address says it and as the server is asked: what is due first comes first; the
 * server knows the reader's day.
 */
const STEPS: Record<string, () => Query> = {
  mine: () => ({ stepOf: "me", sort: "due" }),
  overdue: () => ({ stepBy: "yesterday", sort: "due" }),
  today: () => ({ stepOn: "today", sort: "due" }),
  none: () => ({ step: "none" }),
};

const asked = ({ step = "", ...filters }: Query): Query => ({ ...STEPS[step]?.(), ...filters });

export const leads = {
  path: "/api/panel/leads",
  list: (query: Query) => pageOf(api.get("/api/panel/leads", { params: { query: asked(query) } })),
  file: (query: Query) =>
    fileOf(api.get("/api/panel/leads/export", { params: { query: asked(query) }, parseAs: "blob" })),
  one: (id: string) => bodyOf(api.get("/api/panel/leads/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/leads/{id}/history", { params: { path: { id } } })),
  create: (body: Schemas["NewLead"], key: string) =>
    bodyOf(api.post("/api/panel/leads", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the lead since it was read. */
  update: ({ id, version }: Lead, body: Schemas["LeadEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/leads/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};

/** The columns of the board. */
export const board = (query: Query) => bodyOf(api.get("/api/panel/leads/board", { params: { query: asked(query) } }));

/** How many leads each choice by next step leaves, beside the other filters: "12", or "500+" where there are more. */
export async function stepCounts(filters: Query): Promise<Record<string, string>> {
  const { countedTo, ...counts } = await bodyOf(
    api.get("/api/panel/leads/step-counts", { params: { query: filters } }),
  );
  const told = (count: number) =>
    count > countedTo ? `${countedTo.toLocaleString("en-US")}+` : count.toLocaleString("en-US");
  return Object.fromEntries(Object.entries(counts).map(([choice, count]) => [choice, told(count)]));
}

/** What stands beside leads. */
export const leadDetails = {
  path: "/api/panel/lead-details",
  summary: together((ids) => bodyOf(api.get("/api/panel/lead-details", { params: { query: { ids } } }))),
  /** Says whether the value is a guess; the last press counts. */
  mark: (id: string, valueKind: Schemas["ValueKind"], key: string) =>
    bodyOf(
      api.patch("/api/panel/leads/{id}/details", {
        params: { path: { id } },
        body: { valueKind },
        headers: keyed(key),
      }),
    ),
  /** Changes what is named, unless somebody else changed it since it was read. */
  update: ({ id, version }: LeadDetails, body: Schemas["LeadDetailsEdit"], key: string) =>
    bodyOf(
      api.patch("/api/panel/leads/{id}/details", { params: { path: { id } }, body, headers: changing(version, key) }),
    ),
};

/** Whether there is still something to do about it. */
export const isOpen = ({ status }: Pick<Lead, "status">): boolean => status !== "won" && status !== "lost";

export const leadStatuses: Record<LeadStatus, Look> = {
  new: { label: "New", variant: "default", mark: "empty" },
  contacted: { label: "Contacted", variant: "secondary", mark: "half" },
  qualified: { label: "Qualified", variant: "secondary", mark: "half" },
  proposal: { label: "Proposal", variant: "outline", mark: "half" },
  negotiation: { label: "Negotiation", variant: "outline", mark: "half" },
  won: { label: "Won", variant: "default", mark: "check" },
  lost: { label: "Lost", variant: "destructive", mark: "full" },
};

const bulkBody = (rows: Seen[], change: BulkChange) => ({ body: { rows, change: change as Schemas["LeadEdit"] } });

/** What can be changed of many leads at once. */
export const bulkLeads: BulkKind<Lead> = {
  nouns: ["lead", "leads"],
  needs: "canManageLeads",
  called: ({ name }) => name,
  assigned: "lead",
  moves: true,
  fields: [{ name: "status", label: "Status", looks: leadStatuses }],
  preview: (rows, change) => bodyOf(api.post("/api/panel/leads/bulk/preview", bulkBody(rows, change))),
  send: (rows, change, key) =>
    bodyOf(api.post("/api/panel/leads/bulk", { ...bulkBody(rows, change), headers: keyed(key) })),
};
