// How a form tells the dialog around it that closing would lose words.
import { createContext, useContext, useEffect } from "react";

/** Set by a dialog: it is told whether something inside is not saved. */
export const Unsaved = createContext<(unsaved: boolean) => void>(() => {});

/** While `unsaved` is true, closing the dialog around it, or the page, asks whether to discard. */
export function useUnsavedGuard(unsaved: boolean): void {
  const report = useContext(Unsaved);
  useEffect(() => {
    report(unsaved);
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("beforeunload", ask);
      report(false);
    };
  }, [unsaved, report]);
}
