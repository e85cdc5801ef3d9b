// The week of a branch and its visits: the calls, and where a visit stands on the board.

import { api, bodyOf, type Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { changing, keyed } from "~/api/idempotency";
import { daysAfter } from "~/lib/dates";
import { fullName } from "~/lib/people";
import { weekdayAndDay } from "../shell/days";
import { DAY_END, timesOf } from "./telling";

export type Planned = Schemas["PlannedRow"];
export type Week = Schemas["ScheduleAnswer"];
export type Day = Schemas["DayRow"];
export type Visit = Schemas["VisitRow"];
export type VisitEdit = Schemas["VisitEdit"];
export type Absence = Schemas["AbsenceRow"];
export type AbsenceKind = Schemas["AbsenceKind"];
export type Objection = Schemas["Objection"];

/** Days that the board shows. */
export const DAYS = 7;

export const schedule = {
  path: "/api/panel/schedule",
  key: (branchId: string, from: string, days = DAYS) => ["/api/panel/schedule", "week", branchId, from, days],
  week: (branchId: string, from: string) =>
    bodyOf(api.get("/api/panel/schedule", { params: { query: { branchId, from, days: DAYS } } })),
  order: (day: string, visits: string[], key: string) =>
    bodyOf(api.post("/api/panel/schedule/order", { body: { day, visits }, headers: keyed(key) })),
  month: (branchId: string, from: string, days: number) =>
    bodyOf(api.get("/api/panel/schedule/month", { params: { query: { branchId, from, days } } })),
};

/** What is known of a visit that is planned, or planned otherwise. */
export type Plan = Schemas["VisitPlan"];
export type VisitRecord = Pick<Visit, "kind" | "recordId" | "branchId">;

export const visits = {
  path: "/api/panel/visits",
  of: (kind: Schemas["RecordKind"], recordId: string) =>
    bodyOf(api.get("/api/panel/visits", { params: { query: { kind, recordId } } })),
  plan: (body: Schemas["NewVisit"], key: string) =>
    bodyOf(api.post("/api/panel/visits", { body, headers: keyed(key) })),
  /** What speaks against a visit as it might be. */
  check: (body: Plan) => bodyOf(api.post("/api/panel/visits/check", { body })),
  update: ({ id, version }: Pick<Visit, "id" | "version">, body: VisitEdit, key: string) =>
    bodyOf(api.patch("/api/panel/visits/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};

/** What speaks against a visit by the server's refusal, in words by name; null where it refused for another reason. */
export function objectionsIn(error: unknown): Partial<Record<Objection, string>> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const found = Object.entries(error.fields).filter(([name]) => ALL.includes(name as Objection));
  return found.length > 0 ? Object.fromEntries(found) : null;
}

export const ALL: Objection[] = ["clash", "absence", "capacity"];

/** Which of them are told. */
export const namesOf = (objections: Partial<Record<Objection, string>>): Objection[] =>
  ALL.filter((name) => name in objections);

export const absenceKinds: Record<AbsenceKind, string> = {
  vacation: "Vacation",
  sick: "Sick",
  training: "Training",
  other: "Away",
};

/** The Monday of a day's week, YYYY-MM-DD. */
export function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysAfter(day, -weekday);
}

/** The first day of the month that is some months from a day's. */
export function monthFrom(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
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

/** What a move changes of a visit. In the tray it has no time, and keeps its crew. */
export function moveTo(
  visit: Planned,
  from: Place,
  to: Place,
): Pick<VisitEdit, "day" | "crew" | "startMinute" | "endMinute"> {
  if (to.day === null) return { day: null, startMinute: null, endMinute: null };
  return {
    day: to.day,
    ...(from.person !== to.person && { crew: crewAt(visit.crew, from.person, to.person) }),
  };
}

/** A visit of the week or of a tray. */
export const visitIn = ({ visits, unplanned, late }: Week, id: string | undefined): Planned | undefined =>
  [visits, unplanned.visits, late.visits].flat().find((visit) => visit.id === id);

/** The week as it is once a visit has changed. */
export function changedIn(week: Week, id: string, edit: Partial<Planned>): Week {
  const found = visitIn(week, id);
  if (!found) return week;
  const others = (list: Planned[]) => list.filter((visit) => visit.id !== id);
  const without = (tray: Week["late"]) => {
    const visits = others(tray.visits);
    return { count: tray.count - (tray.visits.length - visits.length), visits };
  };
  const moved = { ...found, ...edit };
  const [visits, unplanned] = [others(week.visits), without(week.unplanned)];
  if (moved.day === null) {
    const waiting = { count: unplanned.count + 1, visits: [...unplanned.visits, moved] };
    return { ...week, visits, unplanned: waiting, late: without(week.late) };
  }
  const late =
    moved.day < week.today
      ? { ...week.late, visits: week.late.visits.map((visit) => (visit.id === id ? moved : visit)) }
      : without(week.late);
  return { ...week, visits: [...visits, moved].sort(byTime), unplanned, late };
}

/** In the order of a day: by time, and those without one last. */
const byTime = (one: Planned, other: Planned) =>
  (one.startMinute ?? DAY_END) - (other.startMinute ?? DAY_END) || one.position - other.position;

const MINUTES = 60;
/** Of a branch whose hours nobody set. */
const USUAL = { opens: 540, closes: 1020 };

const hoursOfDay = ({ opens, closes }: Day): number => ((closes ?? USUAL.closes) - (opens ?? USUAL.opens)) / MINUTES;

const rounded = (hours: number) => Math.round(hours * 2) / 2;

/** The hours that somebody's visits of a day take; without times what their job is thought to take, else the whole day. */
export function hoursOf(visits: readonly Planned[], day: Day): number {
  const whole = hoursOfDay(day);
  const each = ({ startMinute, endMinute, hours }: Planned) =>
    startMinute !== null && endMinute !== null ? (endMinute - startMinute) / MINUTES : Math.min(hours ?? whole, whole);
  return rounded(visits.reduce((sum, visit) => sum + each(visit), 0));
}

/** The hours that somebody can go out on a day: while the branch is open, and they are not away. */
export function openHours(day: Day, away: Absence | null = null): number {
  if (day.closed !== null) return 0;
  if (away === null) return hoursOfDay(day);
  if (away.startMinute === null || away.endMinute === null) return 0;
  const [from, until] = [
    Math.max(away.startMinute, day.opens ?? USUAL.opens),
    Math.min(away.endMinute, day.closes ?? USUAL.closes),
  ];
  return rounded(hoursOfDay(day) - Math.max(0, until - from) / MINUTES);
}

/** Why somebody does not go out that day, or not all of it. */
export const awayOn = (absences: readonly Absence[], person: string, day: string): Absence | null =>
  absences.find(({ userId, firstDay, lastDay }) => userId === person && firstDay <= day && day <= lastDay) ?? null;

/** "Vacation"; "Sick, 8 AM to noon". */
export const awayText = (away: Absence): string =>
  [absenceKinds[away.kind], away.startMinute !== null && timesOf(away)].filter(Boolean).join(", ");

/** What is booked of the hours there are, in numbers and in a word. */
export interface Load {
  booked: number;
  open: number;
}

export const loadWord = ({ booked, open }: Load): "over" | "full" | "" =>
  booked > open ? "over" : booked > 0 && booked === open ? "full" : "";

/** How each of these words is marked. */
export const LOADED = { over: "font-semibold text-danger", full: "font-semibold text-warning", "": "text-muted" };

/** "6 of 9 h", "10 of 9 h, over". */
export function loadText(load: Load): string {
  return [`${load.booked} of ${load.open} h`, loadWord(load)].filter(Boolean).join(", ");
}

export const sumOf = (loads: readonly Load[]): Load => ({
  booked: loads.reduce((sum, { booked }) => sum + booked, 0),
  open: loads.reduce((sum, { open }) => sum + open, 0),
});

const NONE: Planned[] = [];

/** By the place's name, what stands there: a visit stands in the row of each of its crew. What is as in `former` is the same list. */
export function byPlace(
  { visits }: Pick<Week, "visits">,
  former: ReadonlyMap<string, Planned[]> = new Map(),
): Map<string, Planned[]> {
  const places = new Map<string, Planned[]>();
  for (const visit of visits) {
    for (const person of visit.crew.length > 0 ? visit.crew : [NOBODY]) {
      const name = nameOf({ person, day: visit.day });
      const there = places.get(name);
      if (there) there.push(visit);
      else places.set(name, [visit]);
    }
  }
  for (const [name, there] of places) {
    const before = former.get(name) ?? NONE;
    if (before.length === there.length && there.every((visit, at) => visit === before[at])) places.set(name, before);
  }
  return places;
}

const meet = (one: Planned, other: Planned) =>
  one.startMinute !== null &&
  other.startMinute !== null &&
  one.startMinute < (other.endMinute ?? 0) &&
  other.startMinute < (one.endMinute ?? 0);

/** Of a visit and those of one person and day, the ones that it overlaps. */
const clashesWith = (visit: Planned, visits: readonly Planned[]): Planned[] =>
  visits.filter((other) => other.id !== visit.id && meet(visit, other));

/** Those of one person and day that overlap another one. */
export const clashing = (visits: readonly Planned[]): Set<string> =>
  new Set(visits.filter((visit) => clashesWith(visit, visits).length > 0).map(({ id }) => id));

/** What is said of a visit that is carried over a place: who, which day, how full it would be, and what it would run into. */
export function saidAt(week: Week, places: ReadonlyMap<string, Planned[]>, visit: Planned, place: Place): string {
  if (place.day === null) return "Not scheduled";
  const day = week.days.find((one) => one.day === place.day);
  const who = place.person === NOBODY ? "Nobody yet" : personName(week, place.person);
  const said = [weekdayAndDay(place.day), who];
  if (place.day < week.today) said.push("a day that is over");
  if (!day) return said.join(", ");
  if (day.closed !== null) said.push(closedText(day.closed));
  if (place.person === NOBODY) return said.join(", ");
  const there = (places.get(nameOf(place)) ?? NONE).filter(({ id }) => id !== visit.id);
  const away = awayOn(week.absences, place.person, place.day);
  if (away) said.push(`away: ${awayText(away)}`);
  said.push(`${hoursOf([...there, visit], day)} of ${openHours(day, away)} hours with it`);
  const clashes = clashesWith(visit, there);
  if (clashes.length > 0) said.push(`clashes with ${clashes.map(({ title }) => title).join(" and ")}`);
  return said.join(", ");
}

/** How many crews go out to visits of one day: those that share somebody are one crew's, and each that nobody is sent to yet needs one
 * (product.md, rule 137; likewise `crews_out` of the server). */
export function crewsOut(visits: readonly Pick<Planned, "crew">[]): number {
  let crews: ReadonlySet<string>[] = [];
  for (const { crew } of visits) {
    const isOne = (known: ReadonlySet<string>) => crew.some((person) => known.has(person));
    crews = [
      ...crews.filter((known) => !isOne(known)),
      new Set([...crew, ...crews.filter(isOne).flatMap((known) => [...known])]),
    ];
  }
  return crews.length;
}

export const closedText = (reason: string): string => (reason === CLOSED ? CLOSED : `${CLOSED}: ${reason}`);
const CLOSED = "Closed";

export const personName = ({ people }: Pick<Week, "people">, id: string): string => {
  const found = people.find((person) => person.id === id);
  return found ? fullName(found) || found.email : "Somebody";
};
