// Days and times as people read them. Days never shift: a date without a time is that day everywhere. A moment is told by
// its day in UTC on built pages, which are the same for everybody, and by the reader's own clock in the panel.

const DAY = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric", year: "numeric" });
const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

const at = (value: string): Date => new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);

/** "Nov 20, 2026" of an ISO-8601 moment or a YYYY-MM-DD day; an unreadable value gives an empty text. */
export function longDate(value: string): string {
  const date = at(value);
  return Number.isNaN(date.getTime()) ? "" : DAY.format(date);
}

const HERE = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const FULL_HERE = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" });

/** "Nov 20, 2026" of a moment, by the reader's clock: what was written at nine in the evening stands under that evening. */
export function dayHere(moment: string): string {
  const date = at(moment);
  return Number.isNaN(date.getTime()) ? "" : HERE.format(date);
}

/** "Friday, November 20, 2026 at 9:15 PM", by the reader's clock. */
export function momentHere(moment: string): string {
  const date = at(moment);
  return Number.isNaN(date.getTime()) ? "" : FULL_HERE.format(date);
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

/** "3 hours ago", "yesterday", "just now": the time from `value` to `now`. */
export function relativeTime(value: string, now: Date = new Date()): string {
  const seconds = (at(value).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  }
  return "just now";
}
