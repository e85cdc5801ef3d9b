import { expect, test } from "vitest";
import { linesOf } from "./chart";
import { type Column, knownTold, listAddress, type Report } from "./report";

const column = (id: string, unit: Column["unit"]): Column => ({
  id,
  title: id,
  unit,
  money: null,
  better: "up",
  note: null,
});

function drawn(...columns: Column[]): string[] {
  const series = { unit: "day", columns: columns.map(({ id }) => id), points: [] };
  return linesOf({ columns, series } as unknown as Report).map((line) => line.column.id);
}

test("lines of one chart have one unit, that of the first", () => {
  expect(drawn(column("jobs", "count"), column("feet", "feet"), column("hours", "hours"))).toEqual(["jobs"]);
  expect(drawn(column("quoted", "dollars"), column("won", "count"), column("guess", "dollars"))).toEqual([
    "quoted",
    "guess",
  ]);
});

const figure = { value: 1, before: null, of: 93, error: null, list: null, known: null, change: null };

test("it is said of how many a number is known, where not of all", () => {
  expect([knownTold(figure), knownTold({ ...figure, known: 0 }), knownTold({ ...figure, known: 12 })]).toEqual([
    null,
    "known for 0 of 93",
    "known for 12 of 93",
  ]);
});

test("a number opens the list of everybody's, narrowed as it was counted", () => {
  const opened = (path: string, query: Record<string, string>) =>
    listAddress({ ...figure, list: { path, query, count: 1 } });
  expect([
    opened("/api/panel/work-orders", { planned: "2026-11-01..2026-11-30", outcome: "late" }),
    opened("/api/panel/work-orders", { assignedTo: "lee" }),
    opened("/api/panel/enquiries", { made: "2026-11-01..2026-11-30" }),
    opened("/api/panel/elsewhere", {}),
  ]).toEqual([
    "/panel/work-orders?view=list&assignedTo=all&planned=2026-11-01..2026-11-30&outcome=late",
    "/panel/work-orders?view=list&assignedTo=lee",
    "/panel/leads?tab=inbox&made=2026-11-01..2026-11-30",
    null,
  ]);
});
