import { expect, test } from "vitest";
import { arrivals, arrivalText, proposedArrival } from "./arrival";

const DAY = "2027-05-11";
const at = (hour: number, minute = 0) => hour * 60 + minute;
const said = (text: string) => text.replaceAll(/\s/g, " ");

test.each([
  ["as planned, while that is still to come", DAY, at(8), at(7, 20), "8:00 to 8:30 AM"],
  ["the next that can be kept, where the plan is past", DAY, at(8), at(7, 58), "8:15 to 8:45 AM"],
  ["soon, where it is any time that day", DAY, null, at(9, 1), "9:15 to 9:45 AM"],
  ["soon, where the plan was of another day", "2027-05-10", at(15), at(9, 1), "9:15 to 9:45 AM"],
  ["over noon", DAY, at(11, 45), at(9), "11:45 AM to 12:15 PM"],
  ["the last of the day, late in the evening", DAY, null, at(23, 50), "11:30 PM to 12:00 AM"],
])("proposes %s", (_why, day, startMinute, now, text) => {
  expect(said(arrivalText(proposedArrival({ day, startMinute }, DAY, now)))).toBe(text);
});

test("offers others in their order, and each once", () => {
  const now = at(7);
  const proposed = proposedArrival({ day: DAY, startMinute: at(8) }, DAY, now);
  expect(arrivals(proposed, now).map(({ startMinute }) => startMinute)).toEqual([
    at(7, 15),
    at(7, 30),
    at(7, 45),
    at(8),
    at(8, 15),
    at(8, 45),
    at(9, 15),
  ]);
  expect(arrivals(proposedArrival({ day: DAY, startMinute: null }, DAY, at(23, 55)), at(23, 55))).toHaveLength(1);
});
