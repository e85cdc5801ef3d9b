import { expect, test } from "vitest";
import vectors from "../../../tests/vectors/texts.json";
import { asMeant, trimmed } from "./text";

test.each(Object.entries(vectors.trimmed))("%j is trimmed to %j", (typed, kept) => {
  expect(trimmed(typed)).toBe(kept);
});

test.each(Object.entries(vectors.asMeant))("%j is meant as %j", (typed, meant) => {
  expect(asMeant(typed)).toBe(meant);
});
