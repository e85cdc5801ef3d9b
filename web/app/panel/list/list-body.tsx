// The rows of a list, or why there are none. Further pages come by themselves as the end comes near.
import { type FocusEvent, type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";
import type { List } from "./list";
import { Unloaded } from "./unloaded";

interface NoticeProps {
  text: string;
  help?: string;
  role?: "alert";
  children?: ReactNode;
}

function Notice({ text, help, role, children }: NoticeProps) {
  return (
    <Card role={role} className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <p className="font-semibold text-base">{text}</p>
      {help && <p className="max-w-measure text-muted">{help}</p>}
      {children}
    </Card>
  );
}

const isNear = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting;

/** Asks for the next page while the end of the list is near the view. */
function Further<Row>({ list }: { list: List<Row> }) {
  const end = useRef<HTMLDivElement>(null);
  const { loadMore, more } = list;
  const count = list.pages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list is watched anew, as its end may still be in view
  useEffect(() => {
    if (!end.current || !more) return;
    // On a busy machine several entries come at once; any of them may be the one.
    const observer = new IntersectionObserver((entries) => entries.some(isNear) && loadMore(), { rootMargin: "800px" });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadMore, more, count]);
  if (list.stuck) {
    return (
      <Unloaded retry={loadMore} className="mt-4 justify-center">
        The rest of the list could not be loaded.
      </Unloaded>
    );
  }
  return (
    <div ref={end} className="h-12 py-4 text-center text-muted">
      {more && "Loading more..."}
    </div>
  );
}

interface ListBodyProps<Row> {
  list: List<Row>;
  /** What a failed load says. */
  failed: string;
  /** What an empty list says: the sentence, and one line of help. */
  empty: { text: string; help: string; action?: ReactNode };
  /** What a list says that is empty because of its filters, and a way out; null while no filter is set. */
  unmatched: { text: string; clear: () => void } | null;
  /** The shape of the rows while they are loaded. */
  skeleton: ReactNode;
  children: ReactNode;
}

/** Why there are no rows. */
function None({ empty, unmatched }: Pick<ListBodyProps<never>, "empty" | "unmatched">) {
  if (unmatched) {
    return (
      <Notice text={unmatched.text}>
        <Button variant="outline" onClick={unmatched.clear}>
          Clear filters
        </Button>
      </Notice>
    );
  }
  return (
    <Notice text={empty.text} help={empty.help}>
      {empty.action}
    </Notice>
  );
}

export function ListBody<Row>({ list, failed, empty, unmatched, skeleton, children }: ListBodyProps<Row>) {
  const none = list.pages.every((rows) => rows.length === 0);
  if (list.state === "loading") return <SkeletonGroup label="Loading...">{skeleton}</SkeletonGroup>;
  if (list.state === "failed") {
    return (
      <Notice role="alert" text={failed}>
        <Button variant="outline" onClick={() => list.refresh()}>
          Retry
        </Button>
      </Notice>
    );
  }
  return (
    <>
      {list.outdated && (
        <Unloaded retry={list.refresh} className="mb-4">
          This list could not be refreshed. It may be out of date.
        </Unloaded>
      )}
      <div aria-busy={list.passing} className={classes("transition-opacity", list.passing && "opacity-50 delay-200")}>
        {none ? <None empty={empty} unmatched={unmatched} /> : children}
      </div>
      {!none && <Further list={list} />}
    </>
  );
}

interface ChunksProps<Row> {
  pages: Row[][];
  /** A table's pages are bodies of rows. */
  as?: "div" | "tbody";
  children: (rows: Row[]) => ReactNode;
}

/** Rows drawn in one go: few enough for a frame, and full rows in one, two, three and four columns. */
const CHUNK = 12;

/**
 * The rows of a list in chunks; those far from the view keep their height and are not drawn, so that a long list stays fluid.
 * A row with the focus stays: whoever scrolled away with the wheel goes on from it with the keys.
 */
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
      { rootMargin: "1500px" },
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

const SIX = ["one", "two", "three", "four", "five", "six"];

/** The grid that cards of records stand in. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">{children}</ul>;
}

export function CardGridSkeleton() {
  return (
    <CardGrid>
      {SIX.map((place) => (
        <li key={place}>
          <Card className="grid gap-3 p-4">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-9 w-20" />
          </Card>
        </li>
      ))}
    </CardGrid>
  );
}
