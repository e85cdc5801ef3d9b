// Days and times as people read them. Days never shift: a date without a time is that day everywhere, and a moment is
// shown by its day in UTC unless a function says otherwise.

const DAY = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric", year: "numeric" });
const FULL = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});
const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

const at = (value: string): Date => new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);

/** "Nov 20, 2026" of an ISO-8601 moment or a YYYY-MM-DD day; an unreadable value gives an empty text. */
export function longDate(value: string): string {
  const date = at(value);
  return Number.isNaN(date.getTime()) ? "" : DAY.format(date);
}

/** "Friday, November 20, 2026": for titles and screen readers. */
export function fullDate(value: string): string {
  const date = at(value);
  return Number.isNaN(date.getTime()) ? "" : FULL.format(date);
}

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 hours ago", "yesterday", "just now": the time from `value` to `now`. */
export function relativeTime(value: string, now: Date = new Date()): string {
  const seconds = (at(value).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  }
  return "just now";
}
