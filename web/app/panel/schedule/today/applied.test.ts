import { expect, test } from "vitest";
import { applied, type Operation } from "./applied";
import type { OwnVisit } from "./own-visit";

const SET_OFF = "2026-06-30T07:40:00Z";
const NOW = "2026-06-30T08:00:00Z";
const channel = { id: "a", name: "Channel", quantity: 12, unit: "ft" };
const clips = { id: "b", name: "Clips", quantity: 40, unit: null };
const visit = {
  id: "visit",
  status: "on_the_way",
  setOffAt: SET_OFF,
  startedAt: null,
  doneAt: null,
  notes: null,
  met: null,
  nobodyThere: false,
  missing: null,
  materialsUsed: [channel, clips],
  checklist: [
    { id: "outlet", words: "Check the outlet", required: true, photo: null, done: false },
    { id: "ladder", words: "Tie the ladder", required: false, photo: null, done: true },
  ],
} as unknown as OwnVisit;

const shown = (operation: Operation, before = visit) =>
  applied(before, { id: "one", visit: visit.id, at: NOW, day: null, operation });

test("a step forward has the time of its press, and those before keep theirs", () => {
  expect(shown({ status: "started" })).toMatchObject({ status: "started", setOffAt: SET_OFF, startedAt: NOW });
  expect(shown({ status: "done", closing: { nobodyThere: true } })).toMatchObject({ doneAt: NOW, nobodyThere: true });
});

test("a step back forgets what came after it, and whom one met", () => {
  const done = shown({ status: "done", closing: { met: "A neighbor", missing: "No time" } });
  expect(done).toMatchObject({ met: "A neighbor", missing: "No time" });
  const back = { status: "on_the_way", setOffAt: SET_OFF, doneAt: null, met: null, missing: null };
  expect(shown({ status: "on_the_way", reason: "Pressed by mistake" }, done)).toMatchObject(back);
});

test("materials change by line: one more, one other, one less, and the rest stays", () => {
  const tape = { id: "c", name: "Tape", quantity: 1, unit: null };
  expect(shown({ materials: [tape] }).materialsUsed).toEqual([channel, clips, tape]);
  expect(shown({ materials: [{ ...channel, quantity: 14 }] }).materialsUsed).toEqual([
    { ...channel, quantity: 14 },
    clips,
  ]);
  expect(shown({ materials: [{ id: "a", removed: true }] }).materialsUsed).toEqual([clips]);
});

test("notes and ticks stand at once, and nothing else moves", () => {
  expect(shown({ notes: { base: null, text: "Dog" } })).toEqual({ ...visit, notes: "Dog" });
  const ticked = shown({ checks: [{ item: "outlet" }, { item: "ladder", done: false }] });
  expect(ticked.checklist.map(({ done }) => done)).toEqual([true, false]);
});

test("what was measured stands at once, run by run, and can be taken back", () => {
  const run = { line: "1,2,3,4", feet: 40, measured: null, measuredAt: null };
  const other = { ...run, line: "5,6,7,8" };
  const lit = { ...visit, lighting: { id: "drawing", runs: [run, other] } } as unknown as OwnVisit;
  const measured = shown({ runs: [{ line: run.line, feet: 41.5 }] }, lit);
  expect(measured.lighting?.runs).toEqual([{ ...run, measured: 41.5, measuredAt: NOW }, other]);
  expect(shown({ runs: [{ line: run.line, feet: null }] }, measured).lighting?.runs).toEqual([run, other]);
  expect(shown({ runs: [{ line: run.line, feet: 9 }] }).lighting).toBeUndefined();
});
