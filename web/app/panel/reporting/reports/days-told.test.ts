import { expect, test } from "vitest";
import { daysTold, shortDate, weekTold } from "./days-told";
import { AHEAD, spanTold } from "./period";
import { type Column, told } from "./report";

test("days are told from one to another, a week without its year, a month without its day", () => {
  const days = { first: "2026-12-31", last: "2027-01-06" };
  expect([daysTold(days), weekTold(days), daysTold({ first: days.first, last: days.first })]).toEqual([
    "Dec 31, 2026 to Jan 6, 2027",
    "Dec 31 to Jan 6",
    "Dec 31, 2026",
  ]);
  expect([shortDate("2026-12-01", "month"), shortDate("2026-12-01", "day")]).toEqual(["Dec 2026", "Dec 1"]);
});

test("what a saved report is always about is told within a sentence", () => {
  expect([spanTold("last_week"), spanTold(AHEAD)]).toEqual(["last week", "the next six weeks"]);
});

test.each<[number | null, Column["unit"], string]>([
  [1204.4, "count", "1,204"],
  [12.34, "percent", "12.3%"],
  [45, "minutes", "45 min"],
  [200, "minutes", "3 h 20 min"],
  [120, "minutes", "2 h"],
  [1440 * 2 + 240, "minutes", "2 d 4 h"],
  [1440, "minutes", "1 d"],
  [1.25, "days", "1.3 d"],
  [6, "hours", "6 h"],
  [1204, "feet", "1,204 ft"],
  [4200, "dollars", "$4,200"],
  [null, "dollars", "–"],
])("%s as %s", (value, unit, words) => {
  expect(told(value, unit)).toBe(words);
});
