// Straight pieces and how well the picture bears them out: the arithmetic that finders share.
import type { Point } from "../engine";
import { clamp } from "./grids";
import { strength, type View } from "./view";

export interface Piece {
  a: Point;
  b: Point;
}

export const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);
export const length = ({ a, b }: Piece) => distance(a, b);
export const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});
export const moved = ({ x, y }: Point, by: Point, times = 1): Point => ({ x: x + by.x * times, y: y + by.y * times });

/** Of length 1, across a piece: below it where it runs to the right. */
function across({ a, b }: Piece): Point {
  const far = distance(a, b) || 1;
  return { x: -(b.y - a.y) / far, y: (b.x - a.x) / far };
}

/** How far a place lies beside the line through a piece, and how far along it in shares of the piece. */
export function beside({ a, b }: Piece, place: Point) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy || 1;
  const [x, y] = [place.x - a.x, place.y - a.y];
  return { off: (dx * y - dy * x) / Math.sqrt(square), share: (dx * x + dy * y) / square };
}

/** Where the lines through two pieces meet; null where they run alike. */
export function meeting(p: Piece, q: Piece): Point | null {
  const [x1, y1, x2, y2] = [p.b.x - p.a.x, p.b.y - p.a.y, q.b.x - q.a.x, q.b.y - q.a.y];
  const turn = x1 * y2 - y1 * x2;
  if (Math.abs(turn) < 1e-6) return null;
  return between(p.a, p.b, ((q.a.x - p.a.x) * y2 - (q.a.y - p.a.y) * x2) / turn);
}

/** The pixel at a place, one off the border at least. */
export const pixelAt = ({ width, height }: Pick<View, "width" | "height">, x: number, y: number) =>
  clamp(Math.round(y), 1, height - 2) * width + clamp(Math.round(x), 1, width - 2);

/** How much of an edge leaves hide: theirs run every way. */
export const LEAVES_HIDE = 0.7;

/** From 0 to 1: how strong the edges are that run its way, as far as leaves let it be seen. */
export function support(view: View, piece: Piece): number {
  const { x: nx, y: ny } = across(piece);
  const steps = Math.max(4, (length(piece) / 2) | 0);
  let [sum, seen] = [0, 0];
  for (let i = 0; i <= steps; i++) {
    const { x, y } = between(piece.a, piece.b, i / steps);
    const at = pixelAt(view, x, y);
    const clear = 1 - (LEAVES_HIDE * (view.leaf[at] as number)) / 255;
    sum += clear * strength(Math.abs((view.gx[at] as number) * nx + (view.gy[at] as number) * ny));
    seen += clear;
  }
  return sum / seen;
}

export interface Borne extends Piece {
  /** From 0 to 1. */
  support: number;
}

const SHORTEST = 12;
/** A pixel sideways has to be worth it. */
const PULL = 0.004;

/** The piece moved sideways at both ends, by `reach` at most, until it lies on its edge. */
export function refined(view: View, piece: Piece, reach: number): Borne {
  if (length(piece) < SHORTEST) return { ...piece, support: support(view, piece) };
  const normal = across(piece);
  let best = { a: 0, b: 0, worth: Number.NEGATIVE_INFINITY };
  let range = reach;
  for (let step = reach > 3 ? 2 : 1; step >= 0.5; step /= 2) {
    const { a: atA, b: atB } = best;
    for (let a = atA - range; a <= atA + range; a += step) {
      for (let b = atB - range; b <= atB + range; b += step) {
        const tried = { a: moved(piece.a, normal, a), b: moved(piece.b, normal, b) };
        const worth = support(view, tried) - PULL * (Math.abs(a) + Math.abs(b));
        if (worth > best.worth) best = { a, b, worth };
      }
    }
    range = step;
  }
  const found = { a: moved(piece.a, normal, best.a), b: moved(piece.b, normal, best.b) };
  return { ...found, support: support(view, found) };
}

/** Fewer points that lie within `off` of all (Douglas and Peucker). */
export function simplified(points: Point[], off: number): Point[] {
  const [a, b] = [points[0], points.at(-1)];
  if (!a || !b || points.length < 3) return points;
  let [far, corner] = [0, 0];
  for (let i = 1; i < points.length - 1; i++) {
    const here =
      a.x === b.x && a.y === b.y ? distance(a, points[i] as Point) : beside({ a, b }, points[i] as Point).off;
    if (Math.abs(here) <= far) continue;
    far = Math.abs(here);
    corner = i;
  }
  if (far <= off) return [a, b];
  return [...simplified(points.slice(0, corner + 1), off).slice(0, -1), ...simplified(points.slice(corner), off)];
}
