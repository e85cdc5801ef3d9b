// What a roofline is likely to cost. The rates are the company's; a length nobody knows gets the range of a typical home.

export interface Rates {
  price: { low: number; high: number };
  ratePerFoot: { low: number; high: number };
}

/** Whole dollars. */
export interface Range {
  low: number;
  high: number;
}

/** Feet of roofline that the dialog takes. */
export const FEET = { min: 20, max: 1000 };

/** The part of it that the slider covers; longer ones are typed. */
export const SLIDER = { min: 20, max: 400, step: 5 };

export function estimate(feet: number | null, { price, ratePerFoot }: Rates): Range {
  if (feet === null) return price;
  return { low: Math.round(feet * ratePerFoot.low), high: Math.round(feet * ratePerFoot.high) };
}

export type Coverage = "front" | "whole";
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
