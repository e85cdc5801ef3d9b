// A drawing of lights, and the plan it becomes: the drawing is in pixels of one picture, the plan in 4,096 places across and down it,
// so that it fits any copy of the picture. The plan travels; what each of its short names means stands in models/pictures/roofline.py.
import { type Colors, type Effect, effects, sceneOf, scenes } from "~/lib/schemes";
import { MOST_RATIO, type Point, type Quad, type Stroke } from "./engine";

export const DOORS = [
  "garage16x7",
  "garage8x7",
  "garage16x8",
  "garage9x8",
  "door3x6_8",
  "door3x7",
  "door_double",
] as const;
export type ReferenceKind = (typeof DOORS)[number] | "stories";
export type Stories = 1 | 2 | 3;
export type Coverage = "front" | "whole";

/** A run of lights; its name stays with it, whatever becomes of its points. */
export interface Line {
  id: string;
  points: readonly Point[];
}

/** Something in the picture whose size is known. */
export interface SizeReference {
  kind: ReferenceKind;
  corners: Quad;
  /** Corners that a hand has set up close, one bit each. */
  placed: number;
  /** Whether nothing was found where it stands. */
  guessed: boolean;
  /** Whether somebody looked at it up close and said that it fits: before that it says no feet. */
  confirmed: boolean;
}

/** What is drawn on the picture. */
export interface Drawing {
  lines: readonly Line[];
  windows: readonly Quad[];
  strokes: readonly Stroke[];
  reference: SizeReference | null;
  /** Null until somebody says. */
  stories: Stories | null;
  /** Of what it is the whole, where somebody said: of the front, or of the house. */
  coverage: Coverage | null;
}

/** How its lights shine. */
export interface Look {
  colors: Colors;
  effect: Effect;
  /** In percent. */
  brightness: number;
  /** Inches from bulb to bulb. */
  spacing: number;
  /** From day (0) to night (1). */
  evening: number;
}

/** The picture that it is drawn on. */
export interface Ground {
  width: number;
  height: number;
  /** In widths of the picture; null where nobody knows. */
  focal: number | null;
  roll: number;
  /** Which house of ours; null where it is the visitor's own picture. */
  similar: string | null;
}

export interface Plan {
  v: 1;
  a: number;
  f?: number | null;
  roll?: number;
  l: number[][];
  r?: { k: ReferenceKind; q: number[]; n?: Stories | null; h?: number | null; u?: boolean | null } | null;
  g?: Coverage | null;
  w?: number[][];
  s: string;
  c?: number[] | null;
  e: Effect;
  b: number;
  d: number;
  n: number;
  m?: string | null;
  k?: { y: boolean; r: number; p: number[] }[];
}

/** What a plan holds at most. */
export const MOST = { lines: 24, points: 12, windows: 40, strokes: 12, strokePoints: 24 } as const;
export const SPACING = { min: 6, max: 12, step: 1 } as const;
/** Widths of the picture, and radians: beyond them a lens or a tilt counts as the last of these. */
const [FOCAL, ROLL] = [
  [0.3, 6],
  [-0.3, 0.3],
] as const;
const GRID = 4095;
const OWN = "own";

export const blank: Drawing = { lines: [], windows: [], strokes: [], reference: null, stories: null, coverage: null };

/** A photo shows the front. */
export const coverageOf = ({ coverage }: Pick<Drawing, "coverage">): Coverage => coverage ?? "front";

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
const place = (value: number, of: number) => clamp(Math.round((value / of) * GRID), 0, GRID);
const round = (value: number, places: number) => Number(value.toFixed(places));

/** Points of a picture as a plan says them. */
export const placesOf = (points: readonly Point[], { width, height }: Pick<Ground, "width" | "height">): number[] =>
  points.flatMap(({ x, y }) => [place(x, width), place(y, height)]);

export function planOf(drawing: Drawing, look: Look, ground: Ground): Plan {
  const { width, height, focal, roll, similar } = ground;
  const places = (points: readonly Point[]) => placesOf(points, ground);
  const { reference, stories, coverage } = drawing;
  const scene = sceneOf(look.colors);
  return {
    v: 1,
    a: round(width / height, 4),
    ...(focal !== null && { f: round(clamp(focal, ...FOCAL), 4) }),
    roll: round(clamp(roll, ...ROLL), 5),
    l: drawing.lines.map(({ points }) => places(points)),
    ...(reference &&
      (reference.kind !== "stories" || stories) && {
        r: {
          k: reference.kind,
          q: places(reference.corners),
          ...(stories && { n: stories }),
          ...(reference.confirmed && { h: reference.placed }),
          ...(reference.guessed && { u: true }),
        },
      }),
    ...(coverage && { g: coverage }),
    w: drawing.windows.map(places),
    s: scene?.id ?? OWN,
    ...(!scene && { c: look.colors.map((color) => Number.parseInt(color.slice(1), 16)) }),
    e: look.effect,
    b: look.brightness,
    d: look.spacing,
    n: round(look.evening, 3),
    ...(similar && { m: similar }),
    k: drawing.strokes.map(({ isSky, radius, points }) => ({
      y: isSky,
      r: Math.max(1, place(radius, width)),
      p: places(points),
    })),
  };
}

const hex = (color: number) => `#${color.toString(16).padStart(6, "0")}`;

export function lookOf({ s, c, e, b, d, n }: Plan): Look {
  const [first, second = first, third = second] = (c ?? []).map(hex);
  const own = first && second && third ? ([first, second, third] as const) : null;
  const scene = scenes.find(({ id }) => id === s) ?? scenes[0];
  return { colors: own ?? scene.colors, effect: e, brightness: b, spacing: d, evening: n };
}

/** The drawing of a plan, on a copy of its picture of this size. */
export function drawingOf({ l, r, g, w = [], k = [] }: Plan, width: number, height: number): Drawing {
  const points = (places: number[]): Point[] =>
    places.flatMap((at, i) =>
      i % 2 ? [] : [{ x: (at / GRID) * width, y: ((places[i + 1] as number) / GRID) * height }],
    );
  const quad = (places: number[]) => points(places) as unknown as Quad;
  return {
    lines: l.map((places, i) => ({ id: String(i + 1), points: points(places) })),
    windows: w.map(quad),
    strokes: k.map(({ y, r: radius, p }) => ({ isSky: y, radius: (radius / GRID) * width, points: points(p) })),
    reference: r
      ? {
          ...{ kind: r.k, corners: quad(r.q), placed: r.h ?? 0 },
          ...{ guessed: r.u ?? false, confirmed: typeof r.h === "number" },
        }
      : null,
    stories: r?.n ?? null,
    coverage: g ?? null,
  };
}

/** Bytes of a plan that is sent, or stands in a link. */
const LARGEST = 4096;

export const fits = (plan: Plan): boolean => JSON.stringify(plan).length <= LARGEST;

// ----- a plan from outside: a link, or what this browser kept

type Check = (value: unknown) => boolean;

const within =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === "number" && value >= least && value <= most;
const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && within(least, most)(value);
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);
const listOf =
  (each: Check, least: number, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(each);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const shaped =
  (fields: Record<string, Check>): Check =>
  (value) => {
    if (typeof value !== "object" || value === null) return false;
    const row = value as Record<string, unknown>;
    return (
      Object.keys(row).every((key) => Object.hasOwn(fields, key)) &&
      Object.entries(fields).every(([key, ok]) => ok(row[key]))
    );
  };
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
const paired =
  (least: number, most: number): Check =>
  (value) =>
    listOf(whole(0, GRID), 2 * least, 2 * most)(value) && (value as []).length % 2 === 0;
const word: Check = (value) => typeof value === "string" && /^[a-z][a-z0-9-]{0,39}$/.test(value);
const flag: Check = (value) => typeof value === "boolean";
const corners = listOf(whole(0, GRID), 8, 8);
const placed = optional(whole(0, 15));
const size = either(
  shaped({ k: oneOf("stories"), q: corners, n: oneOf(1, 2, 3), h: placed, u: optional(flag) }),
  shaped({ k: oneOf(...DOORS), q: corners, n: oneOf(undefined, null, 1, 2, 3), h: placed, u: optional(flag) }),
);

const isPlan = shaped({
  v: oneOf(1),
  a: within(1 / MOST_RATIO, MOST_RATIO),
  f: optional(within(...FOCAL)),
  roll: optional(within(...ROLL)),
  l: listOf(paired(2, MOST.points), 0, MOST.lines),
  r: optional(size),
  g: optional(oneOf("front", "whole")),
  w: optional(listOf(corners, 0, MOST.windows)),
  s: word,
  c: optional(listOf(whole(0, 0xffffff), 1, 6)),
  e: oneOf(...effects.map(({ id }) => id)),
  b: whole(10, 100),
  d: whole(SPACING.min, SPACING.max),
  n: within(0, 1),
  m: optional(word),
  k: optional(listOf(shaped({ y: flag, r: whole(1, GRID), p: paired(1, MOST.strokePoints) }), 0, MOST.strokes)),
});

/** The plan that a text says; null where it says none. */
export function readPlan(text: string): Plan | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPlan(value) ? (value as Plan) : null;
  } catch {
    return null;
  }
}

/** As it stands behind the # of a link: nothing of it reaches a server. */
export const fragmentOf = (plan: Plan): string =>
  `plan=${btoa(JSON.stringify(plan)).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=+$/, "")}`;

export function planIn(fragment: string): Plan | null {
  const packed = /^#?plan=([\w-]{1,8000})$/.exec(fragment)?.[1];
  if (!packed) return null;
  try {
    return readPlan(atob(packed.replace(/-/g, "+").replace(/_/g, "/")));
  } catch {
    return null;
  }
}
