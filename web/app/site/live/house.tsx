// The house itself: the still picture, and the canvas that takes its place once it can draw.
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Scheme } from "~/lib/schemes";
import { classes } from "~/ui/classes";
import { Rendered } from "../sections/rendered";
import { type Show, startShow } from "./show";

/** Whether the canvas shows the house: not yet, yes, or never here. */
export type Drawing = "waiting" | "live" | "still";

/** Keeps a canvas in the light of a scheme. */
export function useShow(scheme: Scheme) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const show = useRef<Show>(null);
  const [drawing, setDrawing] = useState<Drawing>("waiting");
  useEffect(() => {
    if (!canvas.current) return;
    show.current = startShow(canvas.current, (draws) => setDrawing(draws ? "live" : "still"));
    return () => show.current?.close();
  }, []);
  useEffect(() => show.current?.set(scheme), [scheme]);
  return { canvas, drawing };
}

interface HouseProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  drawing: Drawing;
  /** How wide it is drawn, as in the sizes attribute; it is cropped at the sides in narrow frames. */
  sizes: string;
  decorative?: boolean;
}

export function House({ canvas, drawing, sizes, decorative }: HouseProps) {
  const place = "absolute inset-0 size-full object-cover";
  return (
    <>
      <Rendered scene="live-house" sizes={sizes} decorative={decorative} className={place} />
      <canvas
        ref={canvas}
        data-drawing={drawing}
        className={classes(place, "transition-opacity duration-[320ms]", drawing !== "live" && "opacity-0")}
      />
    </>
  );
}
