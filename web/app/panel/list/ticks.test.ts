import { expect, test } from "vitest";
import { allTicked, NONE, type Ticks, toggled, toggledAll } from "./ticks";

const ORDER = ["a", "b", "c", "d", "e"];
const told = ({ ids }: Ticks) => ORDER.filter((id) => ids.has(id)).join("");

test("a press ticks a row, and another takes the tick away", () => {
  const one = toggled(NONE, ORDER, "b");
  expect(told(one)).toBe("b");
  expect(told(toggled(one, ORDER, "b"))).toBe("");
});

test("a range goes from the last one in either direction, and becomes what the last one is", () => {
  const down = toggled(toggled(NONE, ORDER, "b"), ORDER, "d", true);
  expect(told(down)).toBe("bcd");
  expect(told(toggled(toggled(NONE, ORDER, "d"), ORDER, "a", true))).toBe("abcd");
  expect(told(toggled(toggled(down, ORDER, "b"), ORDER, "c", true))).toBe("d");
});

test("a range from nowhere, or from a row that is gone, is one row", () => {
  expect(told(toggled(NONE, ORDER, "c", true))).toBe("c");
  expect(told(toggled({ ...NONE, anchor: "z", ids: new Set(["z"]) }, ORDER, "c", true))).toBe("c");
});

test("all that are loaded are ticked at once, and let go at once", () => {
  const all = toggledAll(toggled(NONE, ORDER, "a"), ORDER);
  expect([told(all), allTicked(all, ORDER)]).toEqual(["abcde", true]);
  expect(told(toggledAll(all, ORDER))).toBe("");
  expect(allTicked(NONE, [])).toBe(false);
});

test("who meant all that match and takes one away means those that are loaded", () => {
  const all = { ...toggledAll(NONE, ORDER), all: true };
  const some = toggled(all, ORDER, "c");
  expect([told(some), some.all]).toEqual(["abde", false]);
});
