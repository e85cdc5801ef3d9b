// The calls about what somebody is told, how it is said, and where it leads.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import type { User } from "~/api/session";
import { recordAddress } from "../list/record-address";
import { may } from "../user/user";

export type Notification = Schemas["NotificationRow"];
export type Happening = Notification["what"];

export const notifications = {
  path: "/api/panel/notifications",
  list: (query: Query) => pageOf(api.get("/api/panel/notifications", { params: { query } })),
};

export const markRead = (id: string) =>
  bodyOf(api.post("/api/panel/notifications/{id}/read", { params: { path: { id } } }));

/** All up to the newest that was seen. */
export const markAllRead = (until: string) => api.post("/api/panel/notifications/read", { body: { until } });

const SAID: Record<Happening, string> = {
  new_lead: "New lead",
  new_message: "New message",
  assigned: "Assigned to you",
  rescheduled: "Moved to another day",
  on_site: "Crew told of a visit that had changed",
  visit_asked: "The client asks for another time",
  step_due: "Next step due",
  answer_due: "Answer due soon",
  webhook_off: "Webhook turned off",
};

export const saidOf = ({ what }: Pick<Notification, "what">): string => SAID[what];

const INBOX = "?tab=inbox";

/** A message opens the inbox, wherever the reader has it, and a webhook stands in Settings. */
export function addressOf(user: User, { kind, recordId }: Notification): string {
  if (kind === "webhook") return "/panel/settings?tab=integrations";
  if (kind !== "enquiry") return recordAddress(user, kind, recordId);
  return `${may(user, "canManageLeads") ? "/panel/leads" : "/panel/tickets"}${INBOX}`;
}
