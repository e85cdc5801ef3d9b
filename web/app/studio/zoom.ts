// A closer look at the picture: by two fingers, or by the wheel as trackpads pinch it. What is pointed at meanwhile is let go.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

const MOST = 6;

/** How many times as large it is shown, and how far it is moved, in shares of its frame. */
export interface Zoom {
  times: number;
  x: number;
  y: number;
}

const WHOLE: Zoom = { times: 1, x: 0, y: 0 };

/** How much of the frame a box fills that is looked at. */
const FILLED = 0.6;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Place {
  x: number;
  y: number;
}

const middleOf = (a: Place, b: Place): Place => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);

/** Zoomed so that what was at one place of the frame comes to another; the frame stays filled. */
export function zoomed(from: Zoom, by: number, at: Place, to: Place): Zoom {
  const times = Math.min(Math.max(from.times * by, 1), MOST);
  const moved = (was: number, start: number, end: number) =>
    Math.min(Math.max(end - ((start - was) / from.times) * times, 1 - times), 0);
  return { times, x: moved(from.x, at.x, to.x), y: moved(from.y, at.y, to.y) };
}

/** So that a box, in shares of the frame, fills most of it. */
function zoomedOn({ left, top, right, bottom }: Box): Zoom {
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return zoomed(WHOLE, FILLED / Math.max(right - left, bottom - top), middle, { x: 0.5, y: 0.5 });
}

/** `letGo` is called when a second finger comes: then the first meant no tap. */
export function useZoom(frame: RefObject<HTMLElement | null>, near: Box | null, letGo: () => void) {
  const [zoom, setZoom] = useState(WHOLE);
  // A box is looked at once; how it is changed meanwhile moves nothing under the hand.
  const [seen, setSeen] = useState(near);
  if (near !== seen) {
    setSeen(near);
    setZoom(near ? zoomedOn(near) : WHOLE);
  }
  const fingers = useRef(new Map<number, Place>());
  const pinch = useRef<{ from: Zoom; fingers: [Place, Place] } | null>(null);

  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
      const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
      setZoom((from) => zoomed(from, Math.exp(-event.deltaY / 100), at, at));
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [frame]);

  const placeOf = (event: PointerEvent<HTMLElement>): Place => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== "touch") return;
    if (event.isPrimary) fingers.current.clear();
    fingers.current.set(event.pointerId, placeOf(event));
    const [a, b] = fingers.current.values();
    if (!a || !b) return;
    if (!pinch.current) letGo();
    pinch.current = { from: zoom, fingers: [a, b] };
    event.stopPropagation();
  };
  const go = (event: PointerEvent<HTMLElement>) => {
    if (fingers.current.has(event.pointerId)) fingers.current.set(event.pointerId, placeOf(event));
    if (!pinch.current) return;
    event.stopPropagation();
    const [a, b] = fingers.current.values();
    if (!a || !b) return;
    const { from, fingers: before } = pinch.current;
    const { width = 1, height = 1 } = frame.current?.getBoundingClientRect() ?? {};
    const far = (p: Place, q: Place) => apart({ x: p.x * width, y: p.y * height }, { x: q.x * width, y: q.y * height });
    setZoom(zoomed(from, far(a, b) / (far(...before) || 1), middleOf(...before), middleOf(a, b)));
  };
  /** Until the last finger is lifted none of them taps. */
  const end = (event: PointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId);
    if (!pinch.current) return;
    event.stopPropagation();
    if (fingers.current.size === 0) pinch.current = null;
  };
  return {
    zoom,
    showAll: zoom.times > 1 ? () => setZoom(WHOLE) : null,
    held: {
      onPointerDownCapture: begin,
      onPointerMoveCapture: go,
      onPointerUpCapture: end,
      onPointerCancelCapture: end,
    },
  };
}
