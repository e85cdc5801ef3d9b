// The filters of a list live in the address: what a colleague opens from it shows the same. A value nobody knows is as good
// as none.
import { useSearchParams } from "wouter";
import type { Query } from "~/api/client";
import { closeIn, endVisit } from "./open-record";

/** For each filter the values it may take, or "text" for free words. */
export type FilterRules = Record<string, readonly string[] | "text">;

export type Filters<Rules extends FilterRules> = { [Name in keyof Rules]: string };

/** The filters of the address by their rules; an unset one is an empty text. */
export function readFilters<Rules extends FilterRules>(rules: Rules, search: URLSearchParams): Filters<Rules> {
  const values = Object.entries(rules).map(([name, allowed]) => {
    const value = search.get(name)?.trim() ?? "";
    return [name, allowed === "text" || allowed.includes(value) ? value : ""];
  });
  return Object.fromEntries(values);
}

/** The filters that narrow a list: those that are set. */
export const whatIsSet = (filters: Query): Query =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));

/** The filters in the address, a way to set one, and a way to clear them all. */
export function useFilters<Rules extends FilterRules>(rules: Rules) {
  const [search, setSearch] = useSearchParams();
  const change = (act: (next: URLSearchParams) => void) =>
    setSearch(
      (was) => {
        const next = new URLSearchParams(was);
        act(next);
        return next;
      },
      { replace: true },
    );
  const filters = readFilters(rules, search);
  return {
    filters,
    /** Whether any of them is set. */
    narrowed: Object.values(filters).some(Boolean),
    setFilter: (name: keyof Rules & string, value: string) =>
      change((next) => (value ? next.set(name, value) : next.delete(name))),
    /**
     * Closes the dialog of a row that was just made, takes away the filters that would hide it, and sets others. What was made
     * on a visit is seen where that came from.
     */
    reveal: (row: object, others: Record<string, string> = {}) =>
      endVisit(() =>
        change((next) => {
          closeIn(next);
          for (const name of Object.keys(rules).filter((one) => next.get(one) !== Reflect.get(row, one)))
            next.delete(name);
          for (const [name, value] of Object.entries(others)) next.set(name, value);
        }),
      ),
    clearFilters: () => change((next) => Object.keys(rules).forEach((name) => void next.delete(name))),
  };
}
