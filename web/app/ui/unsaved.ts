// Words that are not saved yet, and secrets that are shown only now. What holds some says so here; every way out asks first: the dialog
// around them, a link, Back, and the page itself.
import { createContext, type RefObject, useCallback, useContext, useEffect, useId, useRef } from "react";

type Report = (holder: string, unsaved: boolean) => void;

/** Set by a dialog: it is told who inside holds words. */
export const Unsaved = createContext<Report>(() => {});

/** What is asked before something is lost, where it is no words, or nobody knows whether these are saved. */
export interface Loss {
  title?: string;
  text: string;
  stay?: string;
  go?: string;
}

/** What is asked of something when it would be lost. */
type Ask = () => Loss | undefined;

/** Who holds something, with what to ask of it. */
export const holders = new Map<string, RefObject<Ask | undefined>>();

/** What to ask of typed words, said by who knows what was sent. */
export const asks: { of?: (typed: unknown) => Loss | undefined } = {};

/** While `unsaved` is true, every way out asks whether to discard. Gives a way to lift that at once, before a way out that is meant. */
export function useUnsavedGuard(unsaved: boolean, ask?: Ask): () => void {
  const holder = useId();
  const report = useContext(Unsaved);
  const asked = useRef(ask);
  asked.current = ask;
  const tell = useCallback<(unsaved: boolean) => void>(
    (now) => {
      if (now) holders.set(holder, asked);
      else holders.delete(holder);
      report(holder, now);
    },
    [holder, report],
  );
  useEffect(() => {
    tell(unsaved);
    if (!unsaved) return;
    const stop = (event: BeforeUnloadEvent) => holders.size > 0 && event.preventDefault();
    addEventListener("beforeunload", stop);
    return () => {
      removeEventListener("beforeunload", stop);
      tell(false);
    };
  }, [unsaved, tell]);
  return useCallback(() => tell(false), [tell]);
}

const isUnsaved = (): boolean => holders.size > 0;

/** The person gives up the words of these holders, or of all. */
export function discard(given: Iterable<string> = holders.keys()): void {
  for (const holder of [...given]) holders.delete(holder);
}

let question: ((go: () => void) => void) | null = null;
let here = "";

/** Says who asks before words are left behind. */
export function whenLeaving(ask: ((go: () => void) => void) | null): void {
  question = ask;
}

/** Does what leads away from here; while words are not saved, only after the person has agreed. */
export function askFirst(go: () => void): void {
  if (question && isUnsaved()) question(go);
  else go();
}

const screenOf = (href: string) => href.replace(/#.*/, "");

/** The browser has gone Back (or Forward) already when it says so: the address is put back on top until the person has agreed. */
function turnBack(event: PopStateEvent) {
  if (!question || !isUnsaved() || screenOf(location.href) === screenOf(here)) return arrive();
  event.stopImmediatePropagation();
  history.pushState(null, "", here);
  askFirst(() => history.back());
}

function arrive() {
  here = location.href;
}

if (!import.meta.env.SSR) {
  arrive();
  // When this module is loaded: the router listens from its first render on, and draws the other screen at once.
  addEventListener("popstate", turnBack);
  addEventListener("pushState", arrive);
  addEventListener("replaceState", arrive);
}
