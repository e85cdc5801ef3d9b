import { expect, test } from "vitest";
import type { Quad } from "./engine";
import type { ReferenceKind } from "./plan";
import { kindOf } from "./size";

const box = (width: number, height: number): Quad => [
  { x: 100, y: 100 },
  { x: 100 + width, y: 100 },
  { x: 100 + width, y: 100 + height },
  { x: 100, y: 100 + height },
];

test.each<[string, number, number, ReferenceKind, ReferenceKind]>([
  ["a front door is no garage", 40, 90, "garage16x7", "door3x6_8"],
  ["a garage is no front door", 210, 100, "door3x7", "garage16x7"],
  ["a door for one car is none for two", 110, 100, "garage16x7", "garage8x7"],
  ["what was chosen stays where it may be", 150, 100, "garage16x8", "garage16x8"],
  ["another size of the same shape stays", 42, 90, "door3x7", "door3x7"],
  ["the height of a front has any shape", 40, 90, "stories", "stories"],
])("%s", (_, width, height, chosen, kind) => expect(kindOf(box(width, height), chosen)).toBe(kind));
