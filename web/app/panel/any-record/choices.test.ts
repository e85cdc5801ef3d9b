import { expect, test } from "vitest";
import { type Choice, withChoice } from "./choices";

const choice = (id: string, place: number | null): Choice => ({ id, words: id, place, version: 1 });
const ALL = [choice("a", 1), choice("b", 2), choice("c", 3), choice("gone", null)];

const shown = (saved: Choice) => withChoice(ALL, saved).map(({ id, place }) => `${id}${place ?? ""}`);

test("one that was moved makes the others close up and make room", () => {
  expect(shown(choice("a", 3))).toEqual(["b1", "c2", "a3", "gone"]);
  expect(shown(choice("c", 1))).toEqual(["c1", "a2", "b3", "gone"]);
});

test("one that was retired stands with those that are offered no more, and comes back to its place", () => {
  expect(shown(choice("b", null))).toEqual(["a1", "c2", "b", "gone"]);
  expect(shown(choice("gone", 2))).toEqual(["a1", "gone2", "b3", "c4"]);
});

test("a new one stands at its place", () => {
  expect(shown(choice("new", 4))).toEqual(["a1", "b2", "c3", "new4", "gone"]);
});
