// A list of the server, page after page.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { Page, Query } from "~/api/client";
import { whatIsSet } from "./filters";

/** The server counts no further than this. */
const COUNTED = 10_000;

/** "1,204 in all", beside the heading of a list. */
const inAll = (total: number) =>
  total > COUNTED ? `more than ${COUNTED.toLocaleString("en-US")} in all` : `${total.toLocaleString("en-US")} in all`;

/** Rows of a page: a multiple of every number of columns, so that no row of cards ends short where a page does. */
const PAGE = "60";

/** The calls of a kind of record; they stand in the module that has its name. */
export interface Listing<Row> {
  /** The list's path; under it answers are kept. */
  path: string;
  list: (query: Query) => Promise<Page<Row>>;
  /** All of it as a file for spreadsheets, where there is one. */
  file?: (query: Query) => Promise<Blob>;
}

export interface Readable<Row> {
  path: string;
  one: (id: string) => Promise<Row>;
}

/** The same, once the press that changed it has been painted: to ask takes longer than a frame on a slow phone. */
export function useAfterPaint(query: Query): Query {
  const settled = useDeferredValue(JSON.stringify(query));
  return useMemo(() => JSON.parse(settled), [settled]);
}

/** The rows of a list so far, the count of all that match, and how to go on. */
export function useList<Row>(kind: Listing<Row>, filters: Query, enabled = true) {
  const first = useAfterPaint(whatIsSet({ limit: PAGE, ...filters }));
  const query = useInfiniteQuery({
    queryKey: [kind.path, "list", first],
    queryFn: ({ pageParam }) => kind.list(pageParam),
    initialPageParam: first,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled,
    // Rows stay until others come: what is about to be pressed does not vanish under the hand.
    placeholderData: keepPreviousData,
  });
  const loaded = query.data?.pages;
  // The same pages are the same list, so that what draws them can stay as it is.
  const pages = useMemo(() => loaded?.map(({ rows }) => rows) ?? [], [loaded]);
  const total = loaded?.[0]?.total;
  const { file, path } = kind;
  return {
    pages,
    /** What these filters leave, as a file. */
    file: file && { name: `${path.split("/").at(-1)}.csv`, fetch: () => file(whatIsSet(filters)) },
    /** How many there are, in words; undefined until it is known. */
    count: total === undefined ? undefined : inAll(total),
    /** The same as a number, no further than the server counts. */
    total: total ?? 0,
    state: query.isPending
      ? ("loading" as const)
      : query.isError && pages.length === 0
        ? ("failed" as const)
        : ("loaded" as const),
    /** A page after the first did not come. */
    stuck: query.isFetchNextPageError,
    /** What is shown could not be asked again. */
    outdated: query.isRefetchError,
    more: query.hasNextPage && !query.isPlaceholderData,
    /** The rows are still those of other filters. */
    passing: query.isPlaceholderData,
    refreshing: query.isRefetching,
    loadMore: query.fetchNextPage,
    refresh: query.refetch,
  };
}

export type List<Row> = ReturnType<typeof useList<Row>>;

/** One record, read whenever its dialog opens, so that what is edited is what is there. */
export const useRecord = <Row>(kind: Readable<Row>, id: string) =>
  useQuery({ queryKey: [kind.path, id], queryFn: () => kind.one(id), gcTime: 0 });

/** A record that another one refers to; without an id nothing is asked. */
export const useReferred = <Row>(kind: Readable<Row>, id: string) =>
  useQuery({ queryKey: [kind.path, "referred", id], queryFn: () => kind.one(id), enabled: id !== "" });
