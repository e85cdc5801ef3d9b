// The roof edge from one tap to another, and where a tap means to be.
import type { FoundEdge, Point } from "../engine";
import { clamp } from "./grids";
import { type Borne, beside, between, distance, length, meeting, pixelAt, refined, simplified } from "./lines";
import type { View } from "./view";
import { wire } from "./wire";

/** What a plan takes. */
const MOST_POINTS = 12;
/** How much better a way with corners has to be than a straight one. */
const STRAIGHT = 0.82;
const LEAST_SUPPORT = 0.3;
const LONGEST_WAY = 2.2;

/** A straight edge if there is one, else the wire, straightened between its corners. */
export function traced(view: View, from: Point, to: Point): Point[] {
  const off = view.width / 400;
  const straight = refined(view, { a: from, b: to }, off * 1.5);
  const pieces = fromTo(straightened(view, wire(view, from, to), off), from, to);
  const far = pieces.reduce((sum, piece) => sum + length(piece), 0);
  const worth = pieces.reduce((sum, piece) => sum + piece.support * length(piece), 0) / (far || 1);
  const isBent = pieces.length > 1 && pieces.length < MOST_POINTS && far < LONGEST_WAY * distance(from, to);
  if (!isBent || worth < LEAST_SUPPORT || straight.support > STRAIGHT * worth) return [straight.a, straight.b];
  return cornered(pieces, view.width / 30);
}

function straightened(view: View, way: Point[], off: number): Borne[] {
  const corners = simplified(way, off * 2.2);
  const pieces = corners.slice(1).map((b, i) => ({ a: corners[i] as Point, b }));
  // A wire cuts corners and hooks at its ends: what is short is no edge of a roof.
  const long = pieces.filter((piece) => length(piece) > view.width / 36);
  return long.map((piece) => refined(view, piece, off));
}

/** Its ends lie beside those that were meant. */
function fromTo(pieces: Borne[], from: Point, to: Point): Borne[] {
  const on = (piece: Borne, place: Point) => between(piece.a, piece.b, beside(piece, place).share);
  return pieces.map((piece, i) => ({
    ...piece,
    a: i ? piece.a : on(piece, from),
    b: i < pieces.length - 1 ? piece.b : on(piece, to),
  }));
}

/** Pieces meet in their corners, unless those lie far off. */
function cornered(pieces: Borne[], reach: number): Point[] {
  const points = pieces.slice(1).map((piece, i) => {
    const before = pieces[i] as Borne;
    const corner = meeting(before, piece);
    return corner && distance(corner, before.b) < reach ? corner : between(before.b, piece.a, 0.5);
  });
  return [(pieces[0] as Borne).a, ...points, (pieces.at(-1) as Borne).b];
}

/** A tap is off by this share of how far it may be off, as a standard deviation; three of them away, something else is meant. */
const TAP = 0.2;
const MEANT = 3;
/** Of the picture's width: how sure the place is where edges meet, and where one ends; leaves and dormers end one early. */
const [CORNER, END] = [1 / 1000, 1 / 160];

/**
 * Where a tap means to be. Beside a found edge it is on it; along it, the tap and the end are believed as far as each is sure, so that no
 * end draws a good tap away.
 */
export function snapped(view: View, edges: readonly FoundEdge[], tap: Point, reach: number): Point {
  const doubt = reach * TAP;
  let [nearest, meant] = [MEANT, null as Point | null];
  for (const { points, certainty } of edges) {
    for (let i = 0; i < points.length; i++) {
      const isCorner = i > 0 && i < points.length - 1;
      const end = view.width * (isCorner ? CORNER : END);
      for (const other of [points[i - 1], points[i + 1]]) {
        if (!other) continue;
        const piece = { a: points[i] as Point, b: other };
        const { off, share } = beside(piece, tap);
        const away =
          Math.hypot(off / doubt, (share * length(piece)) / Math.hypot(doubt, end)) / (0.8 + 0.45 * certainty);
        if (away >= nearest) continue;
        nearest = away;
        meant = between(piece.a, piece.b, (share * end ** 2) / (end ** 2 + doubt ** 2));
      }
    }
  }
  return meant ?? onEdge(view, tap, doubt, Math.min(reach, view.width * EDGE_REACH)) ?? tap;
}

const EDGE_REACH = 1 / 70;
/** What speaks less for a place than this is no reason to leave the tap. */
const LEAST_WORTH = 0.1;

function onEdge(view: View, tap: Point, doubt: number, reach: number): Point | null {
  let [best, found] = [LEAST_WORTH, null as Point | null];
  for (let y = Math.max(4, Math.ceil(tap.y - reach)); y <= Math.min(view.height - 5, tap.y + reach); y++) {
    for (let x = Math.max(4, Math.ceil(tap.x - reach)); x <= Math.min(view.width - 5, tap.x + reach); x++) {
      const far = distance({ x, y }, tap);
      const edge = view.edge[pixelAt(view, x, y)] as number;
      if (far > reach || edge < 0.2) continue;
      const worth = (edge + 0.5 * cornerness(view, x, y)) * Math.exp((far / doubt) ** 2 / -2);
      if (worth > best) [best, found] = [worth, { x, y }];
    }
  }
  return found;
}

/** From 0 to 1: how much edges of two directions meet there. */
function cornerness({ width, gx, gy }: View, x: number, y: number): number {
  let [xx, xy, yy] = [0, 0, 0];
  for (let v = -2; v <= 2; v++) {
    for (let u = -2; u <= 2; u++) {
      const at = (y + v) * width + x + u;
      const [a, b] = [gx[at] as number, gy[at] as number];
      xx += a * a;
      xy += a * b;
      yy += b * b;
    }
  }
  const sum = xx + yy;
  const less = sum / 2 - Math.sqrt(Math.max(0, (sum * sum) / 4 - xx * yy + xy * xy));
  return sum ? clamp((4 * less) / sum, 0, 1) : 0;
}
