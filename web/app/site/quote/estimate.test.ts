import { expect, test } from "vitest";
import { estimate, LENGTHS, lengthFor } from "./estimate";

const rates = { price: { low: 3000, high: 8000 }, ratePerFoot: { low: 20, high: 35 } };

test("a length is multiplied by both rates", () => {
  expect(estimate(150, rates)).toEqual({ low: 3000, high: 5250 });
});

test("an unknown length gives the range of a typical home", () => {
  expect(estimate(null, rates)).toEqual({ low: 3000, high: 8000 });
});

test("every width of a whole roofline lies near the advertised range", () => {
  for (const feet of Object.values(LENGTHS.whole)) {
    const { low, high } = estimate(feet, rates);
    expect(low).toBeGreaterThanOrEqual(2600);
    expect(high).toBeLessThanOrEqual(8000);
  }
});

test("a length that came from a width follows the coverage, a typed one stays", () => {
  expect(lengthFor("front", "whole", "170")).toBe("65");
  expect(lengthFor("front", "whole", "171")).toBe("171");
});
