// The scheme a visitor has set, kept in the address of the page, so that a link shows the same house in the same light.
import { useEffect, useRef, useState } from "react";
import { firstScheme, read, type Scheme, written } from "~/lib/schemes";

const NAME = "scheme";
/** Browsers refuse an address that changes with every step of a slider. */
const REST = 300;

/** The address of this page at the block `anchor`, in this light. */
function addressOf(scheme: Scheme, anchor: string): string {
  const url = new URL(location.href);
  url.searchParams.set(NAME, written(scheme));
  url.hash = anchor;
  return url.href;
}

/** What the address of this page asks for, or null. */
export function askedScheme(): Scheme | null {
  const asked = new URLSearchParams(location.search).get(NAME);
  return asked === null ? null : read(asked);
}

export function useScheme(anchor: string) {
  const [scheme, setScheme] = useState(firstScheme);
  const touched = useRef(false);

  // After the first render, which is the same everywhere.
  useEffect(() => {
    const asked = askedScheme();
    if (asked && !touched.current) setScheme(asked);
  }, []);

  useEffect(() => {
    if (!touched.current) return;
    const rest = setTimeout(() => history.replaceState(history.state, "", addressOf(scheme, anchor)), REST);
    return () => clearTimeout(rest);
  }, [scheme, anchor]);

  const change = (part: Partial<Scheme>) => {
    touched.current = true;
    setScheme((now) => ({ ...now, ...part }));
  };
  return { scheme, change, address: () => addressOf(scheme, anchor) };
}
