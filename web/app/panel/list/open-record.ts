// Which record's dialog is open, in the address: `?id=` for one that exists, `?new` for one to be made, for a client perhaps.
import { useCallback } from "react";
import { useSearchParams } from "wouter";

export type Opened = { kind: "closed" } | { kind: "new" } | { kind: "record"; id: string };

const CLOSED: Opened = { kind: "closed" };

/** Names the client that a new record is for: `?new&client=<id>`. */
export const FOR_CLIENT = "client";

/** Where a record is made for a client. */
export const newFor = (path: string, clientId: string): string =>
  `${path}?new&${new URLSearchParams({ [FOR_CLIENT]: clientId })}`;

/** Takes the open dialog out of an address. */
export function closeIn(search: URLSearchParams): void {
  for (const name of ["id", "new", FOR_CLIENT]) search.delete(name);
}

/** Kept in the history with what something else opened: closing it goes back there. */
export const VISIT = { visit: true };

let leaving = false;

/** Goes back to where one was, once however often it is pressed; without such a place `close` ends it where it is. */
export function endVisit(close: () => void): void {
  if (!history.state?.visit) close();
  else if (!leaving) goBack();
}

function goBack() {
  leaving = true;
  // Before those who may stop the event, because there are words that are not saved.
  addEventListener("popstate", () => (leaving = false), { once: true, capture: true });
  history.back();
}

export function useOpenRecord() {
  const [search, setSearch] = useSearchParams();
  const id = search.get("id");
  const opened: Opened = id ? { kind: "record", id } : search.has("new") ? { kind: "new" } : CLOSED;
  const change = useCallback(
    (name: "id" | "new" | null, value = "") =>
      setSearch(
        (was) => {
          const next = new URLSearchParams(was);
          closeIn(next);
          if (name) next.set(name, value);
          return next;
        },
        { replace: name === null },
      ),
    [setSearch],
  );
  // The same function for good, so that opening one record does not draw every card anew.
  const openRecord = useCallback((record: string) => change("id", record), [change]);
  return {
    opened,
    openRecord,
    openNew: () => change("new"),
    close: () => endVisit(() => change(null)),
  };
}
