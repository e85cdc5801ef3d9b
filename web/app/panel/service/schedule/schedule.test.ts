import { expect, test } from "vitest";
import {
  byPlace,
  clashing,
  crewAt,
  hoursOf,
  mondayOf,
  moveTo,
  NOBODY,
  nameOf,
  type Planned,
  placeOf,
  TRAY,
} from "./schedule";

const visit = (fields: Partial<Planned>): Planned => ({
  id: "a",
  kind: "work_order",
  recordId: "o",
  day: "2027-05-11",
  startMinute: null,
  endMinute: null,
  status: "planned",
  crew: [],
  position: 0,
  pinned: false,
  version: 1,
  title: "Gable",
  client: "Cleo",
  address: "1 Road",
  priority: "medium",
  jobKind: "installation",
  hours: null,
  crewSize: null,
  heldSince: null,
  ...fields,
});
const day = { day: "2027-05-11", opens: 480, closes: 1020, crews: null, closed: null };

test("a week begins on its Monday", () => {
  expect(["2027-05-10", "2027-05-16", "2027-05-17"].map(mondayOf)).toEqual(["2027-05-10", "2027-05-10", "2027-05-17"]);
});

test("a place is known by its name", () => {
  for (const place of [TRAY, { person: "ann", day: "2027-05-11" }]) expect(placeOf(nameOf(place))).toEqual(place);
});

test("whoever takes over a visit takes the place of whom it was pulled from", () => {
  expect(crewAt(["ann", "bob"], "ann", "cy")).toEqual(["cy", "bob"]);
  expect(crewAt(["ann", "bob"], "bob", "cy")).toEqual(["ann", "cy"]);
  expect(crewAt(["ann", "bob"], "ann", "bob")).toEqual(["bob"]);
  expect(crewAt([], NOBODY, "cy")).toEqual(["cy"]);
  expect(crewAt(["ann", "bob"], "ann", NOBODY)).toEqual(["bob"]);
});

test("what goes back to the tray has no time any more", () => {
  expect(
    moveTo(visit({ startMinute: 480, endMinute: 600, crew: ["ann"] }), { person: "ann", day: "2027-05-11" }, TRAY),
  ).toEqual({
    day: null,
    startMinute: null,
    endMinute: null,
    crew: [],
  });
  expect(moveTo(visit({}), TRAY, { person: NOBODY, day: "2027-05-12" })).toEqual({ day: "2027-05-12" });
});

test("hours are those of the times, of the job, or of the day", () => {
  expect(hoursOf([visit({ startMinute: 480, endMinute: 570 }), visit({ hours: 4 })], day)).toBe(5.5);
  expect(hoursOf([visit({})], day)).toBe(9);
  expect(hoursOf([visit({ hours: 30 })], day)).toBe(9);
});

test("a visit stands in the row of each of its crew, and what overlaps is told", () => {
  const one = visit({ id: "a", crew: ["ann", "bob"], startMinute: 480, endMinute: 600 });
  const other = visit({ id: "b", crew: ["ann"], startMinute: 599, endMinute: 660 });
  const nobody = visit({ id: "c" });
  const places = byPlace({ visits: [one, other, nobody] });
  expect([...places].map(([name, found]) => [name, found.map(({ id }) => id)])).toEqual([
    ["ann 2027-05-11", ["a", "b"]],
    ["bob 2027-05-11", ["a"]],
    ["nobody 2027-05-11", ["c"]],
  ]);
  expect(clashing([one, other, nobody])).toEqual(new Set(["a", "b"]));
  expect(clashing([one, { ...other, startMinute: 600 }])).toEqual(new Set());
});
