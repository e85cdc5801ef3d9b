// Doors and windows around a tap. A door is a frame: of the upright and level edges around the tap, the four that bear it out best. A window
// is what is darker than the wall: it grows from the tap, past its bars, until it is not.
import type { Point, Quad } from "../engine";
import { clamp } from "./grids";
import { meeting, type Piece, pixelAt, refined, support } from "./lines";
import type { View } from "./view";

interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** From one door to a garage for two cars, seen aslant: width by height. */
const [NARROWEST, WIDEST] = [0.34, 2.9];
/** Shares of the picture's width. */
const [LEAST, MOST, MOST_GLASS] = [1 / 45, 0.45, 0.3];
const CANDIDATES = 9;
const LEAST_SUPPORT = 0.6;
/** Panels have frames too: of two alike the bigger is the door, by this much for twice the size. */
const BIGGER = 0.015;

export function doorAround(view: View, tap: Point): Quad | null {
  const { x, y } = inside(view, tap);
  const reach = view.width * MOST;
  const lefts = peaks(view, "upright", x, y, -1, reach);
  const rights = peaks(view, "upright", x, y, 1, reach);
  const tops = peaks(view, "level", x, y, -1, reach);
  const bottoms = peaks(view, "level", x, y, 1, reach);
  let [best, worth] = [null as Frame | null, LEAST_SUPPORT];
  for (const left of lefts) {
    for (const right of rights) {
      for (const top of tops) {
        for (const bottom of bottoms) {
          const frame = { left, top, right, bottom };
          const value = worthOf(view, frame);
          if (value > worth) [best, worth] = [frame, value];
        }
      }
    }
  }
  return best && settled(view, best);
}

const inside = ({ width, height }: View, { x, y }: Point): Point => ({
  x: Math.round(clamp(x, 8, width - 9)),
  y: Math.round(clamp(y, 8, height - 9)),
});

/** How much darker than the wall glass is at least, and the share of that up to which a pixel is glass. */
const [DARKER, GLASS] = [0.06, 0.42];

export function windowAround(view: View, tap: Point): Quad | null {
  const at = inside(view, tap);
  // A bar under the finger does no harm.
  const glass = shareOf(lightsAround(view, at, 7, 1), 0.25);
  const wall = shareOf(lightsAround(view, at, Math.round(view.width / 14), 3), 0.85);
  if (wall - glass < DARKER) return null;
  const frame = grown(view, at, glass + (wall - glass) * GLASS);
  return frame && settled(view, frame);
}

function lightsAround({ luma, width, height }: View, { x, y }: Point, reach: number, step: number): number[] {
  const lights: number[] = [];
  for (let v = -reach; v <= reach; v += step) {
    for (let u = -reach; u <= reach; u += step) {
      lights.push(luma[clamp(y + v, 0, height - 1) * width + clamp(x + u, 0, width - 1)] as number);
    }
  }
  return lights.sort((a, b) => a - b);
}

const shareOf = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

const STEPS = [
  ["left", -1],
  ["right", 1],
  ["top", -1],
  ["bottom", 1],
] as const;

/** As long as most of the next row or column is dark, or of one behind a bar; null where it does not end. */
function grown(view: View, { x, y }: Point, most: number): Frame | null {
  const frame: Frame = { left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 };
  const look = Math.max(3, Math.round(view.width / 260));
  for (let goesOn = true; goesOn; ) {
    goesOn = false;
    for (const [side, way] of STEPS) {
      const far = [...Array(look).keys()].find((i) => darkShare(view, frame, side, way * (i + 1), most) > 0.5);
      if (far === undefined) continue;
      frame[side] += way * (far + 1);
      goesOn = true;
    }
    const [wide, high] = [frame.right - frame.left, frame.bottom - frame.top];
    if (Math.max(wide, high) > view.width * MOST_GLASS) return null;
  }
  return Math.min(frame.right - frame.left, frame.bottom - frame.top) < 8 ? null : frame;
}

function darkShare({ luma, width, height }: View, frame: Frame, side: keyof Frame, by: number, most: number): number {
  const at = frame[side] + by;
  const isUpright = side === "left" || side === "right";
  if (at < 2 || at > (isUpright ? width : height) - 3) return 0;
  const [from, to] = isUpright ? [frame.top, frame.bottom] : [frame.left, frame.right];
  let dark = 0;
  for (let i = from; i <= to; i++) if ((luma[isUpright ? i * width + at : at * width + i] as number) < most) dark++;
  return dark / (to - from + 1);
}

/** Edges of one direction on one side of the tap, as the lines nearby bear them out: the strongest, near ones first. */
function peaks(view: View, way: "upright" | "level", x: number, y: number, side: 1 | -1, reach: number): number[] {
  const [from, most] = way === "upright" ? [x, view.width] : [y, view.height];
  const profile: number[] = [];
  for (let far = 3; far < reach; far++) {
    const at = Math.round(from + side * far);
    if (at < 3 || at > most - 4) break;
    profile.push(bestSpan(view, way, at, way === "upright" ? y : x));
  }
  return profile
    .map((strength, i) => ({ strength, i }))
    .filter(
      ({ strength, i }) => strength > 0.3 && strength >= (profile[i - 1] ?? 0) && strength > (profile[i + 1] ?? 0),
    )
    .sort((p, q) => q.strength - p.strength)
    .slice(0, CANDIDATES)
    .map(({ i }) => Math.round(from + side * (i + 3)));
}

/** The better of a short and a long stretch of a row or column around a place. */
function bestSpan(view: View, way: "upright" | "level", at: number, middle: number): number {
  const grid = way === "upright" ? view.gx : view.gy;
  let [sum, best] = [0, 0];
  for (let far = 0; far <= view.width / 20; far++) {
    for (const place of far ? [middle - far, middle + far] : [middle]) {
      const [x, y] = way === "upright" ? [at, place] : [place, at];
      const change = Math.abs(grid[pixelAt(view, x, y)] as number);
      sum += change / (change + 0.045);
    }
    if (far === Math.floor(view.width / 90) || far === Math.floor(view.width / 20))
      best = Math.max(best, sum / (2 * far + 1));
  }
  return best;
}

const corners = ({ left, top, right, bottom }: Frame): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

const sides = (quad: Quad): Piece[] => quad.map((a, i) => ({ a, b: quad[(i + 1) % 4] as Point }));

/** The weakest side counts as much as all four. */
function worthOf(view: View, frame: Frame): number {
  const [wide, high] = [frame.right - frame.left, frame.bottom - frame.top];
  if (Math.min(wide, high) < view.width * LEAST || wide < NARROWEST * high || wide > WIDEST * high) return 0;
  const borne = sides(corners(frame)).map((side) => support(view, side));
  const whole = borne.reduce((sum, each) => sum + each, 0) / 4;
  return 0.5 * whole + 0.5 * Math.min(...borne) + BIGGER * Math.log2(wide * high);
}

/** Each side is laid on its edge, and sides meet in the corners. */
function settled(view: View, frame: Frame): Quad {
  const reach = Math.max(2, view.width / 320);
  const laid = sides(corners(frame)).map((side) => refined(view, side, reach));
  const corner = (i: number) => {
    const [before, after] = [laid[(i + 3) % 4] as Piece, laid[i] as Piece];
    return meeting(before, after) ?? after.a;
  };
  return [corner(0), corner(1), corner(2), corner(3)];
}
