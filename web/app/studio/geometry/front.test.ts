import { expect, test } from "vitest";
import shared from "../../../../tests/vectors/rooflines.json";
import { bulbs, type Drawing, footAcross, type Length, measured, shown } from "./front";

test.each(shared.plans)("the server measures the same: $what", ({ plan, measured: said }) => {
  const found = measured(plan as Drawing);
  if (!said || !found) return expect(found).toBe(said);
  const near = ({ feet, low, high }: Length) => [feet, low, high].map((each) => expect.closeTo(each, 3));
  expect(said.runs).toEqual(found.runs.map(near));
  expect(said.sum).toEqual(near(found.sum));
  expect(shown(found.sum)).toEqual(said.shown);
  expect(found.runs.map(({ feet }) => bulbs(feet, plan.d))).toEqual(said.bulbs);
});

test.each(shared.bulbs)("$feet feet at $spacing inches take $bulbs bulbs", ({ feet, spacing, bulbs: count }) => {
  expect(bulbs(feet, spacing)).toBe(count);
});

test("what a foot covers: all across a front that is seen straight, less where one recedes", () => {
  const straight = {
    a: 16 / 9,
    f: 0.9,
    l: [],
    r: { k: "stories", n: 1, q: [500, 1000, 3500, 1000, 3500, 3000, 500, 3000] },
  };
  const foot = footAcross(straight as Drawing);
  const height = 2000 / 4095 / (16 / 9) / 9.5;
  expect([foot?.(0), foot?.(1)]).toEqual([expect.closeTo(height, 5), expect.closeTo(height, 5)]);
  const aside = { ...straight, r: { ...straight.r, q: [500, 1000, 3500, 1400, 3500, 2600, 500, 3000] } };
  const shrinking = footAcross(aside as Drawing);
  const side = (places: number) => places / 4095 / (16 / 9) / 9.5;
  expect(shrinking?.(500 / 4095)).toBeCloseTo(side(2000), 3);
  expect(shrinking?.(3500 / 4095)).toBeCloseTo(side(1200), 3);
  expect(footAcross({ ...straight, r: null } as Drawing)).toBeNull();
});
