// What lies on the workbench: one picture, what is drawn on it and how its lights shine, with every step of the drawing kept.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Photo, Sight } from "./engine";
import { footAcross, type Drawing as Measurable, measured } from "./geometry/front";
import { amended, begun, changed, type History, redone, undone } from "./history";
import { keepPlan } from "./kept";
import { type Drawing, type Ground, type Look, type Plan, planOf } from "./plan";

export interface Opened {
  photo: Photo;
  sight: Sight;
  /** Which house of ours; null where it is the visitor's own picture. */
  similar: string | null;
  /** What it begins with. */
  drawing: Drawing;
  look: Look;
}

/** What becomes of the drawing as it is by then: some of this work waits for the worker. */
type Change = (now: Drawing) => Partial<Drawing>;

/** Milliseconds of rest before the drawing is kept. */
const REST = 400;

export interface Bench {
  opened: Opened;
  drawing: Drawing;
  look: Look;
  plan: Plan;
  footAt: ReturnType<typeof footOf>;
  change: (change: Change) => void;
  /** Goes on with the last change. */
  amend: (change: Change) => void;
  shine: (part: Partial<Look>) => void;
  /** Keeps what was drawn at once, before the bench is left. */
  keep: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

export function useBench(opened: Opened): Bench {
  const [history, setHistory] = useState<History<Drawing>>(() => begun(opened.drawing));
  const [look, setLook] = useState(opened.look);
  const { now: drawing } = history;
  const plan = useMemo(() => planOf(drawing, look, groundOf(opened)), [drawing, look, opened]);
  const footAt = useMemo(() => footOf(opened, drawing), [drawing, opened]);
  const first = useRef(plan);

  const keep = useCallback(() => {
    if (plan !== first.current) keepPlan(plan);
  }, [plan]);

  useEffect(() => {
    const rest = setTimeout(keep, REST);
    return () => clearTimeout(rest);
  }, [keep]);

  const change = useCallback(
    (make: Change) => setHistory((before) => changed(before, { ...before.now, ...make(before.now) })),
    [],
  );
  const amend = useCallback(
    (make: Change) => setHistory((before) => amended(before, { ...before.now, ...make(before.now) })),
    [],
  );
  const shine = useCallback((part: Partial<Look>) => setLook((before) => ({ ...before, ...part })), []);
  return {
    opened,
    drawing,
    look,
    plan,
    footAt,
    change,
    amend,
    shine,
    keep,
    undo: history.past.length > 0 ? () => setHistory(undone) : null,
    redo: history.future.length > 0 ? () => setHistory(redone) : null,
  };
}

export const groundOf = ({ photo: { width, height, focal }, sight: { roll }, similar }: Opened): Ground => ({
  width,
  height,
  focal,
  roll,
  similar,
});

/** Pixels that a foot covers, at a place across the picture; null before a size is set. */
export function footOf(opened: Opened, drawing: Drawing): ((x: number) => number) | null {
  const { width } = opened.photo;
  const foot = footAcross(planOf(drawing, opened.look, groundOf(opened)) as Measurable);
  return foot && ((x) => foot(x / width) * width);
}

/** How wide a door has to be, in shares of the picture's width, to say how the ground falls. */
const WIDE = 1 / 10;

/** Heights of the ground at the left and right border, where something that stands on it is marked; null where nothing is. */
export function baseOf({ reference }: Drawing, { width }: Photo, roll: number): [number, number] | null {
  if (!reference) return null;
  const [, , right, left] = reference.corners;
  const across = right.x - left.x;
  const fall = across > width * WIDE ? (right.y - left.y) / across : Math.tan(roll);
  const [x, y] = [(left.x + right.x) / 2, (left.y + right.y) / 2];
  return [y - x * fall, y + (width - x) * fall];
}

/** Feet of the drawing and of each of its lines; null before a size is set. */
export const lengthsOf = (plan: Plan) => (plan.l.length > 0 ? measured(plan as Measurable) : null);
