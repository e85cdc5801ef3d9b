// How a drawing reads in words and numbers.
import { expect, test } from "vitest";
import { colorsOf, feetText, shineOf, shineText } from "./plan";

const plan = { a: 1.5, l: [], s: "warm", e: "chase", b: 80, d: 8 };

test("a range of feet, one number where both ends are the same, and nothing without a size", () => {
  expect(feetText({ low: 40, high: 45 })).toBe("40-45 ft");
  expect(feetText({ low: 1, high: 1 })).toBe("1 ft");
  expect(feetText({ low: null, high: null })).toBeNull();
});

test.each([
  ["Warm white, chase, 80 % bright", plan],
  ["Colors of their own, chase, 80 % bright", { ...plan, c: [0x010203, 0xff0000] }],
  ["Lit-by-gas, chase, 80 % bright", { ...plan, s: "lit-by-gas" }],
])("%s", (words, said) => expect(shineText(shineOf(said))).toBe(words));

test("the colors are those of the scheme once each, or the visitor's own", () => {
  expect(colorsOf(shineOf(plan))).toHaveLength(1);
  expect(colorsOf(shineOf({ ...plan, c: [0x010203, 0xff0000] }))).toEqual(["#010203", "#ff0000"]);
  expect(colorsOf(shineOf({ ...plan, s: "unknown" }))).toEqual([]);
});
