// Days as people read them, and how long ago something was: neither needs a clock. A day never shifts: a date without a time
// is that day everywhere, and built pages, which are the same for everybody, tell a moment by its day in UTC. What is told by a
// clock is told by `clock.ts`.

import { onFirstUse } from "./on-first-use";

const dayInUtc = onFirstUse(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" }),
);

/** "Nov 20, 2026" of an ISO-8601 moment or a YYYY-MM-DD day; an unreadable value gives an empty text. */
export function longDate(value: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);
  return Number.isNaN(date.getTime()) ? "" : dayInUtc().format(date);
}

/** The day some days after another, YYYY-MM-DD. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const STEPS: [unit: "year" | "month" | "week" | "day" | "hour" | "minute", seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** The seconds from `moment` to `now`, and how many of the largest unit they fill. */
export function elapsed(moment: string, now: Date) {
  const seconds = (now.getTime() - new Date(moment).getTime()) / 1000;
  const [unit, length] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["minute", 60];
  return { seconds, unit, count: Math.trunc(seconds / length) };
}

/** "3 hours", "less than a minute": how long it has been since `moment`, in the largest whole unit. */
export function timeSince(moment: string, now: Date = new Date()): string {
  const { seconds, unit, count } = elapsed(moment, now);
  if (Number.isNaN(seconds)) return "";
  if (seconds < 60) return "less than a minute";
  return count.toLocaleString("en-US", { style: "unit", unit, unitDisplay: "long" });
}
