import { expect, test } from "vitest";
import { applied, type Operation } from "./operations";
import { type OwnVisit, ownDay } from "./own-visit";

const visit = (id: string, fields: Partial<OwnVisit> = {}): OwnVisit =>
  ({ id, day: "2027-05-11", status: "planned", setOffAt: null, startedAt: null, doneAt: null, ...fields }) as OwnVisit;

const ids = (visits: OwnVisit[]) => visits.map(({ id }) => id);

test("a day begins with what is left of those before, and ends with those that come", () => {
  const visits = [
    visit("left", { day: "2027-05-10", status: "started" }),
    visit("finished", { day: "2027-05-10", status: "done" }),
    visit("first", { status: "done" }),
    visit("second"),
    visit("later", { day: "2027-05-13" }),
    visit("evening", { day: "2027-05-13" }),
  ];
  const { left, today, coming, next } = ownDay(visits, "2027-05-11");
  expect(ids(left)).toEqual(["left"]);
  expect(ids(today)).toEqual(["first", "second"]);
  expect(coming.map(({ day, visits }) => [day, ids(visits)])).toEqual([["2027-05-13", ["later", "evening"]]]);
  expect(next?.id).toBe("left");
});

test("what is under way comes before what is first in turn", () => {
  const visits = [visit("first"), visit("second", { status: "on_the_way" })];
  expect(ownDay(visits, "2027-05-11").next?.id).toBe("second");
  expect(ownDay([visit("only", { status: "done" })], "2027-05-11").next).toBeNull();
  expect(ownDay([visit("tomorrow", { day: "2027-05-12" })], "2027-05-11").next).toBeNull();
});

const after = (before: OwnVisit, operation: Operation) =>
  applied(before, { id: "1", visit: before.id, at: "2027-05-11T12:00:00Z", operation });

test("a step is shown with its time, and a step back without those after it", () => {
  const started = after(visit("a", { status: "on_the_way", setOffAt: "2027-05-11T11:00:00Z" }), { status: "started" });
  expect(started).toMatchObject({
    status: "started",
    setOffAt: "2027-05-11T11:00:00Z",
    startedAt: "2027-05-11T12:00:00Z",
  });
  const back = after(started, { status: "on_the_way", reason: "Pressed by mistake" });
  expect(back).toMatchObject({ status: "on_the_way", setOffAt: "2027-05-11T11:00:00Z", startedAt: null });
  expect(after(visit("a", { notes: "Gate" }), { notes: "Gate 4410" })).toMatchObject({
    status: "planned",
    notes: "Gate 4410",
  });
});
