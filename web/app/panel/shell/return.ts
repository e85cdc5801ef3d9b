// A page of the panel that the browser kept in memory and brings back, as Back does after a log-out. It stays hidden until the
// server has said who is signed in.
import { useCallback, useEffect, useState } from "react";
import type { Session } from "~/api/session";

const hide = (hidden: boolean) => {
  document.documentElement.style.visibility = hidden ? "hidden" : "";
};

/** Whether the page is hidden for now, and `check`, which asks who is signed in and shows it again. */
export function useReturn({ ask }: Session) {
  const [hidden, setHidden] = useState(false);
  const check = useCallback(async () => {
    if ((await ask()) !== undefined) setHidden(false);
  }, [ask]);

  useEffect(() => hide(hidden), [hidden]);
  useEffect(() => {
    const leave = ({ persisted }: PageTransitionEvent) => hide(persisted);
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      hide(true);
      setHidden(true);
      void check();
    };
    addEventListener("pagehide", leave);
    addEventListener("pageshow", back);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", back);
      hide(false);
    };
  }, [check]);
  return { hidden, check };
}
