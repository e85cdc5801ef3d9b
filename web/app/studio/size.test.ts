import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Bench } from "./bench";
import type { Quad } from "./engine";
import { blank, type Drawing, type ReferenceKind } from "./plan";
import { kindOf, type Sizing, useSizing } from "./size";

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

const HELD = { kind: "garage16x7", corners: box(160, 70), placed: 0b0001, guessed: true, confirmed: false } as const;

function Probe({ bench, act }: { bench: Bench; act: (sizing: Sizing) => void }) {
  act(useSizing(bench, () => undefined));
  return null;
}

/** What moving a corner makes of a drawing, and whether it is a step of its own. */
function moved(drawing: Drawing, ...move: Parameters<Sizing["move"]>) {
  let made: unknown;
  const step = (kind: string) => (to: (now: Drawing) => Partial<Drawing>) => {
    made = [kind, to(drawing)];
  };
  const opened = { photo: { width: 1600, height: 900 } };
  const bench = { opened, drawing, change: step("change"), amend: step("amend") } as unknown as Bench;
  renderToStaticMarkup(createElement(Probe, { bench, act: (sizing) => sizing.move(...move) }));
  return made;
}

test.each([
  ["another corner is placed too", 2, true, 0b0101, "change"],
  ["a corner stays placed however often it is moved", 0, true, 0b0001, "change"],
  ["what goes on is no step of its own", 3, false, 0b1001, "amend"],
] as const)("%s", (_, corner, begins, placed, step) => {
  const to = { x: 7, y: 9 };
  const corners = HELD.corners.with(corner, to);
  expect(moved({ ...blank, reference: HELD }, corner, to, begins)).toEqual([
    step,
    { reference: { ...HELD, corners, placed } },
  ]);
});

test("without a box no corner is moved", () => {
  expect(moved(blank, 0, { x: 7, y: 9 }, true)).toEqual(["change", {}]);
});
