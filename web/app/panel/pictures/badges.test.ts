import { expect, test } from "vitest";
import { badgesOf } from "./badges";

const line = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));

test("a number stands in the middle of its run", () => {
  expect(badgesOf([line([100, 100], [500, 100])], 1000, 750, 50)).toEqual([{ x: 300, y: 100 }]);
});

test("a number lies on no point, such as the peak of a gable", () => {
  const gable = line([100, 400], [300, 200], [500, 400]);
  const [place] = badgesOf([gable], 1000, 750, 50);
  for (const point of gable)
    expect(Math.hypot(point.x - (place?.x ?? 0), point.y - (place?.y ?? 0))).toBeGreaterThan(33);
});

test("two that cross there keep apart, and none leaves the picture", () => {
  const [one, two] = badgesOf([line([100, 100], [500, 100]), line([300, 0], [300, 200])], 1000, 750, 50);
  expect(Math.hypot((one?.x ?? 0) - (two?.x ?? 0), (one?.y ?? 0) - (two?.y ?? 0))).toBeGreaterThanOrEqual(50);
  expect(badgesOf([line([0, 0], [1000, 0])], 1000, 750, 50)).toEqual([{ x: 500, y: 25 }]);
});

test("where there is no room the farthest place is taken", () => {
  const runs = Array.from({ length: 3 }, () => line([100, 100], [140, 100]));
  expect(new Set(badgesOf(runs, 1000, 750, 50).map(({ x }) => x)).size).toBe(3);
});
