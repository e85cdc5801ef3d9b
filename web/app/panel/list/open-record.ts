// Which record's dialog is open, in the address: `?id=` for one that exists, `?new` for one to be made, for a client perhaps.
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { navigate } from "wouter/use-browser-location";

export type Opened = { kind: "closed" } | { kind: "new" } | { kind: "record"; id: string };

const CLOSED: Opened = { kind: "closed" };

/** Name the client that a new record is for, and the lead that it comes from: `?new&client=<id>&lead=<id>`. */
export const FOR_CLIENT = "client";
export const OF_LEAD = "lead";

/** Where a record is made for a client, from the page of a lead perhaps. */
export const newFor = (path: string, clientId: string, leadId?: string): string =>
  `${path}?new&${new URLSearchParams({ [FOR_CLIENT]: clientId, ...(leadId && { [OF_LEAD]: leadId }) })}`;

/** Takes the open dialog out of an address. */
export function closeIn(search: URLSearchParams): void {
  for (const name of ["id", "new", FOR_CLIENT, OF_LEAD]) search.delete(name);
}

/** Kept in the history with what something else opened: closing it goes back there. */
export const VISIT = { visit: true };

interface Visit {
  visit?: boolean;
  /** The address where it began. */
  from?: string;
  /** Whether the person has signed in again since: Back would lead to that. */
  restored?: boolean;
}

let leaving = false;

/** Goes back to where one was, once however often it is pressed; without such a place `close` ends it where it is. */
export function endVisit(close: () => void): void {
  const { visit, from, restored } = (history.state ?? {}) as Visit;
  if (!visit) close();
  else if (restored && from) navigate(from, { replace: true });
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
  // The same function for good, so that opening one record does not draw every card again.
  const openRecord = useCallback((record: string) => change("id", record), [change]);
  return {
    opened,
    openRecord,
    openNew: () => change("new"),
    close: () => endVisit(() => change(null)),
  };
}
