// Where the lights of a drawing hang, in the perspective of the front: below the roof edge, at even feet from each other.
import type { Lit, Photo, Point } from "../engine";

/** Feet that they hang below the edge. */
const DROP = 0.85;
/** Where no size is known: feet that a drawn front spans, and feet that a picture spans at least and at most. */
const FRONT = 45;
const [NEAREST, FARTHEST] = [40, 95];
/** Widths of the picture, where the file does not say: a phone's lens. */
const LENS = 0.92;
/** Inches up to which two lights make one spot on the wall. */
const PAIRED = 11;
const MOST = 4000;

export interface Bulbs {
  /** Five numbers for each: its place, pixels to a foot there, its group (0 to 2), the height of the ground below it. */
  bulbs: Float32Array;
  /** The same for each spot of light on the wall. */
  spots: Float32Array;
  /** Pixels from a light to the next of its group. */
  pitch: number;
  focal: number;
}

/** Numbers for each of them. */
export const EACH = 5;

interface Hung extends Point {
  foot: number;
}

type Front = Pick<Photo, "width" | "height" | "focal">;

export function hung({ lines, footAt, spacing }: Lit, front: Front, roll: number, ground: [number, number]): Bulbs {
  const focal = (front.focal ?? LENS * Math.max(1, front.height / front.width)) * front.width;
  const foot = footAt ?? guessed(lines, front.width);
  const down = { x: -Math.sin(roll), y: Math.cos(roll) };
  const share = spacing < PAIRED ? 2 : 1;
  const out: Record<"bulbs" | "spots", number[]> = { bulbs: [], spots: [] };
  const groundAt = (x: number) => ground[0] + ((ground[1] - ground[0]) * x) / front.width;
  let count = 0;
  for (const line of lines) {
    const row = along(line, foot, focal, spacing / 12).map((each) => lowered(each, down));
    for (let i = 0; i < row.length; i++) {
      const { x, y, foot: scale } = row[i] as Hung;
      const group = Math.floor((count + i) / share) % 3;
      out.bulbs.push(x, y, scale, group, groundAt(x));
      if ((count + i) % share) continue;
      const mate = row[Math.min(row.length - 1, i + share - 1)] as Hung;
      out.spots.push((x + mate.x) / 2, (y + mate.y) / 2, scale, group, groundAt(x));
    }
    // The next line begins with a spot of its own.
    count += row.length + (row.length % share);
  }
  const pitch = 3 * share * (spacing / 12) * foot(front.width / 2);
  return { bulbs: Float32Array.from(out.bulbs), spots: Float32Array.from(out.spots), pitch, focal };
}

function guessed(lines: Lit["lines"], width: number): (x: number) => number {
  const places = lines.flat().map(({ x }) => x);
  const span = places.length ? Math.max(...places) - Math.min(...places) : width / 2;
  const foot = Math.min(Math.max(span / FRONT, width / FARTHEST), width / NEAREST);
  return () => foot;
}

const lowered = ({ x, y, foot }: Hung, down: Point): Hung => ({
  x: x + down.x * DROP * foot,
  y: y + down.y * DROP * foot,
  foot,
});

/** Places every `gap` feet, the first half a gap from the end; feet are counted in short steps, as they shrink with distance. */
function along(line: readonly Point[], footAt: (x: number) => number, focal: number, gap: number): Hung[] {
  const found: Hung[] = [];
  let left = gap / 2;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] as Point, line[i] as Point];
    const steps = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 4));
    const at = (step: number): Hung => {
      const x = a.x + ((b.x - a.x) * step) / steps;
      return { x, y: a.y + ((b.y - a.y) * step) / steps, foot: footAt(x) };
    };
    for (let step = 0; step < steps; step++) {
      const [from, to] = [at(step), at(step + 1)];
      const feet = Math.hypot(
        (to.x - from.x) / to.foot,
        (to.y - from.y) / to.foot,
        focal / to.foot - focal / from.foot,
      );
      for (; left <= feet && found.length < MOST; left += gap) found.push(mixed(from, to, left / feet));
      left -= feet;
    }
  }
  return found;
}

const mixed = (a: Hung, b: Hung, share: number): Hung => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
  foot: a.foot + (b.foot - a.foot) * share,
});
