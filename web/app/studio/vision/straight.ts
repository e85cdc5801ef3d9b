// Straight pieces of edges, as they lie in the picture: grown from pixel to pixel as long as the edge keeps its direction.
import type { Point } from "../engine";
import { length, moved, type Piece } from "./lines";
import type { View } from "./view";

/** Edges as strong as this begin a piece; a third of it goes on. */
const BEGIN = 0.45;
const SAME_WAY = Math.cos(0.28);
/** Of the picture's width. */
const SHORTEST = 1 / 24;

export function straightPieces(view: View): Piece[] {
  const { width, height, edge, leaf } = view;
  const used = new Uint8Array(width * height);
  const found: Piece[] = [];
  for (let y = 4; y < height - 4; y += 2) {
    for (let i = y * width + 4; i < (y + 1) * width - 4; i += 2) {
      if (used[i] || (edge[i] as number) < BEGIN || (leaf[i] as number) > 127) continue;
      const grown = region(view, used, i);
      if (grown.length < width / 28) continue;
      const piece = fitted(grown, width);
      if (length(piece) >= width * SHORTEST) found.push(piece);
    }
  }
  return found;
}

/** Pixels around one whose edges run the same way. */
function region({ width, height, edge, gx, gy, leaf }: View, used: Uint8Array, seed: number): number[] {
  const [grown, stack] = [[] as number[], [seed]];
  let [sumX, sumY] = [gx[seed] as number, gy[seed] as number];
  const scale = 1 / (Math.hypot(sumX, sumY) || 1);
  [sumX, sumY] = [sumX * scale, sumY * scale];
  used[seed] = 1;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    grown.push(at);
    for (const step of [-width - 1, -width, 1 - width, -1, 1, width - 1, width, width + 1]) {
      const next = at + step;
      if (next < 0 || next >= width * height || used[next]) continue;
      if ((edge[next] as number) < BEGIN * 0.35 || (leaf[next] as number) > 153) continue;
      const [x, y] = [gx[next] as number, gy[next] as number];
      const size = Math.sqrt(x * x + y * y);
      if (x * sumX + y * sumY < SAME_WAY * size * Math.sqrt(sumX * sumX + sumY * sumY)) continue;
      used[next] = 1;
      sumX += x / size;
      sumY += y / size;
      stack.push(next);
    }
  }
  return grown;
}

/** The line through them, from left to right. */
function fitted(pixels: number[], width: number): Piece {
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const at of pixels) {
    const [u, v] = [at % width, Math.floor(at / width)];
    x += u;
    y += v;
    xx += u * u;
    xy += u * v;
    yy += v * v;
  }
  const n = pixels.length;
  const middle = { x: x / n, y: y / n };
  const [a, b, c] = [xx / n - middle.x ** 2, xy / n - middle.x * middle.y, yy / n - middle.y ** 2];
  const turn = 0.5 * Math.atan2(2 * b, a - c);
  const way = { x: Math.cos(turn), y: Math.sin(turn) };
  let [least, most] = [0, 0];
  for (const at of pixels) {
    const along = ((at % width) - middle.x) * way.x + (Math.floor(at / width) - middle.y) * way.y;
    least = Math.min(least, along);
    most = Math.max(most, along);
  }
  const ends = [moved(middle, way, least), moved(middle, way, most)].sort((p, q) => p.x - q.x);
  return { a: ends[0] as Point, b: ends[1] as Point };
}

/** Leaning more than this, what is upright cannot be told from what is not. */
const MOST_ROLL = (12 * Math.PI) / 180;
/** Pieces that lean alike are within this of each other. */
const ALIKE = (1.2 * Math.PI) / 180;
/** What is upright has to add up to this share of the height. */
const ENOUGH = 0.15;

/** By how much what is upright leans, in radians: what is level falls to the right by as much. Level where little is upright. */
export function rollOf(pieces: readonly Piece[], height: number): number {
  const upright = pieces
    .map((piece) => ({ lean: leanOf(piece), weight: length(piece) }))
    .filter(({ lean }) => Math.abs(lean) < MOST_ROLL);
  const near = (lean: number) => upright.filter((other) => Math.abs(other.lean - lean) < ALIKE);
  const weigh = (some: typeof upright) => some.reduce((sum, { weight }) => sum + weight, 0);
  const most = upright.map(({ lean }) => near(lean)).sort((p, q) => weigh(q) - weigh(p))[0];
  if (!most || weigh(most) < ENOUGH * height) return 0;
  return most.reduce((sum, { lean, weight }) => sum + lean * weight, 0) / weigh(most);
}

/** Of a piece from its upper to its lower end: how far it leans to the left going down. */
function leanOf({ a, b }: Piece): number {
  const [up, down] = a.y < b.y ? [a, b] : [b, a];
  return Math.atan2(up.x - down.x, down.y - up.y);
}
