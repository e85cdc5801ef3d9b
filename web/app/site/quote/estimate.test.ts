import { expect, test } from "vitest";
import shared from "../../../../tests/vectors/estimates.json";
import rooflines from "../../../../tests/vectors/rooflines.json";
import { type Building, differences, estimate, estimateOfDrawn, FEET, LENGTHS, lengthFor } from "./estimate";

const rates = { ...shared.rates, price: { ...shared.rates.price, range: "$3,000-$8,000" } };
const home: Building = { propertyType: "home", coverage: "whole", stories: 1, feet: 150 };

test.each(shared.estimates)("the server computes the same: %o", ({ low, high, ...building }) => {
  expect(estimate(building as Building, rates)).toEqual({ low, high });
});

test.each(rooflines.plans.flatMap(({ measured }) => (measured?.shown ? measured : [])))(
  "a drawn front of $shown feet costs $dollars dollars",
  ({ shown, dollars }) => {
    const { low, high } = estimateOfDrawn({ ...home, coverage: "front" }, shown as [number, number], rates);
    expect([low, high]).toEqual(dollars);
  },
);

test("the page takes the lengths that the server takes", () => {
  expect(FEET).toEqual(shared.feet);
});

test("every width of a whole roofline lies near the advertised range", () => {
  for (const feet of Object.values(LENGTHS.whole)) {
    const { low, high } = estimate({ ...home, feet }, rates);
    expect(low).toBeGreaterThanOrEqual(2600);
    expect(high).toBeLessThanOrEqual(8000);
  }
});

test("what changes the price is named, and nothing else", () => {
  expect(differences(home, rates)).toEqual([]);
  expect(differences({ propertyType: "business", coverage: "front", stories: 3, feet: null }, rates)).toEqual([
    ["business", 15],
    ["threeStories", 25],
    ["frontShare", -60],
  ]);
});

test("a length that came from a width follows the coverage, a typed one stays", () => {
  expect(lengthFor("front", "whole", "170")).toBe("65");
  expect(lengthFor("front", "whole", "171")).toBe("171");
});
