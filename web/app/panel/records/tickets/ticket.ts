// Support tickets: the calls about them, and how their states, priorities and categories are called and marked.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { changing, keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";
import type { BulkKind } from "../../any-record/bulk/bulk-kind";
import type { BulkChange, Seen } from "../../any-record/bulk/run";

export type Ticket = Schemas["TicketRow"];

/** Of those that nobody has begun, the one that has waited longest comes first, unless another order is chosen. */
const asked = (query: Query): Query => (query.status === "open" ? { sort: "oldest", ...query } : query);

export const tickets = {
  path: "/api/panel/support-tickets",
  list: (query: Query) => pageOf(api.get("/api/panel/support-tickets", { params: { query: asked(query) } })),
  file: (query: Query) =>
    fileOf(api.get("/api/panel/support-tickets/export", { params: { query: asked(query) }, parseAs: "blob" })),
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

export const ticketStatuses: Record<Schemas["TicketStatus"], Look> = {
  open: { label: "Open", variant: "destructive", mark: "empty" },
  in_progress: { label: "In Progress", variant: "default", mark: "half" },
  resolved: { label: "Resolved", variant: "secondary", mark: "check" },
  closed: { label: "Closed", variant: "outline", mark: "full" },
};

/** The arrow says the priority without color. */
export const ticketPriorities: Record<Schemas["TicketPriority"], Look> = {
  low: { label: "Low", variant: "secondary", arrow: "↓" },
  medium: { label: "Medium", variant: "default", arrow: "→" },
  high: { label: "High", variant: "destructive", arrow: "↑" },
  urgent: { label: "Urgent", variant: "destructive", arrow: "⇈" },
};

export const ticketCategories: Record<Schemas["TicketCategory"], Look> = {
  general: { label: "General", variant: "outline" },
  technical: { label: "Technical", variant: "outline" },
  billing: { label: "Billing", variant: "outline" },
  installation: { label: "Installation", variant: "outline" },
  warranty: { label: "Warranty", variant: "outline" },
};

const bulkBody = (rows: Seen[], change: BulkChange) => ({ body: { rows, change: change as Schemas["TicketEdit"] } });

/** What can be changed of many tickets at once. */
export const bulkTickets: BulkKind<Ticket> = {
  nouns: ["ticket", "tickets"],
  needs: "canManageTickets",
  called: ({ subject }) => subject,
  assigned: "ticket",
  moves: true,
  fields: [
    { name: "status", label: "Status", looks: ticketStatuses },
    { name: "priority", label: "Priority", looks: ticketPriorities },
  ],
  preview: (rows, change) => bodyOf(api.post("/api/panel/support-tickets/bulk/preview", bulkBody(rows, change))),
  send: (rows, change, key) =>
    bodyOf(api.post("/api/panel/support-tickets/bulk", { ...bulkBody(rows, change), headers: keyed(key) })),
};
