import { expect, test } from "vitest";
import type { Lit } from "../engine";
import { measured } from "../geometry/front";
import { EACH, hung } from "./bulbs";

const front = { width: 1600, height: 900, focal: 0.9 };
const lit = (lines: Lit["lines"], more: Partial<Lit> = {}): Lit => ({
  lines,
  windows: [],
  strokes: [],
  footAt: () => 20,
  base: null,
  spacing: 12,
  colors: ["#ffffff", "#ffffff", "#ffffff"],
  effect: "steady",
  brightness: 100,
  ...more,
});
const eave = [
  { x: 200, y: 300 },
  { x: 1000, y: 300 },
];
const rows = (numbers: Float32Array) =>
  [...Array(numbers.length / EACH).keys()].map((i) => [...numbers.subarray(i * EACH, (i + 1) * EACH)] as number[]);

test("forty feet take forty lights a foot apart, the first half a foot from the end, below the edge", () => {
  const { bulbs, spots } = hung(lit([eave]), front, 0, [700, 700]);
  const all = rows(bulbs);
  expect(all).toHaveLength(40);
  expect(all[0]).toEqual([expect.closeTo(210, 1), 317, 20, 0, 700]);
  expect(all[1]?.[0]).toBeCloseTo(230, 1);
  expect(all.slice(0, 4).map((each) => each[3])).toEqual([0, 1, 2, 0]);
  expect(rows(spots)).toHaveLength(40);
});

test("where two hang close they make one spot between them, of one group", () => {
  const { bulbs, spots } = hung(lit([eave], { spacing: 8 }), front, 0, [700, 700]);
  expect(rows(bulbs)).toHaveLength(60);
  expect(rows(spots)).toHaveLength(30);
  expect(
    rows(bulbs)
      .slice(0, 6)
      .map((each) => each[3]),
  ).toEqual([0, 0, 1, 1, 2, 2]);
  const [a, b] = rows(bulbs) as [number[], number[]];
  expect(rows(spots)[0]?.[0]).toBeCloseTo(((a[0] as number) + (b[0] as number)) / 2, 3);
});

test("the next line begins with a spot of its own", () => {
  const short = [
    { x: 200, y: 300 },
    { x: 240, y: 300 },
  ];
  const { bulbs, spots } = hung(lit([short, eave], { spacing: 8 }), front, 0, [700, 700]);
  expect(
    rows(bulbs)
      .map((each) => each[3])
      .slice(0, 6),
  ).toEqual([0, 0, 1, 2, 2, 0]);
  expect(rows(spots)).toHaveLength(32);
});

test("where the front recedes, lights come closer, and there are as many as feet", () => {
  const garage = { k: "garage16x7" as const, q: [1000, 2600, 1800, 2640, 1800, 3200, 1000, 3250], h: 15 };
  const line = [600, 1200, 3000, 1330];
  const { sum } = measured({ a: 16 / 9, f: 0.9, l: [line], r: garage }) ?? { sum: { feet: 0 } };
  const foot = (x: number) => 24 - x / 160;
  const { bulbs } = hung(lit([eave], { footAt: foot }), front, 0, [700, 700]);
  const places = rows(bulbs).map(([x]) => x as number);
  const gap = (i: number) => (places[i + 1] as number) - (places[i] as number);
  expect(gap(0)).toBeGreaterThan(gap(places.length - 2) * 1.15);
  expect(sum.feet).toBeGreaterThan(0);
});

test("in a tilted picture they hang along what is upright there", () => {
  const [first] = rows(hung(lit([eave]), front, 0.1, [700, 700]).bulbs);
  expect(first?.[0]).toBeLessThan(210);
  expect(first?.[1]).toBeLessThan(317);
});

test("without a size the drawn front is taken for one of usual width, and no drawing makes more than there is room for", () => {
  const { bulbs } = hung(lit([eave], { footAt: null }), front, 0, [700, 700]);
  expect(rows(bulbs).length).toBeGreaterThan(20);
  expect(rows(bulbs).length).toBeLessThan(60);
  expect(rows(hung(lit([]), front, 0, [700, 700]).bulbs)).toEqual([]);
  const tiny = hung(lit([eave], { footAt: () => 0.01 }), front, 0, [700, 700]);
  expect(rows(tiny.bulbs).length).toBeLessThanOrEqual(4000);
});
