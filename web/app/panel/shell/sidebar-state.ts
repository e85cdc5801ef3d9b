// Whether the sidebar is open or reduced to its icons. A cookie keeps it for seven days.
import { useCallback, useEffect, useState } from "react";
import { readCookie, writeCookie } from "~/lib/storage";

const COOKIE = "sidebar_state";
const SEVEN_DAYS = 60 * 60 * 24 * 7;

const stored = (): boolean => readCookie(COOKIE) !== "false";

/** Open or not, and a way to change it: the button, or Ctrl or Cmd with b. */
export function useSidebar(): [open: boolean, toggle: () => void] {
  const [open, setOpen] = useState(stored);
  const toggle = useCallback(() => {
    setOpen((was) => {
      writeCookie(COOKIE, String(!was), SEVEN_DAYS);
      return !was;
    });
  }, []);
  return [open, toggle];
}

export function useSidebarKey(toggle: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [toggle]);
}
