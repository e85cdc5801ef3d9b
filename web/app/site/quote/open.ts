// Whether the quote dialog is open, and what it was opened for. Any button of the site may open it.
import { useSyncExternalStore } from "react";
import type { Property } from "./draft";

export interface Opening {
  /** What the page that opened it is about; null leaves the choice as it was. */
  property: Property | null;
}

let opening: Opening | null = null;
const listeners = new Set<() => void>();

function change(next: Opening | null) {
  opening = next;
  for (const listener of listeners) listener();
}

export const openQuote = (property?: Property): void => change({ property: property ?? null });
export const closeQuote = (): void => change(null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useQuoteOpening = (): Opening | null =>
  useSyncExternalStore(
    subscribe,
    () => opening,
    () => null,
  );
