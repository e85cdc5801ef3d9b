import { expect, test } from "vitest";
import type { Operation } from "./applied";
import { inWords, titleOfOperation } from "./in-words";
import type { OwnVisit } from "./own-visit";

const visit = {
  timeZone: "America/Phoenix",
  checklist: [
    { id: "ladder", words: "Secure the ladder" },
    { id: "ties", words: "Tie the cables" },
  ],
  lighting: { runs: [{ line: "0,0 1,0" }, { line: "0,0 1,1" }] },
} as unknown as OwnVisit;

/** Each field of an operation, with its part of the title and its lines. The type asks for a new one. */
const EACH: { [Name in keyof Operation]-?: [Operation[Name], title: string, words: string] } = {
  status: ["done", "Completed", ""],
  reason: ["Forgot to press", "Change", "Reason: Forgot to press"],
  startedAt: ["2027-05-11T07:07:00Z", "Times", "Started: 12:07 AM, May 11, 2027"],
  doneAt: ["2027-05-11T19:30:00Z", "Times", "Done: 12:30 PM, May 11, 2027"],
  arrival: [{ startMinute: 495, endMinute: 525 }, "Change", "Arrival: 8:15 to 8:45 AM"],
  notes: [{ base: null, text: "Dog in the yard" }, "Notes", "Dog in the yard"],
  materials: [
    [
      { id: "a", name: "Clips", quantity: 7, unit: null, removed: false, base: null },
      { id: "b", name: "Channel", quantity: 1.5, unit: "ft", removed: false, base: null },
      { id: "c", removed: true, base: { name: "Tape", quantity: 2 } },
    ],
    "Materials",
    "7 Clips\n1.5 ft Channel\nRemoved: Tape",
  ],
  checks: [
    [{ item: "ladder" }, { item: "ties", done: false }],
    "Checklist",
    "Secure the ladder: done\nTie the cables: not done",
  ],
  runs: [
    [{ line: "0,0 1,1", feet: 41.5 }, { line: "0,0 1,0" }],
    "Measured feet",
    "Run 2: 41.5 feet\nRun 1: not measured",
  ],
  closing: [
    { met: "Aunt Ada", nobodyThere: false, missing: "No power" },
    "How it ended",
    "Met: Aunt Ada\nLeft out: No power",
  ],
  completesJob: [true, "Change", "The job is finished"],
};

for (const [name, [value, title, words]] of Object.entries(EACH))
  test(`${name} of an operation is read in words`, () => {
    const operation = { [name]: value };
    expect([titleOfOperation(operation), inWords(operation, visit)]).toEqual([title, words]);
  });

test("what one press did stands together, and what is empty says nothing", () => {
  const ending: Operation = {
    status: "done",
    closing: { met: null, nobodyThere: true, missing: null },
    reason: null,
    completesJob: false,
  };
  expect([titleOfOperation(ending), inWords(ending, visit)]).toEqual(["Completed", "Nobody there"]);
  const times = { startedAt: "2027-05-11T07:07:00Z", doneAt: "2027-05-11T19:30:00Z", reason: "No network" };
  expect(inWords({ notes: { base: "Dog in the yard", text: null } }, visit)).toBe("No notes any more");
  expect(titleOfOperation(times)).toBe("Times");
  expect(inWords(times, visit).split("\n")).toHaveLength(3);
});
