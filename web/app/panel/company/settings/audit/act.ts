// Who did what: the calls, and how kinds of records, acts and events are called.
import { api, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import type { Look } from "~/ui/look-badge";
import type { Kind } from "../../../user/entries";

export type Act = Schemas["ActRow"];
export type Happening = Schemas["HappeningRow"];

const PATH = "/api/panel/audit";
const EVENTS = "/api/panel/audit-events";

export const acts = {
  path: PATH,
  list: (query: Query) => pageOf(api.get(PATH, { params: { query } })),
  file: (query: Query) => fileOf(api.get("/api/panel/audit/export", { params: { query }, parseAs: "blob" })),
};

export const happenings = {
  path: EVENTS,
  list: (query: Query) => pageOf(api.get(EVENTS, { params: { query } })),
  file: (query: Query) => fileOf(api.get("/api/panel/audit-events/export", { params: { query }, parseAs: "blob" })),
};

/** What can be asked for, as the server groups it. */
export const recordKinds: Record<string, string> = {
  lead: "Leads",
  client: "Clients",
  work_order: "Work orders",
  ticket: "Tickets",
  warranty: "Warranties",
  visit: "Visits and absences",
  activity: "Calls, notes and next steps",
  message: "Messages and photos",
  user: "Users",
  place: "Branches and regions",
  website: "Website and newsletter",
  report: "Saved reports",
  setting: "Settings",
  connection: "Mail and integrations",
};

export const actions: Record<string, string> = {
  create: "Created",
  update: "Changed",
  delete: "Removed",
  merge: "Merged",
  part: "Brought back",
};

/** A record in the middle of a sentence, by its name in the log. */
const NOUNS: Record<string, string> = {
  lead_details: "lead",
  work_order_details: "work order",
  support_ticket: "ticket",
  ticket_details: "ticket",
  branch_details: "branch",
  branch_day: "day of a branch",
  schedule_move: "change of the schedule",
  enquiry: "message",
  gallery_submission: "photo",
  site_item: "item of a page",
  site_section: "section of a page",
  setting: "settings",
  lead_source: "source of leads",
  lost_reason: "reason",
  api_token: "API token",
  letter: "email",
};

export const nounOf = (type: string): string => NOUNS[type] ?? type.replaceAll("_", " ");

/** Which of them open over the screen. */
const OPENS: Record<string, Kind> = {
  lead: "lead",
  lead_details: "lead",
  client: "client",
  work_order: "work_order",
  work_order_details: "work_order",
  support_ticket: "ticket",
  ticket_details: "ticket",
  warranty: "warranty",
  user: "user",
};

export const opensAs = (type: string): Kind | undefined => OPENS[type];

export const eventKinds: Record<string, Look> = {
  sign_in: { label: "Sign-in", variant: "outline", mark: "check" },
  sign_in_refused: { label: "Refused sign-in", variant: "warning", mark: "half" },
  export: { label: "Download", variant: "secondary", mark: "empty" },
  copy_of_person: { label: "Copy of a person's data", variant: "secondary", mark: "empty" },
  erasure: { label: "Erasure", variant: "secondary", mark: "full" },
  requests_closed: { label: "Requests closed by an erasure", variant: "secondary", mark: "check" },
  import: { label: "Import", variant: "secondary", mark: "full" },
  import_undone: { label: "Undone import", variant: "secondary", mark: "empty" },
  letter_sent: { label: "Email", variant: "outline", mark: "check" },
  letter_refused: { label: "Refused email", variant: "warning", mark: "half" },
};
