// Evening on a canvas: opened when it is first wanted, lit as the drawing says, and drawn again only when something of it changes.
import { useEffect, useMemo, useRef, useState } from "react";
import { importWithRetry } from "~/lib/import-with-retry";
import { type Bench, baseOf } from "./bench";
import type { Dusk, Lit, OpenDusk } from "./engine";

/** Milliseconds in which dusk falls when it is first seen. */
const FALL = 1600;
/** How much of its time a moving picture leaves to everything else. */
const SHARE = 2;

export type Standing = "waiting" | "live" | "still";

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What draws it comes with the first picture: those who only open the studio do without. Where it does not come, the picture is still. */
const openDusk: OpenDusk = async (...given) => {
  const relight = await importWithRetry(() => import("./relight/dusk"));
  return relight.openDusk(...given);
};

const openStill: OpenDusk = async (...given) => {
  const plain = await importWithRetry(() => import("./still"));
  return plain.openStill(...given);
};

/** What lights are drawn from. */
export type Lightable = Pick<Bench, "opened" | "drawing" | "look" | "footAt">;

export function useDusk({ opened, drawing, look, footAt }: Lightable, wanted: boolean) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [standing, setStanding] = useState<Standing>("waiting");
  const [dusk, setDusk] = useState<Dusk | null>(null);
  const isStill = standing === "still";
  const [used, setUsed] = useState(wanted);
  if (wanted && !used) setUsed(true);

  useEffect(() => {
    if (!used || !canvas.current) return;
    let gone = false;
    let made: Dusk | null = null;
    const open = isStill ? openStill : openDusk;
    open(canvas.current, opened.photo, opened.sight)
      .catch(() => null)
      .then((found) => {
        made = found;
        if (gone) return made?.close();
        // Another canvas: one that was tried in vain draws nothing else.
        if (!found) return setStanding("still");
        setDusk(found);
        setStanding((before) => (before === "still" ? before : "live"));
      });
    return () => {
      gone = true;
      made?.close();
      setDusk(null);
    };
  }, [used, opened, isStill]);

  const { spacing, colors, effect, brightness, evening } = look;
  const lit = useMemo((): Lit => {
    const { lines, windows, strokes } = drawing;
    const points = lines.map((line) => line.points);
    const base = baseOf(drawing, opened.photo, opened.sight.roll);
    return { lines: points, windows, strokes, footAt, base, spacing, colors, effect, brightness };
  }, [drawing, opened, footAt, spacing, colors, effect, brightness]);

  const [shown, setShown] = useState<Lit | null>(null);
  useEffect(() => {
    if (!dusk || !wanted) return;
    let late = false;
    dusk.light(lit).then(
      () => !late && setShown(lit),
      () => {},
    );
    return () => {
      late = true;
    };
  }, [dusk, lit, wanted]);

  useFrames(wanted && shown ? dusk : null, shown, evening);
  return { canvas, standing, dusk, isShown: shown !== null };
}

/** Draws while something moves: dusk that falls, and an effect, unless its owner's device asks for calm. */
function useFrames(dusk: Dusk | null, lit: Lit | null, evening: number) {
  const fallen = useRef<Dusk | null>(null);
  useEffect(() => {
    if (!dusk || !lit) return;
    const calm = isCalm();
    const moves = !calm && lit.effect !== "steady" && lit.lines.length > 0;
    const falls = !calm && fallen.current !== dusk;
    const began = performance.now();
    let next = 0;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const now = performance.now();
      const share = falls ? Math.min(1, (now - began) / FALL) : 1;
      dusk.draw(evening * share, calm ? 0 : (now - began) / 1000);
      if (share === 1) fallen.current = dusk;
      if (share === 1 && !moves) return;
      const took = performance.now() - now;
      pause = setTimeout(
        () => {
          next = requestAnimationFrame(tick);
        },
        took * (SHARE - 1),
      );
    };
    next = requestAnimationFrame(tick);
    return () => {
      cancelAnimationFrame(next);
      clearTimeout(pause);
    };
  }, [dusk, lit, evening]);
}
