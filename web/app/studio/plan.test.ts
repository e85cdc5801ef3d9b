import { describe, expect, test } from "vitest";
import { scenes } from "~/lib/schemes";
import shared from "../../../tests/vectors/rooflines.json";
import type { Quad } from "./engine";
import {
  blank,
  type Drawing,
  drawingOf,
  fits,
  fragmentOf,
  type Look,
  lookOf,
  MOST,
  planIn,
  planOf,
  readPlan,
} from "./plan";

const quad: Quad = [
  { x: 100, y: 200 },
  { x: 300, y: 200 },
  { x: 300, y: 400 },
  { x: 100, y: 400 },
];
const drawing: Drawing = {
  lines: [
    {
      id: "1",
      points: [
        { x: 0, y: 0 },
        { x: 800, y: 450 },
        { x: 1600, y: 900 },
      ],
    },
  ],
  windows: [quad],
  strokes: [{ isSky: true, radius: 40, points: [{ x: 20, y: 30 }] }],
  reference: { kind: "garage16x7", corners: quad, placed: 5, guessed: false, confirmed: true },
  stories: 1,
  coverage: "whole",
};
const look: Look = { colors: scenes[2].colors, effect: "chase", brightness: 60, spacing: 8, evening: 0.75 };
const ground = { width: 1600, height: 900, focal: 0.9, roll: 0.01, similar: null };
const plan = planOf(drawing, look, ground);

test("a drawing keeps its places to a pixel, there and back", () => {
  const back = drawingOf(plan, 1600, 900);
  const places = ({ lines, windows, strokes, reference }: Drawing) =>
    [lines.map(({ points }) => points), windows, strokes.map(({ points }) => points), reference?.corners ?? []]
      .flat(3)
      .flatMap(({ x, y }) => [x, y]);
  const near = places(drawing).map((at) => expect.closeTo(at, 0));
  expect(places(back)).toEqual(near);
  expect(planOf(back, lookOf(plan), ground)).toEqual(plan);
});

test("it fits a smaller copy of the picture", () => {
  expect(drawingOf(plan, 800, 450).lines[0]?.points[2]).toEqual({ x: 800, y: 450 });
});

test("what lies outside of the picture is drawn to its edge", () => {
  const outside = {
    ...drawing,
    lines: [
      {
        id: "1",
        points: [
          { x: -30, y: 20 },
          { x: 1700, y: 20 },
        ],
      },
    ],
  };
  expect(planOf(outside, look, ground).l[0]).toEqual([0, 91, 4095, 91]);
});

test("the light comes back as it was, a scheme or colors of one's own", () => {
  expect(lookOf(plan)).toEqual(look);
  const own: Look = { ...look, colors: ["#010203", "#ff0000", "#00ff7f"] };
  const said = planOf(drawing, own, ground);
  expect(said).toMatchObject({ s: "own", c: [0x010203, 0xff0000, 0x00ff7f] });
  expect(lookOf(said)).toEqual(own);
});

test.each([
  ["as wide as one may be", { width: 1600, height: 320 }],
  ["as high as one may be", { width: 320, height: 1600 }],
  ["taken from afar", { focal: 8.9 }],
  ["taken with the widest lens", { focal: 0.26 }],
  ["turned over", { roll: 1.5 }],
])("a picture %s has a plan that is read", (_, part) => {
  const said = planOf(drawing, look, { ...ground, ...part });
  expect(readPlan(JSON.stringify(said))).toEqual(said);
});

test("stories are said where somebody said them, and corners where somebody confirmed the box", () => {
  const box = { kind: "stories", corners: quad, placed: 3, guessed: false, confirmed: false } as const;
  const sizeOf = (part: Partial<Drawing>) => planOf({ ...drawing, ...part }, look, ground).r;
  expect(sizeOf({ stories: 2, reference: box })).toEqual({ k: "stories", n: 2, q: plan.r?.q });
  expect(sizeOf({ stories: null, reference: box })).toBeUndefined();
  expect(sizeOf({ stories: null })).toEqual({ k: "garage16x7", q: plan.r?.q, h: 5 });
  expect(plan.r).toMatchObject({ n: 1, h: 5 });
  expect(drawingOf(plan, 1600, 900)).toMatchObject({ stories: 1, reference: { placed: 5, confirmed: true } });
});

test("nothing is said of a house that nobody said", () =>
  expect(blank).toMatchObject({ reference: null, stories: null }));

test("a full drawing fits what the server takes, and it is known of one that does not", () => {
  const points = (count: number) => Array.from({ length: count }, (_, i) => ({ x: 1111 + i, y: 789 + i }));
  const full: Drawing = {
    ...drawing,
    lines: Array.from({ length: 12 }, (_, i) => ({ id: String(i), points: points(6) })),
    windows: Array.from({ length: MOST.windows / 2 }, () => quad),
  };
  const said = planOf(full, look, ground);
  expect(fits(said)).toBe(true);
  const room = 4096 - JSON.stringify(said).length;
  expect(fits({ ...said, s: said.s.padEnd(said.s.length + room, "x") })).toBe(true);
  expect(fits({ ...said, s: said.s.padEnd(said.s.length + room + 1, "x") })).toBe(false);
  const strokes = Array.from({ length: MOST.strokes }, () => ({ isSky: true, radius: 9, points: points(24) }));
  expect(fits(planOf({ ...full, strokes }, look, ground))).toBe(false);
});

describe("a link", () => {
  test("brings the plan", () => expect(planIn(`#${fragmentOf(plan)}`)).toEqual(plan));
  test.each(["", "#house", "#plan=", "#plan=%%%", "#plan=e30", `#plan=${"A".repeat(9000)}`])(
    "brings none: %s",
    (hash) => expect(planIn(hash)).toBeNull(),
  );
});

test.each<[string, object]>([
  ["another version", { v: 2 }],
  ["a place off the grid", { l: [[0, 0, 4096, 0]] }],
  ["half a point", { l: [[0, 0, 1]] }],
  ["too many lines", { l: Array.from({ length: 25 }, () => [0, 0, 1, 1]) }],
  ["a word nobody knows", { x: 1 }],
  ["a script for a scheme", { s: "<script>" }],
  ["an effect nobody knows", { e: "strobe" }],
  ["a fraction of a percent", { b: 50.5 }],
  ["a door nobody knows", { r: { k: "barn", q: [0, 0, 1, 0, 1, 1, 0, 1] } }],
  ["a window with three corners", { w: [[0, 0, 1, 0, 1, 1]] }],
])("is not read: %s", (_, part) => {
  expect(readPlan(JSON.stringify(plan))).toEqual(plan);
  expect(readPlan(JSON.stringify({ ...plan, ...part }))).toBeNull();
});

test("an empty drawing is read too", () =>
  expect(readPlan(JSON.stringify(planOf(blank, look, ground)))).not.toBeNull());

test.each(shared.accepted)("as the server, it reads $what", ({ plan }) =>
  expect(readPlan(JSON.stringify(plan))).toEqual(plan),
);

test.each(shared.refused.filter(({ what }) => what !== "no lines"))(
  "as the server, it does not read $what",
  ({ plan }) => expect(readPlan(JSON.stringify(plan))).toBeNull(),
);

test("what every object has is no word of a plan", () =>
  expect(readPlan(JSON.stringify({ ...plan, constructor: 1 }))).toBeNull());
