// What the page that opens the studio says of prices: the studio draws and measures, and knows no rate.
import type { Coverage, Stories } from "./plan";

/** Whole dollars for so many feet, from and to. */
export type Price = (
  feet: readonly [number, number],
  stories: Stories,
  coverage: Coverage,
) => { low: number; high: number };
