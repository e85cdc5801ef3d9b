// Days and times as people read them. Days never shift: a date without a time is that day everywhere. A moment is told by
// its day in UTC on built pages, which are the same for everybody, and by the reader's own clock in the panel.

import { onFirstUse } from "./on-first-use";

const SHORT = { month: "short", day: "numeric", year: "numeric" } as const;
const dayInUtc = onFirstUse(() => new Intl.DateTimeFormat("en-US", { ...SHORT, timeZone: "UTC" }));
const day = onFirstUse(() => new Intl.DateTimeFormat("en-US", SHORT));
const fullMoment = onFirstUse(() => new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" }));
const month = onFirstUse(() => new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" }));
const relative = onFirstUse(() => new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }));

const at = (value: string): Date => new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);

/** "Nov 20, 2026" of an ISO-8601 moment or a YYYY-MM-DD day; an unreadable value gives an empty text. */
export function longDate(value: string): string {
  const date = at(value);
  return Number.isNaN(date.getTime()) ? "" : dayInUtc().format(date);
}

/** "Nov 20, 2026" of a moment, by the reader's clock: what was written at nine in the evening stands under that evening. */
export function dayHere(moment: string): string {
  const date = at(moment);
  return Number.isNaN(date.getTime()) ? "" : day().format(date);
}

/** "November 2026" of a moment, by the reader's clock. */
export function monthHere(moment: string): string {
  const date = at(moment);
  return Number.isNaN(date.getTime()) ? "" : month().format(date);
}

/** "Friday, November 20, 2026 at 9:15 PM", by the reader's clock. */
export function momentHere(moment: string): string {
  const date = at(moment);
  return Number.isNaN(date.getTime()) ? "" : fullMoment().format(date);
}

const STEPS: [unit: "year" | "month" | "week" | "day" | "hour" | "minute", seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 hours", "1 minute": how long it has been since `moment`, in the largest whole unit and at least a minute. */
export function timeSince(moment: string, now: Date = new Date()): string {
  const seconds = (now.getTime() - at(moment).getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? ["minute", 60];
  const count = Math.max(1, Math.trunc(seconds / length));
  return count.toLocaleString("en-US", { style: "unit", unit, unitDisplay: "long" });
}

/** "3 hours ago" of the last days, and the day of what is older: "Nov 4, 2026". */
export const recentOrDay = (moment: string, now: Date = new Date()): string =>
  now.getTime() - at(moment).getTime() < 604_800_000 ? relativeTime(moment, now) : dayHere(moment);

/** "3 hours ago", "yesterday", "just now": the time from `value` to `now`. */
export function relativeTime(value: string, now: Date = new Date()): string {
  const seconds = (at(value).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative().format(Math.trunc(seconds / length), unit);
  }
  return "just now";
}

/** The day some days from now, YYYY-MM-DD, by the reader's calendar. */
export function dayIn(days: number, now: Date = new Date()): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** "9:30 AM" of minutes after midnight. */
export const timeOfDay = (minute: number): string =>
  new Date(2000, 0, 1, 0, minute).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
