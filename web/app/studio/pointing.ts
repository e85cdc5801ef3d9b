// Places in the picture: by pointer, and by arrow keys that go faster the longer they are held.
import { type KeyboardEvent, useRef } from "react";
import type { Point } from "./engine";

/** Milliseconds within which another press of the same key counts as holding it. */
const HELD = 400;
/** Of the picture's width: the first step, and the longest. */
const [STEP, LONGEST] = [1 / 800, 1 / 40];

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Size {
  width: number;
  height: number;
}

export const inside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.min(Math.max(x, 0), width),
  y: Math.min(Math.max(y, 0), height),
});

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Where an arrow key leads from a point, in smaller steps the closer the picture is; null for any other key. */
export function useArrows(size: Size, times: number): (event: KeyboardEvent, from: Point) => Point | null {
  const run = useRef({ key: "", at: 0, length: 0 });
  return ({ key, timeStamp }, from) => {
    const direction = DIRECTIONS[key];
    if (!direction) return null;
    const held = run.current.key === key && timeStamp - run.current.at < HELD;
    run.current = { key, at: timeStamp, length: held ? run.current.length + 1 : 0 };
    const step = (size.width * Math.min(STEP * (1 + run.current.length), LONGEST)) / times;
    return inside({ x: from.x + direction[0] * step, y: from.y + direction[1] * step }, size);
  };
}

/** Where a pointer is in the picture that `frame` shows whole, and how many of its pixels one of the screen covers. */
export function pointed(frame: Element, size: Size, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width } = frame.getBoundingClientRect();
  const scale = size.width / width;
  return { at: inside({ x: (clientX - left) * scale, y: (clientY - top) * scale }, size), scale };
}
