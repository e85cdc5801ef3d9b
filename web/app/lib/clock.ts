// The clock of a place: the one way in which a moment becomes a day or a time of day, and the other way around. Days and times
// of work are those of the record's branch (product.md, rule 63); without a zone the clock is the browser's own.

import { elapsed } from "./dates";
import { onFirstUse } from "./on-first-use";

const SHORT = { month: "short", day: "numeric", year: "numeric" } as const;
const MONTH = { month: "long", year: "numeric" } as const;
const FULL = { dateStyle: "full", timeStyle: "short" } as const;
const WEEKDAY = { weekday: "long", hour: "numeric", minute: "2-digit" } as const;
/** As numbers: what two clocks that differ do not agree on. */
const WALL = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
  hourCycle: "h23",
} as const;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** In minutes. */
const NOON = 720;
/** In seconds. */
const WEEK = 604_800;

const relative = onFirstUse(() => new Intl.RelativeTimeFormat("en-US"));
const relativeDay = onFirstUse(() => new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }));

/** "9:30 AM" of minutes after midnight. */
export const timeOfDay = (minute: number): string =>
  new Date(minute * MINUTE).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

/** Of an unreadable moment nothing is told. */
const told = (moment: string, tell: (date: Date) => string): string => {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? "" : tell(date);
};

/** The parts of a moment, as some style writes them in a zone. */
const styled = (parts: Intl.DateTimeFormatOptions, timeZone: string | undefined) =>
  onFirstUse(() => new Intl.DateTimeFormat("en-US", { ...parts, timeZone }));

export class Clock {
  #short;
  #month;
  #full;
  #weekday;
  #wall;
  #named;

  constructor(timeZone: string | undefined) {
    this.#short = styled(SHORT, timeZone);
    this.#month = styled(MONTH, timeZone);
    this.#full = styled(FULL, timeZone);
    this.#weekday = styled(WEEKDAY, timeZone);
    this.#wall = styled(WALL, timeZone);
    this.#named = styled({ timeZoneName: "short" }, timeZone);
  }

  /** "Nov 20, 2026" of a moment. */
  day(moment: string): string {
    return told(moment, (date) => this.#short().format(date));
  }

  /** "November 2026" of a moment. */
  month(moment: string): string {
    return told(moment, (date) => this.#month().format(date));
  }

  /** "Friday, November 20, 2026 at 9:15 PM", with the zone where the reader's own clock shows another time. */
  moment(moment: string): string {
    return told(moment, (date) => this.#withZone(this.#full().format(date), date));
  }

  /** "9:30 AM" of minutes after midnight of a day, with the zone where the reader's own clock shows another time then. */
  time(day: string, minute: number): string {
    return this.#withZone(timeOfDay(minute), this.at(day, minute));
  }

  /** "9:30 AM" of a moment. */
  timeAt(moment: string): string {
    return told(moment, (date) => timeOfDay(this.minute(date)));
  }

  /** The minutes after midnight that it shows. */
  minute(date: Date): number {
    return ((this.shown(date) % DAY) / MINUTE) | 0;
  }

  /** "MST" where the reader's own clock shows another time on that day; else nothing. */
  zoneOn(day: string): string {
    return this.#apart(this.at(day, NOON));
  }

  /** "Friday 9:15 PM EST": what it shows now. */
  now(now: Date = new Date()): string {
    return `${this.#weekday().format(now)} ${this.#nameAt(now)}`;
  }

  /** The day some days from now, YYYY-MM-DD. */
  dayIn(days: number, now: Date = new Date()): string {
    return new Date((this.#dayNumber(now) + days) * DAY).toISOString().slice(0, 10);
  }

  /** "3 hours ago", "yesterday", "just now"; days are counted as the calendar does. */
  ago(moment: string, now: Date = new Date()): string {
    const { seconds, unit, count } = elapsed(moment, now);
    if (Number.isNaN(seconds)) return "";
    if (Math.abs(seconds) < 60) return "just now";
    if (unit === "day") return relativeDay().format(this.#dayNumber(new Date(moment)) - this.#dayNumber(now), "day");
    return relative().format(-count, unit);
  }

  /** "3 hours ago" of the last days, and the day of what is older: "Nov 4, 2026". */
  recent(moment: string, now: Date = new Date()): string {
    return elapsed(moment, now).seconds < WEEK ? this.ago(moment, now) : this.day(moment);
  }

  /** What it shows, as milliseconds, as if it stood in UTC. */
  shown(date: Date): number {
    if (Number.isNaN(date.getTime())) return Number.NaN;
    const parts = this.#wall().formatToParts(date);
    const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
    return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  }

  /** The time at which it shows a day and a minute; up to an hour beside it on a day when clocks are changed, under the same name. */
  at(day: string, minute: number): Date {
    const wanted = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE;
    return new Date(wanted - (this.shown(new Date(wanted)) - wanted));
  }

  /** Days since 1970. */
  #dayNumber(date: Date): number {
    return Math.floor(this.shown(date) / DAY);
  }

  #nameAt(date: Date): string {
    const parts = this.#named().formatToParts(date);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  }

  #apart(date: Date): string {
    return Object.is(this.shown(date), clockOf().shown(date)) ? "" : this.#nameAt(date);
  }

  #withZone(text: string, date: Date): string {
    return [text, this.#apart(date)].filter(Boolean).join(" ");
  }
}

const clocks = new Map<string | undefined, Clock>();

/** The clock of an IANA zone; of none, and of one that the browser does not know, the browser's own. */
export function clockOf(timeZone?: string): Clock {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Clock(isKnown(timeZone) ? timeZone : undefined);
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** An older browser may not know a newer zone. */
function isKnown(timeZone: string | undefined): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return true;
  } catch {
    return false;
  }
}
