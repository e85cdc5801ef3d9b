// Roof edges that were not pointed at: straight edges of the picture, those of one board joined, rakes that meet made gables; each with
// how sure it is to be one of the roof.
import type { FoundEdge, Point } from "../engine";
import { clamp } from "./grids";
import { beside, between, distance, length, meeting, type Piece, pixelAt, refined, support } from "./lines";
import type { View } from "./view";

const MOST_FOUND = 24;
const MOST_PIECES = 40;
/** Higher up than this they count; roofs lie in the upper part. */
const LOWEST = 0.8;
/** Steeper than any roof. */
const STEEPEST = 2.6;

interface Edge extends Piece {
  support: number;
  /** How much of it has sky above, and a wall below that is lighter than what is above. */
  sky: number;
  wall: number;
  worth: number;
}

/** `roll` is how far the picture leans: a gable that leans with it is one all the same. */
export function roofEdges(view: View, pieces: readonly Piece[], sky: Uint8Array, roll: number): FoundEdge[] {
  const slanted = pieces.filter((piece) => mayBeRoof(view, piece)).map((piece) => judged(view, sky, piece));
  const edges = joined(
    view,
    withoutDoubles(
      view,
      slanted.sort((p, q) => q.worth - p.worth),
    ),
  );
  const found = [...gables(view, edges, roll), ...edges.map((edge) => plainEdge(view, edge, roll))];
  return found.sort((p, q) => q.certainty - p.certainty).slice(0, MOST_FOUND);
}

const mayBeRoof = ({ height }: View, piece: Piece) =>
  Math.abs(slope(piece)) <= STEEPEST && Math.min(piece.a.y, piece.b.y) < height * LOWEST;

const LOOKS = 12;

/** Sky above, or a wall lighter than what is above, speaks for an edge of the roof; the lower half of the picture against. */
function judged(view: View, sky: Uint8Array, piece: Piece): Edge {
  const off = Math.floor(view.width / 130);
  let [above, lighter] = [0, 0];
  for (let i = 0; i < LOOKS; i++) {
    const { x, y } = between(piece.a, piece.b, (i + 0.5) / LOOKS);
    const [up, down] = [pixelAt(view, x, y - off), pixelAt(view, x, y + off)];
    if ((sky[up] as number) > 127) above += 1 / LOOKS;
    if ((view.luma[down] as number) - (view.luma[up] as number) > 0.12) lighter += 1 / LOOKS;
  }
  const borne = support(view, piece);
  const low = 1 - Math.max(0, (piece.a.y + piece.b.y) / 2 / view.height - 0.5);
  const worth = (length(piece) / view.width) * (0.25 + 1.2 * above + 0.8 * lighter) * borne * low;
  return { ...piece, support: borne, sky: above, wall: lighter, worth };
}

/** Of parallel edges of one board the best stays. */
function withoutDoubles(view: View, edges: Edge[]): Edge[] {
  const kept: Edge[] = [];
  for (const edge of edges) {
    const middle = between(edge.a, edge.b, 0.5);
    const isDouble = kept.some((other) => {
      const { off, share } = beside(other, middle);
      return (
        Math.abs(off) < view.width / 45 && share > -0.1 && share < 1.1 && Math.abs(slope(other) - slope(edge)) < 0.25
      );
    });
    if (!isDouble) kept.push(edge);
    if (kept.length === MOST_PIECES) break;
  }
  return kept;
}

const slope = ({ a, b }: Piece) => (b.y - a.y) / (b.x - a.x || 1e-6);
const turn = ({ a, b }: Piece) => Math.atan2(b.y - a.y, b.x - a.x);

/** Pieces of one edge become one. */
function joined(view: View, edges: Edge[]): Edge[] {
  const left = [...edges].sort((p, q) => p.a.x - q.a.x);
  for (let i = 0; i < left.length; i++) {
    for (let j = i + 1; j < left.length; j++) {
      const [p, q] = [left[i] as Edge, left[j] as Edge];
      if (!goOn(view, p, q)) continue;
      left[i] = judgedBoth(p, q);
      left.splice(j, 1);
      j = i;
    }
  }
  return left;
}

function goOn({ width }: View, p: Edge, q: Edge): boolean {
  const gap = q.a.x - p.b.x;
  if (gap > width / 20 || q.b.x < p.b.x || gap < -width / 20 || Math.abs(turn(p) - turn(q)) > 0.09) return false;
  const whole = { a: p.a, b: q.b };
  return Math.max(Math.abs(beside(whole, p.b).off), Math.abs(beside(whole, q.a).off)) < width / 260;
}

const judgedBoth = (p: Edge, q: Edge): Edge => ({
  a: p.a,
  b: q.b,
  support: (p.support + q.support) / 2,
  sky: Math.max(p.sky, q.sky),
  wall: Math.max(p.wall, q.wall),
  worth: p.worth + q.worth,
});

/** A rake falls by this at least, in radians. */
const PITCHED = 0.245;

/** Two rakes that meet at a peak; both leave the list. */
function gables(view: View, edges: Edge[], roll: number): FoundEdge[] {
  const found: FoundEdge[] = [];
  for (const left of edges.filter((edge) => turn(edge) - roll < -PITCHED)) {
    const right = edges.find((edge) => isPartner(view, left, edge, roll));
    if (!right) continue;
    const cross = meeting(left, right);
    const peak = cross && distance(cross, left.b) < view.width / 30 ? cross : between(left.b, right.a, 0.5);
    const points = [extended(view, peak, left.a), peak, extended(view, peak, right.b)];
    found.push({ kind: "gable", points, certainty: certaintyOf(view, left, right) });
    edges.splice(edges.indexOf(left), 1);
    edges.splice(edges.indexOf(right), 1);
  }
  return found;
}

const isPartner = ({ width }: View, left: Edge, right: Edge, roll: number) =>
  turn(right) - roll > PITCHED &&
  distance(left.b, right.a) < width / 40 &&
  Math.abs(turn(left) + turn(right) - 2 * roll) < 0.3;

const certaintyOf = ({ width }: View, left: Edge, right: Edge) =>
  clamp(0.5 + (left.worth + right.worth) * 1.2 + Math.min(length(left), length(right)) / width, 0, 1);

/** On past `to` as far as the edge goes. */
function extended(view: View, from: Point, to: Point): Point {
  const far = distance(from, to);
  const step = view.width / 55;
  let end = to;
  for (let i = 0; i < 14; i++) {
    const next = between(from, to, (far + step * (i + 1)) / far);
    const inside = next.x > 4 && next.y > 4 && next.x < view.width - 4 && next.y < view.height - 4;
    const hidden = [next, between(end, next, 0.5)].some(({ x, y }) => (view.leaf[pixelAt(view, x, y)] as number) > 76);
    if (!inside || hidden || refined(view, { a: end, b: next }, 1.5).support < 0.52) break;
    end = next;
  }
  return end;
}

/** An eave is level over a wall, a hip climbs against the sky; ridges, sills and the rest are edges. */
function plainEdge(view: View, edge: Edge, roll: number): FoundEdge {
  const isLevel = Math.abs(turn(edge) - roll) < 0.12;
  const isHigh = edge.a.y < view.height * 0.66;
  const share = clamp(edge.worth * 1.5, 0, 0.4);
  const points = [edge.a, edge.b];
  if (isLevel && edge.wall > 0.4 && isHigh) return { kind: "eave", points, certainty: 0.5 + share };
  if (!isLevel && edge.sky > 0.5) return { kind: "hip", points, certainty: (edge.wall > 0.3 ? 0.5 : 0.3) + share / 2 };
  return { kind: "edge", points, certainty: share };
}
