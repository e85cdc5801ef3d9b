// A list of which the page carries the newest rows. The others are asked for as they come near, by the calls that anybody
// may make, and the whole list is asked for again after something was sent in.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Page, Query } from "~/api/client";
import type { Counts } from "~/api/page-data";

/** How far outside of the view the next rows are asked for. */
const NEAR = "800px";

/** Asks for a page of the list. The same function for good. */
type List<Item> = (query: Query) => Promise<Page<Item>>;

type State = "ready" | "loading" | "failed";

interface Row {
  id: string;
  category: string;
}

interface Part<Item> {
  rows: Item[];
  /** How many there are in all; null while nobody knows. */
  total: number | null;
  /** Where it goes on; null after the last one. */
  next: Query | null;
  state: State;
}

export interface Listed<Item> extends Part<Item> {
  /** How many are still to come, where that is known. */
  missing: number;
  /** Asks for the next rows, or again for those that did not come. */
  more: () => void;
  /** Asks for the whole list again. */
  reload: () => void;
}

const ALL = "";
const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0);

/** What the server put into the page; where it could not, everything is still to come. */
function given<Item>(rows?: Item[], counts?: Counts): Part<Item> {
  // At build the template's own marks draw the rows; nothing is being fetched.
  if (import.meta.env.SSR) return { rows: [], total: 0, next: null, state: "ready" };
  if (!rows || !counts) return { rows: [], total: null, next: {}, state: "ready" };
  const total = sum(counts);
  return { rows, total, next: rows.length < total ? {} : null, state: "ready" };
}

/** One category, as far as the whole list and the counts tell it. */
function within<Item extends Row>(all: Part<Item>, category: string, counts?: Counts): Part<Item> {
  const rows = all.rows.filter((row) => row.category === category);
  if (all.next === null) return { ...all, rows, total: rows.length };
  const total = counts ? (counts[category] ?? 0) : null;
  const next = total === null || rows.length < total ? { category } : null;
  return { rows, total, next, state: all.state };
}

function joined<Item extends Row>(known: Item[], fresh: Item[]): Item[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...fresh.filter(({ id }) => !ids.has(id))];
}

export function useListed<Item extends Row>(
  list: List<Item>,
  category: string | null,
  rows?: Item[],
  counts?: Counts,
): Listed<Item> {
  const [parts, setParts] = useState<Record<string, Part<Item>>>(() => ({ [ALL]: given(rows, counts) }));
  const [known, setKnown] = useState(counts);
  const [renewing, setRenewing] = useState<State>("ready");
  const turn = useRef(0);

  const key = category ?? ALL;
  const all = parts[ALL] as Part<Item>;
  const part = parts[key] ?? within(all, key, known);

  const load = () => {
    const { next } = part;
    if (next === null || part.state === "loading") return;
    const began = turn.current;
    const put = (now: Part<Item>) => began === turn.current && setParts((others) => ({ ...others, [key]: now }));
    put({ ...part, state: "loading" });
    list(next).then(
      (page) => put({ ...page, rows: joined(part.rows, page.rows), state: "ready" }),
      () => put({ ...part, state: "failed" }),
    );
  };
  const reload = useCallback(() => {
    turn.current += 1;
    setRenewing("loading");
    list({}).then(
      (page) => {
        setParts({ [ALL]: { ...page, state: "ready" } });
        setKnown(undefined);
        setRenewing("ready");
      },
      () => setRenewing("failed"),
    );
  }, [list]);

  const unknown = part.total === null && part.state === "ready" && renewing === "ready";
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when it turns out that nobody knows
  useEffect(() => {
    if (unknown) load();
  }, [unknown, key]);

  const state = renewing === "ready" ? part.state : renewing;
  return {
    ...part,
    // What is not known yet is about to be asked for: the same frame already says so.
    state: unknown ? "loading" : state,
    missing: part.next === null ? 0 : Math.max(0, (part.total ?? 0) - part.rows.length),
    more: renewing === "failed" ? reload : load,
    reload,
  };
}

/** Asks for more as soon as the element comes near the view. A failure waits for the person to try again. */
export function useNear(element: RefObject<HTMLElement | null>, { state, rows, more }: Listed<Row>): void {
  const latest = useRef(more);
  latest.current = more;
  // biome-ignore lint/correctness/useExhaustiveDependencies: watched again when rows have come, because the element may still be near
  useEffect(() => {
    if (state !== "ready" || !element.current) return;
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && latest.current(), {
      rootMargin: NEAR,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [state, rows, element]);
}
