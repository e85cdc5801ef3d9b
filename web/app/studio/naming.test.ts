import { expect, test } from "vitest";
import { lineAt, lineName, named } from "./naming";

const eave = {
  id: "eave",
  points: [
    { x: 0, y: 100 },
    { x: 400, y: 100 },
  ],
};
const gable = {
  id: "gable",
  points: [
    { x: 400, y: 100 },
    { x: 500, y: 0 },
    { x: 600, y: 100 },
  ],
};

test.each([
  ["on it", { x: 200, y: 106 }, "eave"],
  ["on the second piece of another", { x: 560, y: 66 }, "gable"],
  ["beside it", { x: 200, y: 130 }, undefined],
  ["where both end: another edge may begin there", { x: 396, y: 101 }, undefined],
  ["on a peak", { x: 500, y: 4 }, "gable"],
])("a tap %s", (_, at, meant) => expect(lineAt([eave, gable], at, 10)?.id).toBe(meant));
const line = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));

test.each([
  ["Eave", line([0, 100], [500, 120])],
  ["Sloped edge", line([0, 100], [500, 200])],
  ["Gable", line([0, 200], [250, 50], [500, 200])],
  ["Eave", line([0, 200], [250, 190], [500, 200])],
])("%s", (shape, points) => expect(lineName(3, points)).toBe(`3. ${shape}`));

test("with its length, or with its place where none is known", () => {
  const points = line([0, 100], [300, 100]);
  const size = { width: 1600, height: 900 };
  expect(named("1. Eave", points, size, { feet: 14.6, low: 13.1, high: 16.1 })).toBe("1. Eave, 13-17 ft");
  expect(named("1. Eave", points, size)).toBe("1. Eave, top left");
  expect(named("1. Eave", line([800, 850], [900, 890]), size)).toBe("1. Eave, bottom center");
});
