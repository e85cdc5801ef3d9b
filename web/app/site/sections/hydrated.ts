// Whether the browser has taken the page over. False in the first render everywhere, so both renderings agree.
import { useSyncExternalStore } from "react";

const never = () => () => {};

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
