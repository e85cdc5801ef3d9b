// How a list is looked at: as cards or as a table, with which columns, in which order. The address says it where it comes from a
// saved view or a colleague; else each person's own look is kept. The order is always in the address.
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { queries } from "~/api/queries";
import { tellFailure } from "../write";
import {
  type Layout,
  type ListName,
  lookIn,
  type SavedViews,
  savedViews,
  useSavedViews,
  viewQuery,
} from "./saved-view";

interface LookColumn {
  key: string;
  /** By which the server orders, in the direction of the first press. */
  sort?: string;
  /** Shown only where somebody asks for it. */
  extra?: boolean;
}

interface LookOptions {
  list: ListName;
  /** What a table may show beside its first column. */
  columns: readonly LookColumn[];
  /** Whatever else may be sorted by, such as the first column. */
  sorts?: readonly string[];
  /** What everybody begins with. */
  usual: Layout;
}

/** The same order the other way about. */
export const turned = (sort: string): string => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`);

/** What a press on a heading asks for: its own direction, then the other, then the usual order again. */
export function nextSort(now: string, first: string): string {
  if (now === first) return turned(first);
  return now === turned(first) ? "" : first;
}

type KeptLook = SavedViews["looks"][number];

/** Shown at once, and kept. */
async function keep(list: ListName, look: Partial<KeptLook>) {
  const at = [savedViews.path];
  queries.setQueryData<SavedViews>(at, (was) => {
    if (!was) return was;
    const former = was.looks.find((one) => one.list === list) ?? { list, layout: null, columns: null };
    return { ...was, looks: [...was.looks.filter((one) => one.list !== list), { ...former, ...look }] };
  });
  await savedViews.keepLook({ list, ...look }).catch((error: unknown) => {
    tellFailure(error, "How you see this list could not be kept.");
    void queries.invalidateQueries({ queryKey: at });
  });
}

/** Whether the list was come to by an address that says nothing: then it begins with one's own view, where one is chosen for that. */
const saysNothing = () => location.search === "";

export function useLook({ list, columns, sorts = [], usual }: LookOptions) {
  const [search, setSearch] = useSearchParams();
  const { data, isPending } = useSavedViews(list);
  const [begun, setBegun] = useState(() => !saysNothing());
  const begins = data?.views.find(({ opens }) => opens)?.query;
  useEffect(() => {
    if (begun || isPending) return;
    setBegun(true);
    if (begins && saysNothing()) setSearch(new URLSearchParams(begins), { replace: true });
  }, [begun, isPending, begins, setSearch]);

  const known = columns.map(({ key }) => key);
  const asked = lookIn(search, known);
  const kept = data?.look?.columns?.filter((key) => known.includes(key));
  const shown = asked.columns ?? kept ?? columns.filter(({ extra }) => !extra).map(({ key }) => key);
  const layout = asked.layout ?? data?.look?.layout ?? usual;
  const orders = [...sorts, ...columns.flatMap(({ sort }) => sort ?? [])].flatMap((sort) => [sort, turned(sort)]);
  const sort = orders.find((one) => one === search.get("sort")) ?? "";

  const inAddress = (name: string, value: string) =>
    setSearch(
      (was) => {
        const next = new URLSearchParams(was);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return {
    list,
    /** Not known yet. */
    pending: isPending || !begun,
    layout,
    shown,
    sort,
    views: data?.views ?? [],
    /** What a view would keep of how the list is seen now. */
    query: viewQuery(search, { layout, columns: shown }),
    setSort: (next: string) => inAddress("sort", next),
    setLayout: (next: Layout) => (asked.layout ? inAddress("as", next) : void keep(list, { layout: next })),
    /** In the order of the table. */
    setShown(next: readonly string[]) {
      const ordered = known.filter((key) => next.includes(key));
      if (asked.columns) inAddress("columns", ordered.join(","));
      else void keep(list, { columns: ordered });
    },
    open: (query: string) => setSearch(new URLSearchParams(query)),
  };
}

export type Look = ReturnType<typeof useLook>;
