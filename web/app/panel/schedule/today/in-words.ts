// What an operation holds, in words: a title of it, and all that its person told, so that it can be read and copied where the server
// does not take it. Each field says its own; one that says nothing here does not compile.
import type { Schemas } from "~/api/client";
import { type Clock, clockOf } from "~/lib/clock";
import type { Operation } from "./applied";
import { arrivalText } from "./arrival";
import type { OwnVisit } from "./own-visit";

type Line = string | false | null | undefined;

/** Its part of the title, and a line for each thing that it holds and the title does not say. */
type Reads<Value> = [
  title: Line | ((value: Value) => Line),
  words: (value: Value, visit: OwnVisit, clock: Clock) => Line | Line[],
];

const STEPS: Partial<Record<OwnVisit["status"], string>> = {
  planned: "Taken back",
  on_the_way: "On my way",
  started: "Started",
  done: "Completed",
};
const ENDING = "How it ended";

const used = ({ name, quantity, unit, removed, base }: Schemas["SiteMaterial"]): string =>
  removed ? `Removed: ${base?.name}` : [quantity, unit, name].filter(Boolean).join(" ");

const momentOf = (clock: Clock, at: string): string => `${clock.timeAt(at)}, ${clock.day(at)}`;

const FIELDS: { [Name in keyof Operation]-?: Reads<NonNullable<Operation[Name]>> } = {
  status: [(status) => STEPS[status], () => null],
  startedAt: ["Times", (at, _, clock) => `Started: ${momentOf(clock, at)}`],
  doneAt: ["Times", (at, _, clock) => `Done: ${momentOf(clock, at)}`],
  reason: [null, (reason) => `Reason: ${reason}`],
  notes: ["Notes", ({ text }) => text ?? "No notes any more"],
  materials: ["Materials", (lines) => lines.map(used)],
  checks: [
    "Checklist",
    (lines, { checklist }) =>
      lines.map(
        ({ item, done }) =>
          `${checklist.find(({ id }) => id === item)?.words}: ${done === false ? "not done" : "done"}`,
      ),
  ],
  runs: [
    "Measured feet",
    (lines, { lighting }) =>
      lines.map(({ line, feet }) => {
        const place = lighting?.runs.findIndex((run) => run.line === line) ?? 0;
        return `Run ${place + 1}: ${feet ? `${feet} feet` : "not measured"}`;
      }),
  ],
  closing: [
    ENDING,
    ({ met, nobodyThere, missing }) => [
      met && `Met: ${met}`,
      nobodyThere && "Nobody there",
      missing && `Left out: ${missing}`,
    ],
  ],
  arrival: [null, (window) => `Arrival: ${arrivalText(window)}`],
  completesJob: [null, (finished) => finished && "The job is finished"],
};

/** What each field says that is told, in their order. */
const told = (operation: Operation, tell: (reads: Reads<unknown>, value: unknown) => Line | Line[]): Line[] =>
  Object.entries(FIELDS).flatMap(([name, reads]) => {
    const value = operation[name as keyof Operation];
    return value == null ? [] : tell(reads as Reads<unknown>, value);
  });

/** What an operation does, in words. */
export function titleOfOperation(operation: Operation): string {
  const titles = new Set(told(operation, ([title], value) => (typeof title === "function" ? title(value) : title)));
  if (operation.status) titles.delete(ENDING);
  return [...titles].filter(Boolean).join(", ") || "Change";
}

const linesOf = (lines: Line[]): string => lines.filter(Boolean).join("\n");

/** All that its person told. */
export const inWords = (operation: Operation, visit: OwnVisit): string =>
  linesOf(told(operation, ([, words], value) => words(value, visit, clockOf(visit.timeZone))));

/** What is told with a photo, which is no operation. */
export const photoInWords = (caption: string, takenAt: string, { timeZone }: OwnVisit): string =>
  linesOf([caption, `Taken: ${momentOf(clockOf(timeZone), takenAt)}`]);
