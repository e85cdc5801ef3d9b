import { expect, test } from "vitest";
import { goalOf, type Proposal, STAYS, stepOf, TRAY, usualReason, WITHOUT } from "./lost-day";

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

test("the reason names who is sick", () => {
  expect([usualReason(""), usualReason("Ann Ash")]).toEqual(["Rain", "Ann Ash is sick"]);
});
