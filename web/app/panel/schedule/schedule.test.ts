import { expect, test } from "vitest";
import { ApiError } from "~/api/error";
import vectors from "../../../../tests/vectors/crews.json";
import {
  type Absence,
  awayOn,
  awayText,
  byPlace,
  changedIn,
  clashing,
  crewAt,
  crewsOut,
  hoursOf,
  loadText,
  mondayOf,
  monthFrom,
  moveTo,
  NOBODY,
  nameOf,
  objectionsIn,
  openHours,
  type Planned,
  personName,
  placeOf,
  saidAt,
  TRAY,
  type Week,
} from "./schedule";
import { spanOf } from "./telling";

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
  reply: null,
  ...fields,
});
const day = { day: "2027-05-11", opens: 480, closes: 1020, crews: null, closed: null, ownCrews: null, note: null };

test("a week begins on its Monday", () => {
  expect(["2027-05-10", "2027-05-16", "2027-05-17"].map(mondayOf)).toEqual(["2027-05-10", "2027-05-10", "2027-05-17"]);
});

test("months follow each other over a year's end", () => {
  expect([monthFrom("2027-12-31", 1), monthFrom("2027-01-05", -1)]).toEqual(["2028-01-01", "2026-12-01"]);
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

test("what goes back to the tray has no time any more, and keeps its crew", () => {
  expect(
    moveTo(visit({ startMinute: 480, endMinute: 600, crew: ["ann"] }), { person: "ann", day: "2027-05-11" }, TRAY),
  ).toEqual({
    day: null,
    startMinute: null,
    endMinute: null,
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

const week = (fields: Partial<Week>): Week => ({
  zone: "America/New_York",
  today: "2027-05-10",
  days: [day],
  people: [
    { id: "ann", firstName: "Ann", lastName: "Ash", email: "ann@x.example", role: "technician", profileImageUrl: null },
  ],
  visits: [],
  absences: [],
  unplanned: { count: 0, visits: [] },
  late: { count: 0, visits: [] },
  ...fields,
});
const away: Absence = {
  id: "v",
  userId: "ann",
  firstDay: "2027-05-11",
  lastDay: "2027-05-11",
  startMinute: null,
  endMinute: null,
  kind: "vacation",
  note: null,
  version: 1,
};

test("nobody has hours on a closed day or away, and fewer where they are away for some", () => {
  expect(openHours(day)).toBe(9);
  expect(openHours({ ...day, closed: "Inventory" })).toBe(0);
  expect(openHours(day, away)).toBe(0);
  expect(openHours(day, { ...away, startMinute: 420, endMinute: 600 })).toBe(7);
  expect([4, 9, 10].map((booked) => loadText({ booked, open: 9 }))).toEqual([
    "4 of 9 h",
    "9 of 9 h, full",
    "10 of 9 h, over",
  ]);
});

test("who is away is themselves, on each day from the first to the last", () => {
  const days = { ...away, firstDay: "2027-05-11", lastDay: "2027-05-12" };
  const found = (person: string, on: string) => awayOn([days], person, on);
  expect(["10", "11", "12", "13"].map((on) => found("ann", `2027-05-${on}`))).toEqual([null, days, days, null]);
  expect(found("bob", "2027-05-11")).toBeNull();
});

test("a list that is as before is the same list", () => {
  const [one, two] = [visit({ id: "a", crew: ["ann"] }), visit({ id: "b", crew: ["bob"] })];
  const before = byPlace({ visits: [one, two] });
  const after = byPlace({ visits: [one, { ...two, version: 2 }] }, before);
  expect(after.get("ann 2027-05-11")).toBe(before.get("ann 2027-05-11"));
  expect(after.get("bob 2027-05-11")).not.toBe(before.get("bob 2027-05-11"));
});

test("a visit that changes leaves one place for another, and trays count along", () => {
  const waiting = week({ unplanned: { count: 3, visits: [visit({ day: null })] } });
  const planned = changedIn(waiting, "a", { day: "2027-05-11" });
  expect([planned.visits.length, planned.unplanned]).toEqual([1, { count: 2, visits: [] }]);
  const back = changedIn(planned, "a", { day: null });
  expect([back.visits.length, back.unplanned.count]).toEqual([0, 3]);
  const late = week({ late: { count: 1, visits: [visit({ day: "2027-05-03" })] } });
  expect(changedIn(late, "a", { day: "2027-05-11" }).late.count).toBe(0);
  expect(changedIn(late, "a", { day: "2027-05-04" }).late).toMatchObject({ count: 1, visits: [{ day: "2027-05-04" }] });
  expect(changedIn(late, "nothing", { day: null })).toBe(late);
});

test("whoever carries a visit hears who, when, how full, and what is in the way", () => {
  const there = visit({ id: "b", title: "Porch", crew: ["ann"], startMinute: 480, endMinute: 600 });
  const carried = visit({ id: "a", startMinute: 540, endMinute: 660 });
  const place = { person: "ann", day: "2027-05-11" };
  const said = (fields: Partial<Week>) => {
    const shown = week(fields);
    return saidAt(shown, byPlace(shown), carried, place);
  };
  expect(said({})).toBe("Tuesday, May 11, Ann Ash, 2 of 9 hours with it");
  expect(said({ visits: [there] })).toBe("Tuesday, May 11, Ann Ash, 4 of 9 hours with it, clashes with Porch");
  expect(said({ absences: [away] })).toBe("Tuesday, May 11, Ann Ash, away: Vacation, 2 of 0 hours with it");
  expect(saidAt(week({}), new Map(), carried, TRAY)).toBe("Not scheduled");
});

test("over a row of nobody, a closed day or another week less is said", () => {
  const carried = visit({ id: "a" });
  const over = (fields: Partial<Week>, place: { person: string; day: string }) =>
    saidAt(week(fields), new Map(), carried, place);
  expect(over({}, { person: NOBODY, day: "2027-05-11" })).toBe("Tuesday, May 11, Nobody yet");
  expect(over({ today: "2027-05-12" }, { person: NOBODY, day: "2027-05-11" })).toContain("a day that is over");
  expect(over({}, { person: "ann", day: "2027-06-01" })).toBe("Tuesday, June 1, Ann Ash");
  expect(over({ days: [{ ...day, closed: "Closed" }] }, { person: NOBODY, day: "2027-05-11" })).toBe(
    "Tuesday, May 11, Nobody yet, Closed",
  );
  expect(over({ days: [{ ...day, closed: "Inventory" }] }, { person: "ann", day: "2027-05-11" })).toBe(
    "Tuesday, May 11, Ann Ash, Closed: Inventory, 9 of 0 hours with it",
  );
});

test("people without a name go by their address, and times by what is known", () => {
  const nameless = {
    id: "bob",
    firstName: null,
    lastName: null,
    email: "bob@x.example",
    role: null,
    profileImageUrl: null,
  };
  expect(personName({ people: [nameless] }, "bob")).toBe("bob@x.example");
  expect(personName({ people: [] }, "bob")).toBe("Somebody");
  expect(awayText(away)).toBe("Vacation");
  expect(awayText({ ...away, kind: "sick", startMinute: 480, endMinute: 750 })).toBe("Sick, 8 AM to 12:30 PM");
  expect(spanOf({ startMinute: 480, endMinute: 720 })).toBe("8 AM–12 PM");
  expect(spanOf({ startMinute: null, endMinute: null })).toBe("Any time");
});

test("a day's visits stand by their time, those without one last and by their position", () => {
  const moved = visit({ id: "a", day: null });
  const others = [
    visit({ id: "b", position: 2 }),
    visit({ id: "c", position: 1 }),
    visit({ id: "d", startMinute: 480, endMinute: 600 }),
  ];
  const after = changedIn(week({ visits: others, unplanned: { count: 1, visits: [moved] } }), "a", {
    day: "2027-05-11",
    startMinute: 420,
    endMinute: 450,
  });
  expect(after.visits.map(({ id }) => id)).toEqual(["a", "d", "c", "b"]);
});

test("what speaks against a visit is read from a refusal for that reason alone", () => {
  const refusal = (status: number, fields: object) => new ApiError(status, JSON.stringify({ error: "No", fields }), "");
  expect(objectionsIn(refusal(409, { clash: "Ann is elsewhere." }))).toEqual({ clash: "Ann is elsewhere." });
  expect(objectionsIn(refusal(409, {}))).toBeNull();
  expect(objectionsIn(refusal(400, { clash: "x" }))).toBeNull();
  expect(objectionsIn(new Error("lost"))).toBeNull();
});

test.each(vectors)("of crews that go out: $says", ({ visits, crews }) => {
  expect(crewsOut(visits.map((crew) => ({ crew })))).toBe(crews);
});
