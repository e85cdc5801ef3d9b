// What lighting a building is likely to cost. The rates are the company's; a length nobody knows starts from the range of a
// typical home. The server computes the same (models/records/sales.py), and tests/vectors/estimates.json holds both to it.
import type { Facts } from "~/api/page-data";
import type { Coverage, Property, QuoteDraft } from "./draft";

type Rates = Pick<Facts, "price" | "ratePerFoot" | "rateFactors">;
export type Factor = keyof Facts["rateFactors"];

/** From and to, as a drawing says them. */
export type Feet = readonly [number, number];

/** Whole dollars. */
export interface Range {
  low: number;
  high: number;
}

/** What changes the price of a foot. */
interface Kind {
  propertyType: Property;
  coverage: Coverage;
  stories: 1 | 2 | 3;
}

/** What is said of a building; `feet` is null where nobody knows the length. */
export interface Building extends Kind {
  feet: number | null;
}

/** Feet of roofline that the dialog takes. */
export const FEET = { min: 20, max: 1000 };

/** The part of it that the slider covers; longer ones are typed. */
export const SLIDER = { min: 20, max: 400, step: 5 };

/** The building of a draft that has been checked. */
export function buildingOf({ propertyType, coverage, stories, feet }: QuoteDraft): Building {
  return {
    propertyType,
    coverage: coverage as Coverage,
    stories: Number(stories) as Building["stories"],
    feet: feet === "unknown" ? null : Number(feet),
  };
}

/** The factors that apply to a building, by name. */
function factorsOf({ propertyType, coverage, stories }: Kind, isKnown = true): Factor[] {
  const factors: Factor[] = [];
  if (propertyType === "business") factors.push("business");
  if (stories > 1) factors.push(stories === 2 ? "twoStories" : "threeStories");
  if (coverage === "front") factors.push(isKnown ? "front" : "frontShare");
  return factors;
}

export function estimate(building: Building, { price, ratePerFoot, rateFactors }: Rates): Range {
  const start = building.feet === null ? price : ratePerFoot;
  const percentages = factorsOf(building, building.feet !== null).map((name) => rateFactors[name]);
  // Whole numbers until the last step, so that a half is rounded up here as it is on the server.
  const whole = percentages.reduce((product, percent) => product * percent, building.feet ?? 1);
  const cost = (end: number) => Math.floor((end * whole) / 100 ** percentages.length + 0.5);
  return { low: cost(start.low), high: cost(start.high) };
}

/** What lighting a drawn length is likely to cost, to the hundred dollars: its least feet at the low rate, to its most at the high
 * one. The server asks nothing else of a drawing either, so that one drawing has one range (tests/vectors/rooflines.json). */
export function estimateOfDrawn(kind: Kind, [least, most]: Feet, { ratePerFoot, rateFactors }: Rates): Range {
  const percentages = factorsOf(kind).map((name) => rateFactors[name]);
  const cost = (amount: number) =>
    Math.floor(
      percentages.reduce((product, percent) => product * percent, amount) / 100 ** percentages.length / 100 + 0.5,
    ) * 100;
  return { low: cost(ratePerFoot.low * least), high: cost(ratePerFoot.high * most) };
}

/** What makes a building cost more or less than the plain rate: each reason with its percentage more or less. */
export function differences(building: Building, { rateFactors }: Rates): [Factor, number][] {
  const changes = factorsOf(building, building.feet !== null).map((name): [Factor, number] => [
    name,
    rateFactors[name] - 100,
  ]);
  return changes.filter(([, change]) => change !== 0);
}

export type Width = "narrow" | "medium" | "wide";

/** Feet of roofline by the width of a house: the front with its gables, or all the way around. */
export const LENGTHS: Record<Coverage, Record<Width, number>> = {
  front: { narrow: 45, medium: 65, wide: 90 },
  whole: { narrow: 130, medium: 170, wide: 220 },
};

/** The length for another coverage, where the one that is set came from a width; else the length as it is. */
export function lengthFor(coverage: Coverage, before: Coverage, feet: string): string {
  const width = (Object.keys(LENGTHS[before]) as Width[]).find((name) => String(LENGTHS[before][name]) === feet);
  return width ? String(LENGTHS[coverage][width]) : feet;
}
