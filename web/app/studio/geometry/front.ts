// The geometry of one photograph: how many feet a line on a front comes to. The server computes the same (models/pictures/roofline.py, where
// the words are), and tests/vectors/rooflines.json holds both to it.
//
// Once the picture is turned upright, a front is taken for a vertical plane, on which one foot of height covers v of the picture, and
// v changes evenly from left to right: v(x) = scale + slant * (x - middle). With the focal length that gives every point of the plane
// a place in feet, and every line its true length.

const DOORS = {
  garage8x7: [8, 7],
  garage16x7: [16, 7],
  garage9x8: [9, 8],
  garage16x8: [16, 8],
  door3x6_8: [3, 80 / 12],
  door3x7: [3, 7],
  door_double: [6, 80 / 12],
} as const satisfies Record<string, readonly [width: number, height: number]>;

type ReferenceKind = keyof typeof DOORS | "stories";

interface SizeReference {
  k: ReferenceKind;
  /** Corners: top left, top right, bottom right, bottom left. */
  q: number[];
  /** Stories of the front, where somebody said. */
  n?: number | null;
  /** Corners that a hand has set, one bit each, of a box that somebody confirmed. */
  h?: number | null;
  /** Whether nothing was found where it stands. */
  u?: boolean | null;
}

/** What the length depends on, of a plan. */
export interface Drawing {
  /** Width of the picture by its height. */
  a: number;
  /** Focal length in widths of the picture; null where the file does not say. */
  f?: number | null;
  roll?: number;
  l: number[][];
  r?: SizeReference | null;
}

/** Feet, and between which they lie. */
export interface Length {
  feet: number;
  low: number;
  high: number;
}

export interface Measured {
  /** Of each line. */
  runs: Length[];
  sum: Length;
}

/** In widths of the upright picture, from its middle: right, and down. */
interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number | null;
  height: number;
  /** How far the truth may lie below and above what is measured by it. */
  band: readonly [below: number, above: number];
}

const GRID = 4095;
const [LENS_MM, FRAME_MM] = [33, 36];
const EYES = 4.9;
const STORY = 9.5;
const GARAGE = [0.1, 0.1] as const;
const DOOR = [0.2, 0.1] as const;
const STORIES = [0.2, 0.2] as const;
const [HAND, UNPLACED, CERTAIN] = [0.00125, 0.03, 1.64];
const [LOOSEST, ROUNDED] = [0.23, 0.25];
const SIDE_NOISE = 0.0018;
const FRONTAL = 1 / 1.2;
const [LEAST_SCALE, MOST_SLANT] = [0.35, 1.2];
const ROUNDS = 6;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Null where nothing in the picture says how large it is, nobody confirmed what does, or it leaves too much open. */
export function measured(drawing: Drawing): Measured | null {
  const feet = drawing.r && isConfirmed(drawing.r) ? feetOf(drawing) : null;
  if (!feet || !drawing.r) return null;
  const whole = sumOf(feet);
  const doubt = doubtOf(drawing, drawing.r, whole);
  const [below, above] = sizeOf(drawing.r).band.map((end) => Math.hypot(end, CERTAIN * doubt)) as [number, number];
  if (!((below + above) / (2 - below + above) <= LOOSEST)) return null; // nor where a moved corner leaves no number
  const within = (each: number): Length => ({ feet: each, low: each * (1 - below), high: each * (1 + above) });
  return { runs: feet.map(within), sum: within(whole) };
}

/** A guess is none before a hand has set at least one of its corners. */
const isConfirmed = ({ h, u }: SizeReference) => typeof h === "number" && !(u && h === 0);

const sumOf = (feet: number[]) => feet.reduce((sum, each) => sum + each, 0);

/** Of each line; null where the reference cannot be read. */
function feetOf(drawing: Drawing): number[] | null {
  const front = frontOf(drawing);
  return front && drawing.l.map((line) => lengthOf(front, upright(drawing, line)));
}

/** What the corners leave open, as a share of the whole length: each is moved by as much as it may be off. */
function doubtOf(drawing: Drawing, reference: SizeReference, whole: number): number {
  const { h, q } = reference;
  const [tl, tr, br, bl] = upright(drawing, q) as [Point, Point, Point, Point];
  const high = (bl.y - tl.y + br.y - tr.y) / 2;
  const doubts = q.map((place, at) => {
    const off = ((h ?? 0) >> (at >> 1)) & 1 ? HAND : Math.max(HAND, UNPLACED * high);
    const by = off * GRID * (at % 2 ? drawing.a : 1);
    const feet = feetOf({ ...drawing, r: { ...reference, q: q.with(at, place + by) } });
    return feet ? (sumOf(feet) - whole) / (whole || 1) : Number.POSITIVE_INFINITY;
  });
  return Math.hypot(...doubts);
}

/** The range as people read it: the whole feet that hold it, from 100 feet on the fives where they make it no wider than may be shown.
 * Null where it is too short for whole feet to say. */
export function shown({ feet, low, high }: Length): [number, number] | null {
  for (const step of feet < 100 ? [1] : [5, 1]) {
    const [least, most] = [step * Math.floor(low / step), step * Math.ceil(high / step)];
    if (least > 0 && most - least <= ROUNDED * (most + least)) return [least, most];
  }
  return null;
}

/** How many sit on a run: the first and the last half a spacing (inches) from its ends. */
export const bulbs = (feet: number, spacing: number) => Math.max(1, Math.floor((feet * 12) / spacing + 0.5));

/** The plane that a front is taken for. */
interface Front {
  scale: number;
  slant: number;
  middle: number;
  horizon: number;
  focal: number;
}

/** What one foot of height covers there. */
const scaleAt = ({ scale, slant, middle }: Front, x: number) =>
  Math.max(scale * LEAST_SCALE, scale + slant * (x - middle));

/** Feet from a point of the plane to another. */
function between(front: Front, a: Point, b: Point) {
  const u = scaleAt(front, a.x);
  const v = scaleAt(front, b.x);
  const across = a.x / u - b.x / v;
  const up = (a.y - front.horizon) / u - (b.y - front.horizon) / v;
  return Math.hypot(across, up, front.focal / u - front.focal / v);
}

const lengthOf = (front: Front, line: Point[]) => pairs(line).reduce((sum, [a, b]) => sum + between(front, a, b), 0);

const pairs = (line: Point[]) => line.slice(1).map((point, i) => [line[i] as Point, point] as const);

/** Points of the plan as they lie in the upright picture. */
function upright({ a, roll = 0 }: Pick<Drawing, "a" | "roll">, places: number[]): Point[] {
  const c = Math.cos(roll);
  const s = Math.sin(roll);
  const points: Point[] = [];
  for (let i = 0; i + 1 < places.length; i += 2) {
    const right = (places[i] as number) / GRID - 0.5;
    const down = ((places[i + 1] as number) / GRID - 0.5) / a;
    points.push({ x: right * c + down * s, y: down * c - right * s });
  }
  return points;
}

function sizeOf({ k, n }: SizeReference): Size {
  if (k === "stories") return { width: null, height: STORY * (n ?? 1), band: STORIES };
  const [width, height] = DOORS[k];
  return { width, height, band: k.startsWith("garage") ? GARAGE : DOOR };
}

/** The plane on which the reference has its size, and what is level in the drawing is level. */
function frontOf(drawing: Drawing): Front | null {
  if (!drawing.r) return null;
  const [tl, tr, br, bl] = upright(drawing, drawing.r.q) as [Point, Point, Point, Point];
  const focal = drawing.f ?? (LENS_MM / FRAME_MM) * Math.max(1, 1 / drawing.a);
  const size = sizeOf(drawing.r);
  const left = bl.y - tl.y;
  const right = br.y - tr.y;
  const x0 = (tl.x + bl.x) / 2;
  const x1 = (tr.x + br.x) / 2;
  const span = x1 - x0;
  if (Math.min(left, right, span) <= SIDE_NOISE) return null;
  const scale = (left + right) / 2 / size.height;
  const seen = { scale, middle: (x0 + x1) / 2, horizon: (br.y + bl.y) / 2 - EYES * scale, span, focal };
  const sides: Witness = [(right - left) / size.height / span, (1.4 * SIDE_NOISE) / size.height / span];
  const lines = drawing.l.map((line) => upright(drawing, line));
  const witnessed = slantOf(lines, seen, sides);
  const fit =
    size.width === null ? { scale, slant: witnessed.slant } : fitted(seen, witnessed, size.width, size.height);
  return { ...fit, middle: seen.middle, horizon: seen.horizon, focal };
}

/** A value and its deviation. */
type Witness = [value: number, deviation: number];

interface Seen {
  scale: number;
  middle: number;
  horizon: number;
  span: number;
  focal: number;
}

interface Slant {
  slant: number;
  weight: number;
}

/** The sides of the reference, what is level on the house, and that people stand in front of one: each weighed by its doubt. */
function slantOf(lines: Point[][], { scale, horizon }: Seen, [value, deviation]: Witness): Slant {
  let weight = 1 / deviation ** 2 + 1 / (scale * FRONTAL) ** 2;
  let total = value / deviation ** 2;
  for (const [a, b] of lines.flatMap(level)) {
    const across = b.x - a.x;
    const up = horizon - (a.y + b.y) / 2;
    const fall = (b.y - a.y) / across;
    if (Math.abs(fall) > 0.13 || up < scale * 2.5) continue;
    const doubt = (scale / up) * (0.0019 / Math.abs(across) + 0.004);
    total += (-fall * scale) / up / doubt ** 2;
    weight += 1 / doubt ** 2;
  }
  return { slant: bounded(total / weight, scale), weight };
}

/** What may be level: the pieces of a line, and from foot to foot of a gable. Short ones say nothing. */
function level(line: Point[]) {
  const found = pairs(line);
  const [left, top, right] = line;
  if (line.length === 3 && left && top && right && top.y < Math.min(left.y, right.y)) found.push([left, right]);
  return found.filter(([a, b]) => Math.abs(b.x - a.x) >= 1 / 14);
}

const bounded = (slant: number, scale: number) => clamp(slant, -MOST_SLANT * scale, MOST_SLANT * scale);

/** Scale and slant that fit the height and the width of a door best: least squares, by a few rounds of Gauss and Newton. */
function fitted({ scale: high, middle, span, focal }: Seen, first: Slant, width: number, height: number) {
  let scale = high;
  let { slant } = first;
  const highWeight = 2 * (height / SIDE_NOISE) ** 2;
  const wideWeight = (width / SIDE_NOISE) ** 2;
  const half = span / 2;
  // How much more the span covers than the door's width would, as a scale.
  const off = (s: number, k: number) => {
    const u = Math.max(s - k * half, s * LEAST_SCALE);
    const v = Math.max(s + k * half, s * LEAST_SCALE);
    return s - (s * width) / Math.hypot((middle - half) / u - (middle + half) / v, focal / u - focal / v);
  };
  const stepS = high * 1e-4;
  const stepK = high * 1e-3;
  for (let round = 0; round < ROUNDS; round++) {
    const now = off(scale, slant);
    const byS = (off(scale + stepS, slant) - now) / stepS;
    const byK = (off(scale, slant + stepK) - now) / stepK;
    const ss = highWeight + wideWeight * byS * byS;
    const sk = wideWeight * byS * byK;
    const kk = first.weight + wideWeight * byK * byK;
    const s = highWeight * (high - scale) - wideWeight * byS * now;
    const k = first.weight * (first.slant - slant) - wideWeight * byK * now;
    const whole = ss * kk - sk * sk;
    scale = clamp(scale + (s * kk - k * sk) / whole, high * 0.5, high * 2);
    slant = bounded(slant + (k * ss - s * sk) / whole, scale);
  }
  return { scale, slant };
}

/** What one foot covers at a place across the picture, both in widths of it; null where nothing says how large it is. */
export function footAcross(drawing: Drawing): ((across: number) => number) | null {
  const front = frontOf(drawing);
  return front && ((across) => scaleAt(front, across - 0.5));
}
