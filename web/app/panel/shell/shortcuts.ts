// Single keys for those who work here all day. They rest while something is typed, and can be
// turned off; while a dialog is open nothing opens over it.
import { useEffect, useSyncExternalStore } from "react";
import { local } from "~/lib/storage";

const STORED = "shortcuts";

let watchers: (() => void)[] = [];

function watch(act: () => void) {
  watchers.push(act);
  return () => {
    watchers = watchers.filter((one) => one !== act);
  };
}

const isOn = () => local.get(STORED) !== "off";

export function turnShortcuts(on: boolean): void {
  local.set(STORED, on ? "on" : "off");
  for (const act of watchers) act();
}

/** Whether single keys are on. */
export const useShortcutsOn = (): boolean => useSyncExternalStore(watch, isOn, () => true);

export const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);

/** One dialog at a time: while one is open nothing else opens over it. */
export const inDialog = (): boolean => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

interface ShortcutActs {
  openPalette: () => void;
  openHelp: () => void;
}

export function useShortcuts({ openPalette, openHelp }: ShortcutActs): void {
  const on = useShortcutsOn();
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        if (!inDialog()) openPalette();
        return;
      }
      if (!on || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (typing(event.target) || inDialog()) return;
      const acts: Record<string, () => void> = {
        "/": () => find("input[type=search]")?.focus(),
        n: () => find("[data-new]")?.click(),
        "?": openHelp,
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on, openPalette, openHelp]);
}
