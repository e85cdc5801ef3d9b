import { expect, test } from "vitest";
import shared from "../../../../tests/vectors/rooflines.json";
import { bulbs, type Drawing, type Length, measured, shown } from "./front";

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
