// The picture that is drawn on. Taps, boxes and strokes are told by their places in it; the same by mouse, finger, pen and keys.
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Photo, Point } from "./engine";
import { distance, pointed, useArrows } from "./pointing";
import { words } from "./words";
import { type Box, useZoom } from "./zoom";

/** A point that can be moved. */
export interface Handle {
  id: string;
  label: string;
  at: Point;
}

interface StageProps {
  photo: Photo;
  /** The evening over the picture. */
  dusk: ReactNode;
  /** What is drawn over it, in its pixels. */
  marks: ReactNode;
  handles: readonly Handle[];
  /** What is to be seen up close, in shares of the picture; another one moves the picture. */
  near: Box | null;
  /** Where a pointer goes while it is held: it aims, or draws a box, or paints. */
  drags: "aim" | "box" | "stroke";
  /** `reach` is how far around it somebody may have meant, in pixels of the picture. */
  onTap: (at: Point, reach: number) => void;
  /** What a held pointer went through, nothing once it is let go; `done` once it is lifted. */
  onDrag: (points: readonly Point[], done: boolean) => void;
  onMove: (id: string, to: Point, begins: boolean) => void;
  onChoose: (id: string) => void;
  onBack: () => void;
  onSay: (words: string) => void;
}

/** Pixels of the screen: around a tap, and that a pointer moves before it draws. */
export const REACH = 14;
const STILL = 8;
/** Milliseconds after which a place reached by keys is told. */
const REST = 350;

export function Stage(props: StageProps) {
  const { photo, dusk, marks, handles, near } = props;
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const letGo = useRef<() => void>(undefined);
  const [aim, setAim] = useState<Point | null>(null);
  const { zoom, showAll, held } = useZoom(frame, near, () => letGo.current?.());
  const shown = { "--zoom": zoom.times, translate: `${100 * zoom.x}% ${100 * zoom.y}%`, scale: zoom.times };
  const pointing = { ...props, times: zoom.times, letGo, onAim: setAim };
  return (
    <div
      className="studio-frame"
      ref={frame}
      style={{ "--ratio": photo.width / photo.height } as CSSProperties}
      {...held}
    >
      <div className="studio-sheet" ref={sheet} style={shown as CSSProperties}>
        <DayPicture photo={photo} />
        {dusk}
        <svg aria-hidden="true" viewBox={`0 0 ${photo.width} ${photo.height}`} className="studio-marks">
          {marks}
        </svg>
        <Pad {...pointing} />
        {handles.map((handle) => (
          <Grip key={handle.id} {...pointing} handle={handle} sheet={sheet} />
        ))}
      </div>
      {showAll && !near && (
        <button type="button" className="studio-choice studio-whole" onClick={showAll}>
          {words.picture.whole}
        </button>
      )}
      {aim && (
        <Loupe photo={photo} at={aim} times={zoom.times} isLeft={(aim.x / photo.width) * zoom.times + zoom.x < 0.5} />
      )}
    </div>
  );
}

function DayPicture({ photo }: { photo: Photo }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext("2d")?.drawImage(photo.image, 0, 0);
  }, [photo]);
  return <canvas ref={canvas} width={photo.width} height={photo.height} className="studio-picture" />;
}

interface PointingProps extends StageProps {
  /** How close the picture is. */
  times: number;
  /** What lets go of a held pointer, set by the part that holds it. */
  letGo: RefObject<(() => void) | undefined>;
  onAim: (at: Point | null) => void;
}

/** Takes what is pointed at, over the whole picture. */
function Pad({ photo, times, drags, onTap, onDrag, onBack, onSay, onAim, letGo }: PointingProps) {
  const arrows = useArrows(photo, times);
  const [cursor, setCursor] = useState<Point | null>(null);
  const trail = useRef<Point[] | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const drop = () => {
    trail.current = null;
    onAim(null);
    if (drags !== "aim") onDrag([], false);
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setCursor(null);
    const { at } = pointed(event.currentTarget, photo, event);
    trail.current = [at];
    letGo.current = drop;
    if (drags === "aim") onAim(at);
  };
  const go = (event: PointerEvent<HTMLElement>) => {
    if (!trail.current || !event.isPrimary) return;
    const { at, scale } = pointed(event.currentTarget, photo, event);
    if (drags === "aim") return onAim(at);
    if (distance(trail.current.at(-1) as Point, at) < 3 * scale) return;
    trail.current.push(at);
    if (distance(trail.current[0] as Point, at) > STILL * scale) onDrag(trail.current, false);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const gone = trail.current;
    if (!gone) return;
    if (event.type === "pointercancel") return drop();
    trail.current = null;
    onAim(null);
    const { at, scale } = pointed(event.currentTarget, photo, event);
    const drawn = drags !== "aim" && (gone.length > 2 || distance(gone[0] as Point, at) > STILL * scale);
    if (drawn) onDrag([...gone, at], true);
    else onTap(at, REACH * scale);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const from = cursor ?? { x: photo.width / 2, y: photo.height / 2 };
    const to = arrows(event, from);
    if (to) {
      setCursor(to);
      clearTimeout(rest.current);
      const said = words.picture.at(Math.round((to.x / photo.width) * 100), Math.round((to.y / photo.height) * 100));
      rest.current = setTimeout(() => onSay(said), REST);
    } else if (event.key === "Enter" || event.key === " ") {
      setCursor(from);
      onTap(from, photo.width / 60);
    } else if (event.key === "Backspace") onBack();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        aria-label={words.picture.label}
        className="studio-pad"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={press}
      />
      {cursor && <span aria-hidden="true" className="studio-cursor" style={placed(cursor, photo)} />}
    </>
  );
}

const placed = ({ x, y }: Point, { width, height }: Photo) => ({
  left: `${(x / width) * 100}%`,
  top: `${(y / height) * 100}%`,
});

interface GripProps extends PointingProps {
  handle: Handle;
  sheet: RefObject<HTMLDivElement | null>;
}

/** A point that is dragged, or moved by arrow keys. */
function Grip({ photo, times, handle, sheet, onMove, onChoose, onBack, onAim, letGo }: GripProps) {
  const arrows = useArrows(photo, times);
  const held = useRef<{ off: Point; moved: boolean } | null>(null);
  const end = () => {
    held.current = null;
    onAim(null);
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (!sheet.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { at } = pointed(sheet.current, photo, event);
    held.current = { off: { x: handle.at.x - at.x, y: handle.at.y - at.y }, moved: false };
    letGo.current = end;
    onAim(handle.at);
  };
  const go = (event: PointerEvent<HTMLElement>) => {
    if (!held.current || !sheet.current) return;
    const { at } = pointed(sheet.current, photo, event);
    const to = { x: at.x + held.current.off.x, y: at.y + held.current.off.y };
    onMove(handle.id, to, !held.current.moved);
    held.current.moved = true;
    onAim(to);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const to = arrows(event, handle.at);
    if (to) onMove(handle.id, to, !event.repeat);
    else if (event.key === "Backspace") onBack();
    else return;
    event.preventDefault();
  };
  return (
    <button
      type="button"
      aria-label={handle.label}
      className="studio-grip"
      style={placed(handle.at, photo)}
      onFocus={() => onChoose(handle.id)}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  );
}

const LENS = 132;

/** What lies under the finger, three times as large, in the corner away from it. */
function Loupe({ photo, at, times, isLeft }: { photo: Photo; at: Point; times: number; isLeft: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const paper = canvas.current?.getContext("2d");
    if (!paper) return;
    const seen = photo.width / 14 / Math.sqrt(times);
    paper.fillStyle = "#0a0f1e";
    paper.fillRect(0, 0, LENS, LENS);
    paper.drawImage(photo.image, at.x - seen / 2, at.y - seen / 2, seen, seen, 0, 0, LENS, LENS);
  }, [photo, at, times]);
  return (
    <span aria-hidden="true" className={`studio-loupe ${isLeft ? "studio-loupe-right" : ""}`}>
      <canvas ref={canvas} width={LENS} height={LENS} />
    </span>
  );
}
