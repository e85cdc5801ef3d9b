// Keeps the focus on what held it while its row goes to another place: a browser drops it when the row is moved.
import { useLayoutEffect, useRef } from "react";

export function useHeldFocus(place: number | null) {
  const held = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new place that has dropped the focus
  useLayoutEffect(() => {
    if (held.current instanceof HTMLElement) held.current.focus();
    held.current = null;
  }, [place]);
  return held;
}
