// The rows of a list in chunks, of which those near the view are drawn, one after the other: however many rows come at once, and however
// far somebody jumps, no frame draws more than a few. The others keep their height. A row with the focus stays: a user who scrolled away
// with the wheel goes on from it with the keys.
import {
  type FocusEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { InTurn } from "./in-turn";

/** What scrolls around an element, where that is not the page. */
export const scrollerOf = (element: Element): Element | null => element.closest("[data-scrolls]");

/** Rows drawn in one go: few enough for a frame, and full rows in one, two, three and four columns. */
const CHUNK = 12;

/** How far from the view a chunk is drawn. */
const NEAR = 1500;

/** On what is around a list: how high its first chunk is, which stands for those that were never drawn. */
const USUAL = "--chunk";

const drawings = new InTurn();

/** How each chunk is drawn that is not drawn yet. */
const undrawn = new WeakMap<Element, () => void>();

/** Draws a chunk at once, for a key that goes into it. */
export const drawNow = (chunk: Element): void => undrawn.get(chunk)?.();

interface ChunksProps<Row> {
  pages: Row[][];
  /** A table's pages are bodies of rows. */
  as?: "div" | "tbody";
  children: (rows: Row[]) => ReactNode;
}

export function Chunks<Row>({ pages, as = "div", children }: ChunksProps<Row>) {
  // Other rows are drawn between frames as well: a press that comes meanwhile goes first.
  const rows = useDeferredValue(pages).flat();
  const starts = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, place) => place * CHUNK);
  return starts.map((start) => (
    <Chunk key={start} as={as} first={start === 0} share={Math.min(rows.length - start, CHUNK) / CHUNK}>
      {() => children(rows.slice(start, start + CHUNK))}
    </Chunk>
  ));
}

interface ChunkProps {
  as: "div" | "tbody";
  /** Drawn with the list. */
  first: boolean;
  /** How much of a full chunk there is. */
  share: number;
  children: () => ReactNode;
}

/** From an element to the view, in pixels; negative within it. */
const away = ({ boundingClientRect: { top, bottom }, rootBounds }: IntersectionObserverEntry): number =>
  rootBounds ? Math.max(top - (rootBounds.bottom - NEAR), rootBounds.top + NEAR - bottom) : 0;

function Chunk({ as: Tag, first, share, children }: ChunkProps) {
  const place = useRef<HTMLElement | null>(null);
  const hold = useCallback((element: HTMLElement | null) => {
    place.current = element;
  }, []);
  const height = useRef<number>(undefined);
  const seen = useRef(first);
  const drawn = useRef(first);
  const [near, setNear] = useState(first);
  const draw = useCallback(() => {
    const focused = place.current?.contains(document.activeElement); // it may have come while this waited for its turn
    if (seen.current === drawn.current || (focused && !seen.current)) return false;
    startTransition(() => setNear(seen.current)); // between frames; scrolling goes first
    return true;
  }, []);

  useLayoutEffect(() => {
    const { offsetHeight = 0, parentElement } = place.current ?? {};
    if (first) parentElement?.style.setProperty(USUAL, `${offsetHeight / share}px`);
  }, [first, share]);
  // At once: a key may come before the browser has painted.
  useLayoutEffect(() => {
    const element = place.current;
    if (element && !near)
      undrawn.set(element, () => {
        seen.current = true;
        flushSync(() => setNear(true));
      });
    drawn.current = near;
    drawings.done(draw);
    return () => void (element && undrawn.delete(element));
  }, [near, draw]);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        seen.current = entry.isIntersecting;
        if (!seen.current && drawn.current) height.current = entry.boundingClientRect.height;
        drawings.add(draw, away(entry));
      },
      { rootMargin: `${NEAR}px`, root: scrollerOf(element) },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawings.drop(draw);
    };
  }, [draw]);
  const gap = { height: height.current ?? `calc(var(${USUAL}, 40rem) * ${share})` };
  const row = (
    <tr aria-hidden style={gap}>
      <td />
    </tr>
  );
  const rest = Tag === "tbody" ? row : <div aria-hidden style={gap} />;
  function leave(event: FocusEvent<HTMLElement>) {
    const holds = (element: EventTarget | null) => event.currentTarget.contains(element as Element | null);
    // Another window may have come to the front: the focus is where it was.
    if (seen.current || holds(event.relatedTarget) || holds(document.activeElement)) return;
    height.current = event.currentTarget.offsetHeight;
    setNear(false);
  }
  function enter() {
    if (seen.current) return;
    setNear(true); // it may be about to be taken down, and others wait for that
    drawings.done(draw);
  }
  return (
    <Tag ref={hold} onFocus={enter} onBlur={leave} className={Tag === "div" ? "flow-root" : undefined}>
      {near ? children() : rest}
    </Tag>
  );
}
