// The week of a branch and its visits: the calls, and where a visit stands on the board.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { daysAfter } from "~/lib/dates";
import type { Look } from "~/ui/look-badge";

export type Planned = Schemas["PlannedRow"];
export type Week = Schemas["ScheduleAnswer"];
export type Day = Schemas["DayRow"];
export type Visit = Schemas["VisitRow"];
export type VisitEdit = Schemas["VisitEdit"];
export type Objection = Schemas["Objection"];

/** Days that the board shows. */
export const DAYS = 7;

export const schedule = {
  path: "/api/panel/schedule",
  week: (branchId: string, from: string) =>
    bodyOf(api.get("/api/panel/schedule", { params: { query: { branchId, from, days: DAYS } } })),
};

export const visits = {
  path: "/api/panel/visits",
  of: (kind: Schemas["RecordKind"], recordId: string) =>
    bodyOf(api.get("/api/panel/visits", { params: { query: { kind, recordId } } })),
  plan: (body: Schemas["NewVisit"], key: string) =>
    bodyOf(api.post("/api/panel/visits", { body, headers: keyed(key) })),
  update: ({ id, version }: Pick<Visit, "id" | "version">, body: VisitEdit, key: string) =>
    bodyOf(api.patch("/api/panel/visits/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};

export const visitStatuses: Record<Schemas["VisitStatus"], Look> = {
  planned: { label: "Planned", variant: "secondary", mark: "empty" },
  on_the_way: { label: "On the way", variant: "default", mark: "half" },
  started: { label: "Started", variant: "default", mark: "half" },
  done: { label: "Done", variant: "outline", mark: "check" },
  cancelled: { label: "Cancelled", variant: "outline" },
};

/** The Monday of a day's week, YYYY-MM-DD. */
export function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysAfter(day, -weekday);
}

/** A place on the board: a day of a person, of nobody yet, or, without a day, the tray of what waits. */
export interface Place {
  person: string;
  day: string | null;
}

/** Whose row holds what nobody is sent to yet. */
export const NOBODY = "nobody";
export const TRAY: Place = { person: NOBODY, day: null };

export const nameOf = ({ person, day }: Place): string => `${person} ${day ?? "tray"}`;

export function placeOf(name: string): Place {
  const [person = NOBODY, day = "tray"] = name.split(" ");
  return { person, day: day === "tray" ? null : day };
}

/** The crew of a visit that is moved from one person's row to another's: the others stay in it. */
export function crewAt(crew: readonly string[], from: string, to: string): string[] {
  const kept = crew.filter((id) => id !== from && id !== to);
  if (to === NOBODY) return kept;
  return crew[0] === from || from === NOBODY ? [to, ...kept] : [...kept, to];
}

/** What a move changes of a visit. */
export function moveTo(
  visit: Planned,
  from: Place,
  to: Place,
): Pick<VisitEdit, "day" | "crew" | "startMinute" | "endMinute"> {
  const times = to.day === null ? { startMinute: null, endMinute: null } : {};
  return {
    day: to.day,
    ...times,
    ...(from.person === to.person ? {} : { crew: crewAt(visit.crew, from.person, to.person) }),
  };
}

const MINUTES = 60;

/** The hours that somebody's visits of a day take; without times what their job is thought to take, else the whole day. */
export function hoursOf(visits: readonly Planned[], day: Day): number {
  const whole = ((day.closes ?? 1020) - (day.opens ?? 540)) / MINUTES;
  const each = ({ startMinute, endMinute, hours }: Planned) =>
    startMinute !== null && endMinute !== null ? (endMinute - startMinute) / MINUTES : Math.min(hours ?? whole, whole);
  return Math.round(visits.reduce((sum, visit) => sum + each(visit), 0) * 2) / 2;
}

export const openHours = ({ opens, closes }: Day): number => ((closes ?? 1020) - (opens ?? 540)) / MINUTES;

/** By the place's name, what stands there: a visit stands in the row of each of its crew. */
export function byPlace({ visits }: Pick<Week, "visits">): Map<string, Planned[]> {
  const places = new Map<string, Planned[]>();
  for (const visit of visits) {
    for (const person of visit.crew.length > 0 ? visit.crew : [NOBODY]) {
      const name = nameOf({ person, day: visit.day });
      places.set(name, [...(places.get(name) ?? []), visit]);
    }
  }
  return places;
}

const meet = (one: Planned, other: Planned) =>
  one.startMinute !== null &&
  other.startMinute !== null &&
  one.startMinute < (other.endMinute ?? 0) &&
  other.startMinute < (one.endMinute ?? 0);

/** Those of one person and day that overlap another one. */
export const clashing = (visits: readonly Planned[]): Set<string> =>
  new Set(visits.filter((one) => visits.some((other) => other !== one && meet(one, other))).map(({ id }) => id));
