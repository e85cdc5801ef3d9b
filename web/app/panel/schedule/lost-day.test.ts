import { expect, test } from "vitest";
import { goalOf, goingOf, moveOf, type Proposal, STAYS, stepOf, TRAY, usualReason, WITHOUT } from "./lost-day";

const proposal = (day: string | null) => ({ id: "a", version: 3, day, crew: ["ann", "bob"] }) as Proposal;
const lost = { day: "2027-05-10", person: "ann" };

test("a visit goes where it is proposed, unless somebody chooses otherwise", () => {
  expect(goalOf(proposal("2027-05-11"), {})).toBe("2027-05-11");
  expect(goalOf(proposal(null), {})).toBe(TRAY);
  expect(goalOf(proposal("2027-05-11"), { a: STAYS, b: TRAY })).toBe(STAYS);
});

test("it goes to a day or to the tray, or the others of its crew go without who is sick", () => {
  expect(stepOf(proposal(null), "2027-05-12", lost)).toEqual({ id: "a", version: 3, day: "2027-05-12" });
  expect(stepOf(proposal(null), TRAY, lost)).toEqual({ id: "a", version: 3, day: null });
  expect(stepOf(proposal(null), WITHOUT, lost)).toEqual({ id: "a", version: 3, day: "2027-05-10", without: "ann" });
});

test("as proposed all move, and what is left where it is is not sent", () => {
  const [first, second] = [proposal("2027-05-11"), { ...proposal(null), id: "b" }];
  expect(goingOf([first, second], {})).toEqual([first, second]);
  expect(goingOf([first, second], { b: STAYS })).toEqual([first]);
});

test("what was told to speak against it is accepted by the next press, and nothing else", () => {
  const sent = (objections: object) => moveOf([proposal("2027-05-11")], { a: TRAY }, lost, objections);
  expect(sent({})).toEqual({ visits: [{ id: "a", version: 3, day: null }], accept: [] });
  expect(sent({ capacity: "The branch is closed that day.", clash: "Ann is elsewhere." }).accept).toEqual([
    "clash",
    "capacity",
  ]);
});

test("the reason names who is sick", () => {
  expect([usualReason(""), usualReason("Ann Ash")]).toEqual(["Rain", "Ann Ash is sick"]);
});
