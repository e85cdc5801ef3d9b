// Whether the window has room for a table.
import { useSyncExternalStore } from "react";

/** As the "sm" of the styles. */
const WIDE = "(min-width: 40rem)";

function watch(act: () => void) {
  const media = matchMedia(WIDE);
  media.addEventListener("change", act);
  return () => media.removeEventListener("change", act);
}

export const useWide = (): boolean => useSyncExternalStore(watch, () => matchMedia(WIDE).matches);
