import { expect, test } from "vitest";
import { linesOf } from "./chart";
import { type Column, comparison, type Report } from "./report";

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
