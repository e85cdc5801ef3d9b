// A plan of lights in words and numbers. What its short names mean stands in models/pictures/roofline.py.
import type { Schemas } from "~/api/client";
import { nameIn } from "~/lib/labels";
import { effects, sceneOf, scenes } from "~/lib/schemes";

export type Run = Schemas["DrawnRun"];

/** Places across a picture, and as many down it. */
export const GRID = 4095;
export const MOST_LINES = 24;
export const MOST_POINTS = 12;
export interface Plan {
  a: number;
  /** x and y in turn. */
  l: number[][];
  /** `h` are the corners that a hand has set, one bit each, of a size that somebody confirmed. */
  r?: { k: string; q: number[]; n?: number | null; h?: number | null } | null;
  s: string;
  c?: number[] | null;
  e: string;
  b: number;
  d: number;
  /** A house of ours, where it was drawn on one. */
  m?: string | null;
}

export const planOf = (text: string): Plan => JSON.parse(text) as Plan;

/** The name of a run: its places. */
export const lineOf = (points: readonly number[]): string => points.join(",");
export const pointsOf = (line: string): number[] => line.split(",").map(Number);

const hex = (color: number) => `#${color.toString(16).padStart(6, "0")}`;

type Shine = Pick<Schemas["LightingPlan"], "scheme" | "effect" | "brightness" | "spacing" | "colors">;

export const shineOf = ({ s, e, b, d, c }: Plan): Shine => ({
  scheme: s,
  effect: e,
  brightness: b,
  spacing: d,
  colors: c ?? null,
});

/** What the lights show in turn; nothing where nobody here knows the scheme. */
export function colorsOf({ scheme, colors }: Shine): string[] {
  if (colors) return colors.map(hex);
  return [...new Set(scenes.find(({ id }) => id === scheme)?.colors ?? [])];
}

/** "Warm white, steady, 80 % bright": how the lights are to shine. */
export function shineText(shine: Shine): string {
  const own = colorsOf(shine);
  const [one = "", two = one, three = one] = own;
  const known = shine.colors ? sceneOf([one, two, three]) : scenes.find(({ id }) => id === shine.scheme);
  const names = Object.fromEntries(effects.map(({ id, name }) => [id, name]));
  const scheme = known?.name ?? (shine.colors ? "Colors of their own" : nameIn({}, shine.scheme));
  return `${scheme}, ${nameIn(names, shine.effect).toLowerCase()}, ${shine.brightness} % bright`;
}

/** "40-45 ft"; nothing where no size is known. */
export const feetText = ({ low, high }: Pick<Run, "low" | "high">): string | null =>
  low === null || high === null ? null : low === high ? `${low} ft` : `${low}-${high} ft`;
