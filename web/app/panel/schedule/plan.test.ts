import { expect, test } from "vitest";
import { canBeChecked, planOf } from "./plan";

test("a visit until midnight ends with its day, and one from midnight begins with it", () => {
  expect(planOf({ day: "2027-05-11", start: "20:00", end: "00:00" })).toMatchObject({
    startMinute: 1200,
    endMinute: 1440,
  });
  expect(planOf({ day: "2027-05-11", start: "00:00", end: "01:30" })).toMatchObject({ startMinute: 0, endMinute: 90 });
});

test("without a day or times it has none", () => {
  expect(planOf({ day: "", start: "", end: null })).toEqual({
    day: null,
    startMinute: null,
    endMinute: null,
    crew: [],
  });
});

test("whoever is in charge stands first, and must be of the crew", () => {
  expect(planOf({ crew: "ann bob cy", head: "bob" }).crew).toEqual(["bob", "ann", "cy"]);
  expect(planOf({ crew: "ann cy", head: "bob" }).crew).toEqual(["ann", "cy"]);
});

test("half a time is not asked about", () => {
  const asks = (typed: object) => canBeChecked(planOf({ day: "2027-05-11", ...typed }));
  expect([{}, { start: "08:00", end: "10:00" }].map(asks)).toEqual([true, true]);
  expect([{ start: "08:00" }, { end: "10:00" }, { day: "" }].map(asks)).toEqual([false, false, false]);
});
