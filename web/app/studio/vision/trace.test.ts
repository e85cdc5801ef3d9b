import { expect, test } from "vitest";
import type { Point } from "../engine";
import { between, distance, meeting, simplified, support } from "./lines";
import { EAVE, GABLE, HEIGHT, seen, tilted, type Weather, WIDTH } from "./painted";
import { roofEdges } from "./roof";
import { skyOf } from "./sky";
import { rollOf, straightPieces } from "./straight";
import { snapped, traced } from "./trace";

const farthest = (found: Point[], known: Point[]) =>
  Math.max(...known.map((point) => Math.min(...found.map((other) => distance(point, other)))));

const weathers: [string, Weather][] = [
  ["clear", {}],
  ["noise", { noise: 14 }],
  ["a tilt to the right", { tilt: 0.05 }],
  ["a strong tilt", { tilt: 0.16 }],
  ["a tilt to the left, and noise", { tilt: -0.06, noise: 8 }],
];

test.each(weathers)("two taps at its feet give a gable with its peak: %s", (_, weather) => {
  const known = GABLE.map((point) => tilted(point, weather.tilt ?? 0));
  const [left, , right] = known as [Point, Point, Point];
  const line = traced(seen(weather), { x: left.x + 3, y: left.y - 2 }, { x: right.x - 2, y: right.y + 1 });
  expect(line).toHaveLength(3);
  expect(farthest(line, known)).toBeLessThan(8);
});

test.each(weathers)("two taps along an eave give a straight line on it: %s", (_, weather) => {
  const known = EAVE.map((point) => tilted(point, weather.tilt ?? 0));
  const [left, right] = known as [Point, Point];
  const line = traced(seen(weather), { x: left.x + 6, y: left.y + 2 }, { x: right.x - 6, y: right.y - 2 });
  expect(line).toHaveLength(2);
  for (const point of line) {
    const share = (point.x - left.x) / (right.x - left.x);
    expect(distance(point, between(left, right, share))).toBeLessThan(2);
  }
});

test("where there is no edge, a line runs from tap to tap", () => {
  const [from, to] = [
    { x: 30, y: 40 },
    { x: 130, y: 60 },
  ];
  expect(farthest(traced(seen(), from, to), [from, to])).toBeLessThan(4);
});

const edgesIn = (weather?: Weather) => {
  const view = seen(weather);
  const pieces = straightPieces(view);
  return roofEdges(view, pieces, skyOf(view, [], []).alpha, rollOf(pieces, HEIGHT));
};

test.each(weathers)("the gable and the eave are found without a tap: %s", (_, weather) => {
  const found = edgesIn(weather);
  const gable = found.find(({ kind }) => kind === "gable");
  const eaves = found.filter(({ kind }) => kind === "eave");
  const at = (points: Point[]) => points.map((point) => tilted(point, weather.tilt ?? 0));
  expect(farthest(gable?.points ?? [], at(GABLE))).toBeLessThan(9);
  expect(Math.min(...eaves.map(({ points }) => farthest(points, at(EAVE))))).toBeLessThan(12);
  expect(gable?.certainty).toBeGreaterThan(0.7);
  expect(found[0]).toBe(gable);
});

test("behind leaves no edge is found", () => {
  const hidden = edgesIn({ leaves: { x: 320, y: 150, radius: 150 } });
  expect(hidden.filter(({ kind }) => kind === "gable")).toEqual([]);
});

test("a tap beside a corner means the corner, one on an edge the edge, and one in the sky itself", () => {
  const view = seen();
  const edges = edgesIn();
  const peak = GABLE[1] as Point;
  for (const [dx, dy] of [
    [4, 3],
    [-4, 4],
    [0, -5],
    [5, 0],
  ] as const) {
    expect(distance(snapped(view, edges, { x: peak.x + dx, y: peak.y + dy }, 12), peak)).toBeLessThan(5);
  }
  const onRake = between(GABLE[0] as Point, peak, 0.5);
  const { y } = snapped(view, [], { x: onRake.x, y: onRake.y - 4 }, 12);
  expect(Math.abs(y - onRake.y)).toBeLessThan(4);
  const sky = { x: 60, y: 60 };
  expect(snapped(view, edges, sky, 12)).toEqual(sky);
});

test("along an edge, a good tap is believed more than the end that was found, and a poor one less", () => {
  const view = seen();
  const [left, right] = EAVE as [Point, Point];
  const found = { kind: "eave" as const, certainty: 0.8, points: [between(left, right, 0.1), right] };
  const short = distance(found.points[0] as Point, left);
  const from = (reach: number) => distance(snapped(view, [found], { x: left.x, y: left.y + 1 }, reach), left);
  expect(short).toBeGreaterThan(12);
  expect(from(short)).toBeLessThan(0.4 * short);
  expect(from(10 * short)).toBeGreaterThan(0.6 * short);
});

test("an edge that goes on behind leaves is followed straight", () => {
  const [left, right] = EAVE as [Point, Point];
  const middle = between(left, right, 0.75);
  const line = traced(seen({ leaves: { ...middle, radius: 30 } }), left, right);
  expect(farthest(line, [left, right])).toBeLessThan(8);
  expect(line).toHaveLength(2);
});

test.each([0, 0.02, -0.05, 0.11])("a roll of %d is seen in what is upright", (tilt) => {
  expect(rollOf(straightPieces(seen({ tilt })), HEIGHT)).toBeCloseTo(tilt, 2);
});

test("lines: where they meet, how many points say the same, what bears them out", () => {
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 10, y: 10 },
    { x: 20, y: 0 },
  ] as const;
  expect(meeting({ a, b }, { a: { x: 0, y: 20 }, b: { x: 5, y: 15 } })).toEqual({ x: 10, y: 10 });
  expect(meeting({ a, b }, { a: { x: 0, y: 1 }, b: { x: 10, y: 11 } })).toBeNull();
  const path = [a, { x: 5, y: 5.2 }, b, { x: 15, y: 4.9 }, c];
  expect(simplified(path, 1)).toEqual([a, b, c]);
  const view = seen();
  const [left, peak] = GABLE as [Point, Point];
  expect(support(view, { a: left, b: peak })).toBeGreaterThan(0.55);
  expect(
    support(view, { a: { x: left.x - WIDTH / 10, y: left.y - 60 }, b: { x: peak.x - 60, y: peak.y - 60 } }),
  ).toBeLessThan(0.1);
});
