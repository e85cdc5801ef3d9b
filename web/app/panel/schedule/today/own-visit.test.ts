import { afterEach, expect, test, vi } from "vitest";
import { clockOf } from "~/lib/clock";
import { applied, type Operation } from "./applied";
import { nowThere, type OwnVisit, ownDay, ownVisits } from "./own-visit";

const server = vi.hoisted(() => ({ date: null as string | null }));

vi.mock("~/api/client", async (original) => ({
  ...(await original<object>()),
  api: {
    get: async () => {
      const headers: HeadersInit = server.date ? { Date: server.date } : {};
      return { data: [], response: new Response("[]", { headers }) };
    },
  },
}));

afterEach(() => vi.useRealTimers());

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
  applied(before, { id: "1", visit: before.id, at: "2027-05-11T12:00:00Z", day: before.day, operation });

test("a step is shown with its time, and a step back without those after it", () => {
  const started = after(visit("a", { status: "on_the_way", setOffAt: "2027-05-11T11:00:00Z" }), { status: "started" });
  expect(started).toMatchObject({
    status: "started",
    setOffAt: "2027-05-11T11:00:00Z",
    startedAt: "2027-05-11T12:00:00Z",
  });
  const back = after(started, { status: "on_the_way", reason: "Pressed by mistake" });
  expect(back).toMatchObject({ status: "on_the_way", setOffAt: "2027-05-11T11:00:00Z", startedAt: null });
});

test("what was written, used and met is shown beside how far it is", () => {
  const line = (id: string, quantity: number) => ({ id, name: "Channel", quantity, unit: "ft" });
  const before = visit("a", { notes: "Gate", materialsUsed: [line("1", 10), line("2", 5)] });
  const wanted = {
    notes: { base: "Gate", text: "Gate 4410" },
    materials: [{ ...line("1", 12) }, { id: "2", removed: true }, { ...line("3", 1) }],
    status: "done",
    closing: { met: "Kim", nobodyThere: false },
  } satisfies Operation;
  expect(after(before, wanted)).toMatchObject({
    notes: "Gate 4410",
    materialsUsed: [line("1", 12), line("3", 1)],
    status: "done",
    doneAt: "2027-05-11T12:00:00Z",
    met: "Kim",
  });
  const again = after({ ...before, ...after(before, wanted) }, { status: "started", reason: "Pressed by mistake" });
  expect(again).toMatchObject({ status: "started", doneAt: null, met: null });
});

test("a line of the checklist is ticked, and the others stay", () => {
  const line = (id: string, done: boolean) => ({ id, words: id, required: true, photo: null, done });
  const before = visit("a", { checklist: [line("outlet", false), line("gutters", true)] });
  const { checklist } = after(before, { checks: [{ item: "outlet", done: true }] });
  expect(checklist).toEqual([line("outlet", true), line("gutters", true)]);
});

test("a time that is put right stands in place of the pressed one", () => {
  const times = { startedAt: "2027-05-10T12:00:00Z", doneAt: "2027-05-10T15:00:00Z" };
  const forgotten = visit("a", { day: "2027-05-10", status: "started" });
  expect(after(forgotten, { status: "done", reason: "Forgot to press", ...times })).toMatchObject({
    status: "done",
    ...times,
  });
});

test("the day is that of the server, whatever day a phone believes in", async () => {
  vi.useFakeTimers({ now: Date.parse("2027-05-10T15:00:00Z") });
  const today = () => clockOf("America/New_York").dayIn(0, nowThere());
  server.date = "Tue, 11 May 2027 15:00:00 GMT";
  expect(today()).toBe("2027-05-10");
  await ownVisits.list();
  expect(today()).toBe("2027-05-11");
  vi.setSystemTime(Date.parse("2027-05-10T15:00:00Z") + 86_400_000 / 2);
  expect(today()).toBe("2027-05-11"); // until midnight there, also without a network
  server.date = null;
  await ownVisits.list();
  expect(today()).toBe("2027-05-11"); // what is not told changes nothing
});
