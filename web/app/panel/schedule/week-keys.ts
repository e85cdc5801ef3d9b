// Single keys of the week: they rest while something is typed or another window is open, and can be turned off.
import { useEffect, useRef } from "react";
import { inDialog, typing, useShortcutsOn } from "../shell/shortcuts";

/** What keys do, by key; "z" with Ctrl. */
export type WeekKeys = Record<"t" | "r" | "[" | "]" | "undo", () => void>;

export function useWeekKeys(keys: WeekKeys): void {
  const on = useShortcutsOn();
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (typing(event.target) || inDialog() || event.altKey || event.repeat) return;
      const key = event.key.toLowerCase();
      const held = event.ctrlKey || event.metaKey;
      const name = held && key === "z" && !event.shiftKey ? "undo" : on && !held ? key : "";
      const act = Object.hasOwn(now.current, name) ? now.current[name as keyof WeekKeys] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on]);
}
