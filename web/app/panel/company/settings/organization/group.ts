// What the organization is, in groups that are saved by themselves: the calls, and how each fact is called and entered.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";
import type { Fields } from "../../../any-record/merge";

const PATH = "/api/panel/settings";

type GroupId =
  | "brand"
  | "contact"
  | "promises"
  | "visits"
  | "prices"
  | "factors"
  | "warranty"
  | "privacy"
  | "terms"
  | "social"
  | "security"
  | "sessions"
  | "retention"
  | "exports";

/** The names of a group's facts. */
type Facts<Id extends GroupId> = Exclude<keyof Schemas[`${Capitalize<Id>}Settings`] & string, "id" | "version">;

/** A group as it stands. */
export type Settings = Fields & { id: string; version: number };

interface FactField<Name> {
  name: Name;
  hint?: string;
  /** A plain text unless something else is said. */
  kind?: "email" | "phone" | "number" | "address" | "choice" | "markdown";
  /** Of a number, what is counted, before or behind it. */
  sign?: "$" | "%" | "years" | "minutes" | "hours" | "days";
  /** Of a number, the fact that names what is counted; a card tells both together. */
  unit?: Name;
  options?: readonly { value: string; label: string }[];
  optional?: true;
  /** What is so where nothing stands there. */
  unset?: string;
}

export interface Group {
  id: GroupId;
  title: string;
  help: string;
  fields: FactField<string>[];
  /** Said once it is saved. */
  saved?: string;
}

export const group = <Id extends GroupId>(
  id: Id,
  title: string,
  help: string,
  fields: FactField<Facts<Id>>[],
): Group => ({
  id,
  title,
  help,
  fields,
});

/** A choice between two. */
export const YES_OR_NO = {
  kind: "choice",
  options: [
    { value: "false", label: "No" },
    { value: "true", label: "Yes" },
  ],
} as const satisfies Partial<FactField<string>>;

const network = <Name extends string>(name: Name) => ({ name, kind: "address", optional: true }) as const;

export const GROUPS: Group[] = [
  group("brand", "Brand", "Who you are, on every page and in every email.", [
    { name: "brand", hint: "As visitors know you, in up to 40 characters" },
    { name: "legalName", hint: "In the footer and at the end of emails" },
    { name: "tagline" },
    { name: "foundedYear", kind: "number" },
    {
      name: "sample",
      hint: "Whether pages mark your contact details as sample",
      ...YES_OR_NO,
    },
  ]),
  group("contact", "Contact", "How visitors reach you. Anything you leave empty is not shown.", [
    { name: "email", hint: "Replies to emails go there", kind: "email", optional: true },
    { name: "phone", kind: "phone", optional: true },
    { name: "address", optional: true },
    { name: "hours", hint: "Such as Mon-Fri 8AM-8PM EST" },
    { name: "serviceArea", hint: "Completes sentences such as: Permanent lighting for..." },
  ]),
  group("promises", "Promises", "Shown on pages and in emails. The panel reminds you of answers that are nearly due.", [
    { name: "answersWithin", kind: "number", unit: "answersUnit" },
    {
      name: "answersUnit",
      kind: "choice",
      options: [
        { value: "hours", label: "Hours" },
        { value: "days", label: "Days" },
      ],
    },
    { name: "installTime", hint: "Such as 1-2 days" },
  ]),
  group("visits", "Visits", "An email goes out five minutes after a visit is planned, moved or cancelled.", [
    {
      name: "tellClients",
      hint: "Clients with an email address; a work order can say otherwise",
      kind: "choice",
      options: [
        { value: "true", label: "Yes, by email" },
        { value: "false", label: "No" },
      ],
    },
  ]),
  group("prices", "Prices", "Whole dollars. Pages show the range, and the quote dialog uses it.", [
    { name: "priceLow", kind: "number", sign: "$" },
    { name: "priceHigh", kind: "number", sign: "$" },
    { name: "ratePerFootLow", kind: "number", sign: "$" },
    { name: "ratePerFootHigh", kind: "number", sign: "$" },
  ]),
  group("factors", "Price Factors", "Percent of the plain price; 100 changes nothing.", [
    { name: "rateFactorsBusiness", kind: "number", sign: "%" },
    { name: "rateFactorsTwoStories", kind: "number", sign: "%" },
    { name: "rateFactorsThreeStories", kind: "number", sign: "%" },
    { name: "rateFactorsFront", hint: "Of the price of a foot", kind: "number", sign: "%" },
    {
      name: "rateFactorsFrontShare",
      hint: "Of the price of a typical home",
      kind: "number",
      sign: "%",
    },
  ]),
  group(
    "warranty",
    "Warranty",
    "Pages show the years, and new warranties get them. Existing warranties stay as they are.",
    [
      { name: "warrantyProductYears", kind: "number", sign: "years" },
      { name: "warrantyLaborYears", kind: "number", sign: "years" },
      { name: "warrantyTermsVersion", hint: "New warranties refer to it" },
    ],
  ),
  group("privacy", "Privacy Policy", "Linked from the footer and below the forms. If empty, there is no link.", [
    { name: "textsPrivacy", kind: "markdown", optional: true },
  ]),
  group("terms", "Terms of Service", "Linked from the footer. New wording gets a new terms version.", [
    { name: "textsTerms", kind: "markdown", optional: true },
  ]),
  group("social", "Social Media", "Full addresses, beginning with https://.", [
    network("socialFacebook"),
    network("socialTwitter"),
    network("socialInstagram"),
    network("socialLinkedin"),
    network("socialYoutube"),
  ]),
];

/** Of any group; which of the paths it is decides what is answered. */
const at = (id: string) => `${PATH}/${id}` as `${typeof PATH}/brand`;

export const settings = {
  path: PATH,
  one: async (id: string): Promise<Settings> => ({ ...(await bodyOf(api.get(at(id)))) }),
  history: (id: string) => bodyOf(api.get("/api/panel/settings/{id}/history", { params: { path: { id } } })),
  /** Changes what is named, unless somebody else changed the group since it was read. */
  update: async ({ id, version }: Settings, body: Fields, key: string): Promise<Settings> => ({
    ...(await bodyOf(api.patch(at(id), { body, headers: changing(version, key) }))),
  }),
};

/** What a card tells of a group. */
export const toldFields = ({ fields }: Group): Group["fields"] =>
  fields.filter(({ name }) => !fields.some(({ unit }) => unit === name));

/** "24 hours", "1 day". */
const counted = (count: number, unit: string) => `${count} ${count === 1 ? unit.replace(/s$/, "") : unit}`;

/** A fact as people read it; "" where there is none. */
export function factText({ name, kind, sign, unit, options }: Group["fields"][number], row: Settings): string {
  const value = row[name];
  if (value === null || value === undefined) return "";
  if (unit) return counted(Number(value), String(row[unit]));
  if (kind === "markdown") return `${String(value).split(/\s+/).length.toLocaleString("en-US")} words`;
  const chosen = options?.find((option) => option.value === String(value));
  if (chosen) return chosen.label;
  if (typeof value !== "number" || !sign) return String(value);
  if (sign === "%") return `${value}%`;
  return sign === "$" ? `$${value.toLocaleString("en-US")}` : counted(value, sign);
}
