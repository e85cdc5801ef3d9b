// The days that a report is about: spans by name, as the server names them (tests/vectors/spans.json), and any others from one day to another.
import { daysAfter } from "~/lib/dates";
import type { Days, Saved } from "./report";

/** The forecast's own, which begins today. */
export const AHEAD = "next_6_weeks";
export type Span = Exclude<Saved["period"], typeof AHEAD>;

export const spans: Record<Span, string> = {
  this_week: "This week",
  last_week: "Last week",
  this_month: "This month",
  last_month: "Last month",
  last_30_days: "Last 30 days",
  last_90_days: "Last 90 days",
  this_year: "This year",
  last_12_months: "Last 12 months",
};

/** "this week", "the next six weeks": what a saved report is always about. */
export const spanTold = (span: Saved["period"]): string =>
  span === AHEAD ? "the next six weeks" : spans[span].toLowerCase();

const monday = (day: string) => daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const monthStart = (day: string) => `${day.slice(0, 7)}-01`;

/** The first of the month some months before. */
function monthsBefore(day: string, months: number): string {
  const first = new Date(`${monthStart(day)}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - months);
  return first.toISOString().slice(0, 10);
}

/** The days of a span as seen from one day, which is the last of those that are not over. */
export function daysOf(span: Span, today: string): Days {
  switch (span) {
    case "this_week":
      return { first: monday(today), last: today };
    case "last_week":
      return { first: daysAfter(monday(today), -7), last: daysAfter(monday(today), -1) };
    case "this_month":
      return { first: monthStart(today), last: today };
    case "last_month":
      return { first: monthsBefore(today, 1), last: daysAfter(monthStart(today), -1) };
    case "last_30_days":
      return { first: daysAfter(today, -29), last: today };
    case "last_90_days":
      return { first: daysAfter(today, -89), last: today };
    case "this_year":
      return { first: `${today.slice(0, 4)}-01-01`, last: today };
    case "last_12_months":
      return { first: monthsBefore(today, 12), last: daysAfter(monthStart(today), -1) };
  }
}

/** The span whose days these are, if one's are. */
export const spanOf = ({ first, last }: Days, today: string): Span | null =>
  (Object.keys(spans) as Span[]).find((span) => {
    const days = daysOf(span, today);
    return days.first === first && days.last === last;
  }) ?? null;
