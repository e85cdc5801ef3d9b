import { expect, test } from "vitest";
import { lineAt } from "./naming";

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
