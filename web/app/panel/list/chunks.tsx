// The rows of a list in chunks; those far from the view keep their height and are not drawn, so that a long list stays fluid.
// A row with the focus stays: whoever scrolled away with the wheel goes on from it with the keys.
import { type FocusEvent, type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from "react";

/** What scrolls around an element, where that is not the page. */
export const scrollerOf = (element: Element): Element | null => element.closest("[data-scrolls]");

/** Rows drawn in one go: few enough for a frame, and full rows in one, two, three and four columns. */
const CHUNK = 12;

interface ChunksProps<Row> {
  pages: Row[][];
  /** A table's pages are bodies of rows. */
  as?: "div" | "tbody";
  children: (rows: Row[]) => ReactNode;
}

export function Chunks<Row>({ pages, as = "div", children }: ChunksProps<Row>) {
  const rows = pages.flat();
  const starts = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, place) => place * CHUNK);
  return starts.map((start) => (
    <Chunk key={start} as={as}>
      {() => children(rows.slice(start, start + CHUNK))}
    </Chunk>
  ));
}

function Chunk({ as: Tag, children }: { as: "div" | "tbody"; children: () => ReactNode }) {
  const place = useRef<HTMLElement | null>(null);
  const hold = useCallback((element: HTMLElement | null) => {
    place.current = element;
  }, []);
  const height = useRef(0);
  const seen = useRef(true);
  const [near, setNear] = useState(true);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        seen.current = entry.isIntersecting;
        if (!seen.current && element.contains(document.activeElement)) return;
        if (!seen.current) height.current = entry.boundingClientRect.height;
        startTransition(() => setNear(seen.current)); // between frames; scrolling goes first
      },
      { rootMargin: "1500px", root: scrollerOf(element) },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const gap = { height: height.current };
  const row = (
    <tr aria-hidden style={gap}>
      <td />
    </tr>
  );
  const rest = Tag === "tbody" ? row : <div aria-hidden style={gap} />;
  function leave(event: FocusEvent<HTMLElement>) {
    if (seen.current || event.currentTarget.contains(event.relatedTarget)) return;
    height.current = event.currentTarget.offsetHeight;
    setNear(false);
  }
  return (
    <Tag ref={hold} onBlur={leave}>
      {near ? children() : rest}
    </Tag>
  );
}
