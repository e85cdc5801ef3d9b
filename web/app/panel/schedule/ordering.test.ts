import { expect, test } from "vitest";
import { orderBeside, orderBy, saidOfOrder } from "./ordering";
import type { Planned } from "./schedule";

const visit = (id: string, startMinute: number | null = null) => ({ id, title: id, startMinute }) as Planned;
const [timed, one, two, three] = [visit("timed", 480), visit("one"), visit("two"), visit("three")];
const day = [timed, one, two, three];
const ids = (visits: Planned[] | null) => visits?.map(({ id }) => id) ?? null;

test("a visit goes before or behind another one of its day", () => {
  expect(ids(orderBeside(day, "three", { card: "one", after: false }))).toEqual(["three", "one", "two"]);
  expect(ids(orderBeside(day, "one", { card: "two", after: true }))).toEqual(["two", "one", "three"]);
  expect(ids(orderBeside(day, "one", { card: "three", after: false }))).toEqual(["two", "one", "three"]);
});

test("where it stands already nothing changes, and what has a time stays by it", () => {
  expect(orderBeside(day, "one", { card: "two", after: false })).toBeNull();
  expect(orderBeside(day, "timed", { card: "two", after: true })).toBeNull();
  expect(orderBeside(day, "one", { card: "timed", after: false })).toBeNull();
});

test("step by step it stops at both ends", () => {
  expect(ids(orderBy(day, "two", -1))).toEqual(["two", "one", "three"]);
  expect(ids(orderBy(day, "two", 1))).toEqual(["one", "three", "two"]);
  expect(orderBy(day, "one", -1)).toBeNull();
  expect(orderBy(day, "three", 1)).toBeNull();
  expect(orderBy(day, "timed", 1)).toBeNull();
});

test("its new turn is said, or why it has none", () => {
  expect(saidOfOrder(two, orderBy(day, "two", 1))).toBe("two, 3 of 3 that day");
  expect(saidOfOrder(one, null)).toBe("Nothing else stands there.");
  expect(saidOfOrder(timed, null)).toBe("It stands by its time.");
});
