// Day or night. The page's inline script sets the class before the first paint; here it is read and changed.
import { useSyncExternalStore } from "react";
import { local } from "~/lib/storage";

export type Theme = "light" | "dark";

const KEY = "theme";
const listeners = new Set<() => void>();

const current = (): Theme => (document.documentElement.classList.contains("dark") ? "dark" : "light");

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("pageshow", listener); // a page that comes back is dressed again by its inline script
  return () => {
    listeners.delete(listener);
    removeEventListener("pageshow", listener);
  };
}

function apply(theme: Theme) {
  document.documentElement.classList.toggle("dark", theme === "dark");
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  local.set(KEY, theme);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !document.startViewTransition) apply(theme);
  else document.startViewTransition(() => apply(theme));
}

/** The theme in use; the first render everywhere says light. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current, () => "light");
