// How the fields of a record and their values are told to people: names instead of ids, days as days, words instead of codes.
import type { ReactNode } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { type Clock, timeOfDay } from "~/lib/clock";
import { phoneText } from "~/lib/contact";
import { longDate } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { dollars } from "~/lib/money";
import { useClock } from "~/ui/clock";
import { mayRead } from "../list/linked-record";
import { type Readable, useReferred } from "../list/list";
import { useBranchList, useNames, useRegionList } from "../staff/queries";
import type { Kind } from "../user/entries";
import { roleName } from "../user/roles";
import { useUser } from "../user/user";

const NAMES: Record<string, string> = {
  answersUnit: "Counted in",
  answersWithin: "Messages are answered within",
  authenticatorApp: "Authenticator app",
  brand: "Name",
  foundedYear: "Founded in",
  installTime: "An installation takes",
  tellClients: "Clients are told of their visits",
  tellsClient: "Emails about visits",
  priceHigh: "Typical home, to",
  priceLow: "Typical home, from",
  rateFactorsBusiness: "Business",
  rateFactorsFront: "Front only",
  rateFactorsFrontShare: "Front only, length unknown",
  rateFactorsThreeStories: "Three or more stories",
  rateFactorsTwoStories: "Two stories",
  ratePerFootHigh: "Installed foot, to",
  ratePerFootLow: "Installed foot, from",
  keepHistoryYears: "History",
  keepLettersDays: "Emails",
  keepLostLeadsYears: "Lost leads",
  keepMessagesYears: "Old messages",
  keepNotificationsDays: "Notifications",
  keepRequestsYears: "Requests about data",
  keepSpamDays: "Suspected spam",
  keepUnsubscribedDays: "Ended subscriptions",
  phonePins: "Sign-in by PIN on phones", // of histories: there are no PINs any more
  sample: "Marked as sample",
  sessionHours: "Logged out at the latest after",
  sessionIdleMinutes: "Logged out when idle for",
  socialFacebook: "Facebook",
  socialInstagram: "Instagram",
  socialLinkedin: "LinkedIn",
  socialTwitter: "Twitter",
  socialYoutube: "YouTube",
  textsPrivacy: "Text",
  textsTerms: "Text",
  twoStepAdmin: "Administrators",
  twoStepBranchOpsManager: "Branch operations managers",
  twoStepLeadTechnician: "Lead technicians",
  twoStepRegionalOpsManager: "Regional operations managers",
  twoStepSalesRep: "Sales representatives",
  twoStepSupport: "Support",
  twoStepTechnician: "Technicians",
  exportBranchOpsManager: "Branch operations managers",
  exportLeadTechnician: "Lead technicians",
  exportRegionalOpsManager: "Regional operations managers",
  exportSalesRep: "Sales representatives",
  exportSupport: "Support",
  exportTechnician: "Technicians",
  twoStepVerification: "Two-step verification",
  warrantyLaborYears: "Labor",
  warrantyProductYears: "Product",
  warrantyTermsVersion: "Terms version",
  approved: "State",
  assignedTo: "Assigned to",
  startMinute: "From",
  endMinute: "Until",
  cancelledAt: "Cancelled",
  confirmedAt: "Confirmed",
  consentedAt: "Agreed",
  crewSize: "Crew",
  earlierId: "Earlier job",
  enquiryId: "Message",
  firstResponseAt: "First response",
  heldSince: "On hold since",
  invitedUntil: "Invited until",
  laborEnds: "Labor covered until",
  linkMade: "Link made",
  linkUsed: "Link used",
  lostNote: "What happened",
  lostReason: "Lost because",
  productEnds: "Product covered until",
  propertyId: "Property",
  ticketId: "Ticket",
  warrantyId: "Warranty",
  withdrawnAt: "Consent withdrawn",
  workOrderId: "Work order",
  branchId: "Branch",
  clientId: "Client",
  completedDate: "Completed",
  coverage: "Coverage",
  createdBy: "Created by",
  feet: "Roofline",
  high: "Estimate, at most",
  imageAlt: "What the picture shows",
  images: "Photos",
  imageUrl: "Picture",
  leadId: "Lead",
  low: "Estimate, at least",
  holidays: "Closed on",
  crews: "Crews",
  openHours: "Opening hours",
  organizationId: "Organization",
  preferredTime: "Best time to call",
  propertyType: "Property type",
  regionId: "Region",
  resolvedAt: "Resolved",
  scheme: "Light scheme",
  userType: "Account",
  valueKind: "Value",
  zip: "ZIP code",
  zipCodes: "ZIP codes",
};

/** "scheduledDate" -> "Scheduled date". */
export function fieldName(name: string): string {
  const spaced = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return NAMES[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** "phone", "phone and notes", "phone, notes, and photos". */
export const fieldNames = (names: string[]): string =>
  new Intl.ListFormat("en-US").format(
    names.map((name) => fieldName(name).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())),
  );

const STATES: Record<string, string> = { "0": "Pending", "1": "Approved", "-1": "Rejected" };
const COVERAGES: Record<string, string> = { front: "Front only", whole: "Whole roofline" };

const counted = (count: number, one: string) => `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

const lineOf = ({ name, quantity, unit }: Schemas["Material"]) =>
  [`${name}:`, quantity.toLocaleString("en-US"), unit].filter(Boolean).join(" ");

const moment = (value: string, clock: Clock) => clock.moment(value);

const feetText = (feet: number) => (feet === 1 ? "1 foot" : `${feet.toLocaleString("en-US")} feet`);

/** "Controller DL-88-4711", "Channel, 120 feet, Bronze". */
const partText = ({ kind, serial, feet, color }: Schemas["PartRow"]) =>
  [[startCase(kind), serial].filter(Boolean).join(" "), feet !== null && feetText(feet), color]
    .filter(Boolean)
    .join(", ");

const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** "Mon 8:00 AM-6:00 PM". */
const openText = ({ day, opens, closes }: Schemas["DayHours"]) =>
  `${WEEK[day]} ${timeOfDay(opens)}-${timeOfDay(closes)}`;

/** Values that are no plain texts, by the field they stand in. */
const TOLD: Record<string, (value: never, clock: Clock) => string> = {
  sample: (value: boolean) => (value ? "yes" : "no"),
  shown: (value: boolean) => (value ? "yes" : "no"),
  withdrawn: (value: boolean) => (value ? "yes" : "no"),
  pinned: (value: boolean) => (value ? "yes" : "no"),
  day: longDate,
  firstDay: longDate,
  lastDay: longDate,
  startMinute: timeOfDay,
  endMinute: timeOfDay,
  place: (value: number) => (value ? String(value) : "none"),
  details: (value: Schemas["DetailRow"][]) => value.map(({ term, text }) => `${term}: ${text}`).join("; ") || "none",
  approved: (value: number) => STATES[String(value)] ?? String(value),
  cancelledAt: moment,
  completedDate: moment,
  confirmedAt: moment,
  consentedAt: moment,
  withdrawnAt: moment,
  coverage: (value: string) => COVERAGES[value] ?? startCase(value),
  estimatedValue: dollars,
  feet: feetText,
  high: dollars,
  firstResponseAt: moment,
  heldSince: moment,
  hours: (value: number | string) => (typeof value === "string" ? value : counted(value, "hour")),
  laborEnds: longDate,
  productEnds: longDate,
  starts: longDate,
  images: (value: unknown[]) => counted(value.length, "photo"),
  low: dollars,
  phone: phoneText,
  zipCodes: (value: string[]) => counted(value.length, "code"),
  holidays: (value: Schemas["Holiday"][]) =>
    value.map(({ day, name }) => `${longDate(day)} (${name})`).join(", ") || "none",
  openHours: (value: Schemas["DayHours"][]) => value.map(openText).join(", ") || "none",
  parts: (value: Schemas["PartRow"][]) => value.map(partText).join("; ") || "none",
  materialsUsed: (value: Schemas["Material"][]) => value.map(lineOf).join(", ") || "none",
  resolvedAt: moment,
  role: roleName,
  scheduledDate: longDate,
  source: (value: string) => (value === "website" ? "Website" : value),
};

/** What has no name of its own. */
for (const id of ["enquiryId", "propertyId"]) TOLD[id] = () => "another";
for (const code of ["category", "kind", "preferredTime", "priority", "propertyType", "status", "userType", "valueKind"])
  TOLD[code] = startCase;

const NOTHING: Record<string, string> = { assignedTo: "Unassigned", role: "No Role", scheduledDate: "Not scheduled" };

function Person({ id }: { id: string }) {
  return useNames()(id);
}

function People({ ids }: { ids: string }) {
  const nameOf = useNames();
  return ids
    .split(" ")
    .map((id) => nameOf(id))
    .join(", ");
}

function Branch({ id }: { id: string }) {
  const { data } = useBranchList();
  return data ? (data.find((branch) => branch.id === id)?.name ?? "another branch") : "...";
}

function Region({ id }: { id: string }) {
  const { data } = useRegionList();
  return data ? (data.find((region) => region.id === id)?.name ?? "another region") : "...";
}

interface NamedProps<Row> {
  kind: Kind;
  id: string;
  records: Readable<Row>;
  title: (row: Row) => string;
}

/** A record by its name; what one may not read, or what is gone, has none. */
function Named<Row>({ kind, id, records, title }: NamedProps<Row>) {
  const readable = mayRead(useUser(), kind);
  const { data } = useReferred(records, readable ? id : "");
  return data ? title(data) : readable ? "Unknown" : "another";
}

const at = (id: string) => ({ params: { path: { id } } });
const clients = {
  path: "/api/panel/clients",
  one: (id: string) => bodyOf(api.get("/api/panel/clients/{id}", at(id))),
};
const leads = {
  path: "/api/panel/leads",
  one: (id: string) => bodyOf(api.get("/api/panel/leads/{id}", at(id))),
};
const orders = {
  path: "/api/panel/work-orders",
  one: (id: string) => bodyOf(api.get("/api/panel/work-orders/{id}", at(id))),
};
const tickets = {
  path: "/api/panel/support-tickets",
  one: (id: string) => bodyOf(api.get("/api/panel/support-tickets/{id}", at(id))),
};
const warranties = {
  path: "/api/panel/warranties",
  one: async (id: string) => (await bodyOf(api.get("/api/panel/warranties/{id}", at(id)))).warranty,
};

const order = (id: string) => <Named kind="work_order" id={id} records={orders} title={({ title }) => title} />;

const LINKED: Record<string, (id: string) => ReactNode> = {
  crew: (ids) => <People ids={ids} />,
  assignedTo: (id) => <Person id={id} />,
  branchId: (id) => <Branch id={id} />,
  confirmedBy: (id) => <Person id={id} />,
  clientId: (id) => <Named kind="client" id={id} records={clients} title={({ name }) => name} />,
  createdBy: (id) => <Person id={id} />,
  earlierId: order,
  leadId: (id) => <Named kind="lead" id={id} records={leads} title={({ name }) => name} />,
  regionId: (id) => <Region id={id} />,
  ticketId: (id) => <Named kind="ticket" id={id} records={tickets} title={({ subject }) => subject} />,
  warrantyId: (id) => <Named kind="warranty" id={id} records={warranties} title={({ number }) => number} />,
  workOrderId: order,
};

type Changes = Record<string, unknown[]>;

/** What follows from another field, by its name: it is told with that one. */
const FOLLOWS: Record<string, string> = {
  completedDate: "status",
  confirmedAt: "status",
  confirmedBy: "status",
  resolvedAt: "status",
};

/** The changes that people are told of. */
export const toldOf = <Told extends Changes>(changes: Told): [string, Told[string]][] =>
  Object.entries(changes).filter(([field]) => !((FOLLOWS[field] ?? "") in changes)) as [string, Told[string]][];

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";

/** Whether it says something what a field had before. */
export const saysFrom = (field: string, old: unknown): boolean =>
  field in NOTHING || !(isNothing(old) || (Array.isArray(old) && old.length === 0));

interface ShownProps {
  field: string;
  value: unknown;
  /** Letters after which a long text is cut off. */
  longest?: number;
}

/** A field's value as people know it. */
export function Shown({ field, value, longest = Number.POSITIVE_INFINITY }: ShownProps) {
  const clock = useClock();
  if (isNothing(value)) return NOTHING[field] ?? "nothing";
  const linked = LINKED[field];
  if (linked) return linked(String(value));
  // A history's values are of any kind: each is of the one that its field has.
  const text = TOLD[field] ? TOLD[field](value as never, clock) : String(value);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}
