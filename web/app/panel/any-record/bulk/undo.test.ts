import { expect, test } from "vitest";
import { named } from "./undo";

test("a notice names a few and counts the rest", () => {
  expect([
    named(["Ann"]),
    named(["Ann", "Ben"]),
    named(["Ann", "Ben", "Cy"]),
    named(["A", "B", "C", "D", "E"]),
  ]).toEqual(["Ann", "Ann and Ben", "Ann, Ben and Cy", "A, B, C and 2 more"]);
});
