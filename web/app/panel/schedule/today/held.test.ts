import { expect, test } from "vitest";
import { withHeld } from "./held";
import { type OwnVisit, ownDay } from "./own-visit";

const TODAY = "2027-05-11";

const visit = (id: string, fields: Partial<OwnVisit> = {}): OwnVisit =>
  ({ id, day: TODAY, status: "planned", ...fields }) as OwnVisit;

const holds = (held: OwnVisit, place: number) => ({ [held.id]: { visit: held, place } });

const days = (visits: OwnVisit[]) => visits.map(({ id, day }) => `${id} ${day}`);

test("a visit with words that is not among one's own any more stays at its place", () => {
  const held = holds(visit("second"), 1);
  expect(days(withHeld([visit("first"), visit("third")], held))).toEqual(
    ["first", "second", "third"].map((id) => `${id} ${TODAY}`),
  );
  expect(days(withHeld([], held))).toEqual([`second ${TODAY}`]);
});

test("one that was moved stays on its day and has its other news; without words it goes to the new one", () => {
  const moved = visit("moved", { day: "2027-05-13", status: "started" });
  expect(withHeld([moved], holds(visit("moved"), 0))).toEqual([visit("moved", { status: "started" })]);
  expect(withHeld([moved], {})).toEqual([moved]);
});

test("one of the days before that somebody else has finished stays while it holds words", () => {
  const finished = visit("left", { day: "2027-05-10", status: "done" });
  expect(ownDay([finished], TODAY, holds(finished, 0)).left).toEqual([finished]);
  expect(ownDay([finished], TODAY).left).toEqual([]);
});
