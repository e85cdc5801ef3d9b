import { expect, test } from "vitest";
import { linesOf } from "./chart";
import { type Column, comparison, listAddress, type Report } from "./report";

const column = (id: string, unit: Column["unit"]): Column => ({ id, title: id, unit, money: null, better: "up" });

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

test("a share is compared in points, from nothing too; a number in percent", () => {
  const compare = (value: number, before: number, unit: Column["unit"]) =>
    comparison({ value, before, of: 1, list: null, error: null }, column("a", unit))?.percent;
  expect([compare(82, 100, "percent"), compare(82, 100, "count")]).toEqual([-18, -18]);
  expect([compare(30, 60, "percent"), compare(30, 60, "count")]).toEqual([-30, -50]);
  expect([compare(9, 0, "percent"), compare(9, 0, "count")]).toEqual([9, undefined]);
});

test("more of what should go up is good, more of what should go down is not", () => {
  const tone = (value: number, better: Column["better"]) =>
    comparison({ value, before: 4, of: 1, list: null, error: null }, { ...column("a", "count"), better })?.tone;
  expect([tone(5, "up"), tone(3, "up"), tone(5, "down"), tone(3, "down"), tone(5, null), tone(4, "up")]).toEqual([
    "good",
    "bad",
    "bad",
    "good",
    "same",
    "same",
  ]);
});

test("a number opens the list of everybody's, narrowed as it was counted", () => {
  const opened = (path: string, query: Record<string, string>) =>
    listAddress({ value: 1, before: null, of: 1, error: null, list: { path, query, count: 1 } });
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
