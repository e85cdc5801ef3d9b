// How large it all is: a door of a usual kind, or the height of the front, in a box on the picture.
import { useState } from "react";
import type { Bench } from "./bench";
import type { Photo, Point, Quad } from "./engine";
import type { ReferenceKind, SizeReference } from "./plan";
import { distance, inside } from "./pointing";
import type { Handle } from "./stage";
import { words as all } from "./words";
import type { Box } from "./zoom";

const words = all.size;

/** Of the picture's width: the least a box may measure, and how wide a guessed one is. */
const LEAST = 1 / 60;
const GUESS = { door: 0.09, stories: [0.4, 0.25] } as const;

/** Width by height. */
const SHAPES: Partial<Record<ReferenceKind, number>> = {
  garage16x7: 16 / 7,
  garage8x7: 8 / 7,
  garage16x8: 2,
  garage9x8: 9 / 8,
  door3x6_8: 3 / 6.667,
  door3x7: 3 / 7,
  door_double: 6 / 6.667,
};
/** The usual door of each shape. */
const USUAL = ["garage16x7", "garage8x7", "door3x6_8", "door_double"] as const;
/** How much a slant may press a door together: e to this. */
const ALIKE = 0.55;

/** What a box is likely to be around, by its shape; what was chosen wherever that may be. */
export function kindOf(corners: Quad, chosen: ReferenceKind): ReferenceKind {
  if (chosen === "stories") return chosen;
  const [a, b, c, d] = corners;
  const shape = (distance(a, b) + distance(d, c)) / (distance(a, d) + distance(b, c));
  const off = (kind: ReferenceKind) => Math.abs(Math.log(shape / (SHAPES[kind] ?? shape)));
  return off(chosen) < ALIKE ? chosen : USUAL.reduce((best, kind) => (off(kind) < off(best) ? kind : best));
}

const boxOf = (a: Point, b: Point): Quad => {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
};

const boundsOf = (corners: Quad, { width, height }: Photo): Box => ({
  left: Math.min(...corners.map(({ x }) => x / width)),
  top: Math.min(...corners.map(({ y }) => y / height)),
  right: Math.max(...corners.map(({ x }) => x / width)),
  bottom: Math.max(...corners.map(({ y }) => y / height)),
});

export type Sizing = ReturnType<typeof useSizing>;

export function useSizing({ opened, drawing, change, amend }: Bench, say: (words: string) => void) {
  const { photo, sight } = opened;
  const { reference } = drawing;
  // Of the next box alone: one that is there says its kind, also where a step was taken back.
  const [next, setNext] = useState<ReferenceKind>(reference?.kind ?? "garage16x7");
  const kind = reference?.kind ?? next;
  const [draft, setDraft] = useState<Quad | null>(null);
  const isNear = reference !== null && !reference.confirmed;
  const [near, setNear] = useState<Box | null>(null);
  // Up close until it is confirmed, and again where that is taken back.
  if (isNear && !near) setNear(boundsOf(reference.corners, photo));
  if (!isNear && near) setNear(null);

  const set = (part: Partial<SizeReference>) =>
    change(({ reference: now }) => ({ reference: now && { ...now, ...part } }));

  /** A box of another shape is another kind of door; says which. */
  function take(corners: Quad, guessed = false): string {
    const fitting = kindOf(corners, kind);
    change(() => ({ reference: { kind: fitting, corners, placed: 0, guessed, confirmed: false } }));
    return fitting === kind ? words.taken : words.takenFor(words.kinds[fitting]);
  }

  async function tap(at: Point) {
    if (isNear) return move(nearest(reference.corners, at), at, true);
    const shape = SHAPES[kind];
    if (shape) say(words.looking);
    const seen = shape ? await sight.door(at) : null;
    if (seen) return say(take(seen));
    const [across, down] = shape ? [GUESS.door * shape, GUESS.door] : GUESS.stories;
    const corner = (way: 1 | -1) =>
      inside({ x: at.x + (way * across * photo.width) / 2, y: at.y + (way * down * photo.width) / 2 }, photo);
    take(boxOf(corner(-1), corner(1)), true);
    say(words.guessed);
  }
  function drag(points: readonly Point[], done: boolean) {
    if (points.length === 0) return setDraft(null);
    const box = boxOf(points[0] as Point, points.at(-1) as Point);
    if (!done) return setDraft(box);
    setDraft(null);
    const least = photo.width * LEAST;
    if (box[1].x - box[0].x < least || box[3].y - box[0].y < least) return say(words.small);
    say(take(box));
  }
  function move(corner: number, to: Point, begins: boolean) {
    (begins ? change : amend)(({ reference: now }) => {
      if (!now) return {};
      const corners = now.corners.map((old, i) => (i === corner ? to : old)) as unknown as Quad;
      return { reference: { ...now, corners, placed: now.placed | (1 << corner) } };
    });
  }
  function confirm() {
    if (kind === "stories" && !drawing.stories) return say(words.unsaid);
    if (reference?.guessed && !reference.placed) return say(words.untouched);
    set({ confirmed: true });
    say("");
  }
  const handles: Handle[] = (isNear ? reference.corners : []).map((at, i) => ({
    id: String(i),
    label: all.picture.corner(i + 1),
    at,
  }));
  return {
    ...{ kind, handles, near, tap, drag, move, confirm },
    title: reference?.confirmed
      ? words.confirmed
      : words[isNear ? "nearTitles" : "titles"][kind === "stories" ? "stories" : "door"],
    box: draft ?? reference?.corners ?? null,
    again: () => set({ confirmed: false }),
    choose: (chosen: ReferenceKind) => {
      setNext(chosen);
      if (reference && (reference.kind === "stories") === (chosen === "stories"))
        set({ kind: chosen, confirmed: false });
      else if (reference) change(() => ({ reference: null }));
    },
    clear: () => {
      change(() => ({ reference: null }));
      say(words.cleared);
    },
  };
}

const nearest = (corners: Quad, at: Point): number => {
  const far = corners.map((corner) => distance(corner, at));
  return far.indexOf(Math.min(...far));
};

export function SizeMarks({ box }: { box: Quad | null }) {
  return box && <polygon className="studio-box" points={box.map(({ x, y }) => `${x},${y}`).join(" ")} />;
}
