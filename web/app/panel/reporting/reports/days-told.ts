// How the days of a report are told.
import { longDate } from "~/lib/dates";
import type { Days } from "./report";

/** "Nov 1, 2026 to Nov 25, 2026", or the one day. */
export const daysTold = ({ first, last }: Days): string =>
  first === last ? longDate(first) : `${longDate(first)} to ${longDate(last)}`;

/** "Nov 26 to Dec 2": a week, where its year is told beside it. */
export const weekTold = ({ first, last }: Days): string => `${shortDate(first, "day")} to ${shortDate(last, "day")}`;

/** "Nov 3" of a point that is a day, "Nov 2026" of one that is a month. */
export function shortDate(day: string, unit: string): string {
  const [monthAndDay = "", year = ""] = longDate(day).split(", ");
  return unit === "month" ? `${monthAndDay.split(" ")[0]} ${year}` : monthAndDay;
}
