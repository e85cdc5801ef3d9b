// Components whose code is loaded when it is needed: at once (`lazy`), when they are wanted (`lazyOnDemand`), or when they come
// near the view (`lazyOnVisible`). All of it is loaded once, by the rules of lib/import-with-retry.
import {
  type ComponentType,
  type ReactNode,
  lazy as reactLazy,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { saidIn } from "~/lib/control";
import { anotherChance, importWithRetry } from "~/lib/import-with-retry";
import { notifyError } from "./toast";

interface ModuleOf<Props> {
  default: ComponentType<Props>;
}

function codeOf<Module>(fetchModule: () => Promise<Module>) {
  let module: Module | undefined;
  let loading: Promise<Module> | undefined;
  const keep = (loaded: Module) => {
    module = loaded;
    return loaded;
  };
  return {
    loaded: () => module,
    load: () => {
      loading ??= importWithRetry(fetchModule).then(keep);
      return loading;
    },
    /** Lets a failed load be tried again; until then every call fails alike. */
    reset: () => {
      loading = undefined;
    },
    /** Fetches it ahead of time, in one attempt: a failure costs nothing yet. */
    preload: () => fetchModule().then(keep),
  };
}

/** Suspends until its code is there. Once loaded it draws at once, so that the browser's first render finds the prerendered HTML. */
export function lazy<Props extends object, More extends object>(fetchModule: () => Promise<ModuleOf<Props> & More>) {
  const { loaded, load, reset, preload } = codeOf(fetchModule);
  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of its module
  function Lazy(props: Props) {
    const { default: Content } = loaded() ?? use(load());
    return <Content {...props} />;
  }
  return Object.assign(Lazy, { load, reset, preload });
}

interface OnDemand<Props> {
  /** Whether it is wanted now; its code is loaded then. */
  wanted: (props: Props) => boolean;
  /** Stands in its place until the code is there. */
  fallback: (props: Props) => ReactNode;
  /** Withdraws the request where the code could not be had; the person is told, and may try again. */
  onError: (props: Props) => void;
}

/** Drawn as soon as its code is there; what suspends is held back for up to 300 ms after its fallback was shown. */
export function lazyOnDemand<Props extends object>(
  fetchModule: () => Promise<ModuleOf<Props>>,
  { wanted, fallback, onError }: OnDemand<Props>,
) {
  const { loaded, load, reset, preload } = codeOf(fetchModule);
  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of its module
  function LazyOnDemand(props: Props) {
    const [drawn, setDrawn] = useState(loaded() !== undefined);
    const asked = useRef(false);
    // Also where the code came between drawing the fallback and this: nobody else would draw again.
    useEffect(() => {
      if (drawn || asked.current || !wanted(props)) return;
      asked.current = true;
      const fail = (error: Error) => {
        reset();
        asked.current = false;
        onError(props);
        notifyError("Error", error.message);
      };
      load().then(() => setDrawn(true), fail);
    });
    const Content = loaded()?.default;
    return Content ? <Content {...props} /> : fallback(props);
  }
  return Object.assign(LazyOnDemand, { preload });
}

/** How far outside of the view its code is already fetched. */
const NEAR = "600px";
const TOUCHES = ["pointerdown", "focusin", "keydown", "input", "change", "needed"];

/** Tells that the part is alive; inside the boundary, so that it runs when the part has been hydrated. */
function Hydrated({ onHydrate }: { onHydrate: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onHydrate, []);
  return null;
}

/** What happened to fields before the code was there happens to them now: a file was chosen, a filled field was left. */
function repeatChanges(place: HTMLElement) {
  for (const field of place.querySelectorAll<HTMLInputElement>("input, textarea")) {
    if (!saidIn(field)) continue;
    if (field.type === "file") field.dispatchEvent(new Event("change", { bubbles: true }));
    else if (field !== document.activeElement) field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }
}

/**
 * Until it is near the view or touched, its prerendered HTML stands there. What is typed into it stays, and what is pressed is
 * done as soon as the code is there (inline.js keeps it). Where the code cannot be had the HTML stays, marked by the same
 * script, and the next touch tries again.
 */
export function lazyOnVisible<Props extends object>(fetchModule: () => Promise<ModuleOf<Props>>) {
  const { load, reset } = codeOf(fetchModule);
  let want = () => {};
  const wanted = new Promise<void>((resolve) => {
    want = resolve;
  });
  let tellBlocked = () => {};
  async function loadAtLast(): Promise<ModuleOf<Props>> {
    try {
      return await load();
    } catch (error) {
      console.error(error);
      tellBlocked();
      await anotherChance();
      reset();
      return loadAtLast();
    }
  }
  const Content = reactLazy(async () => {
    if (!import.meta.env.SSR) await wanted;
    return loadAtLast();
  });

  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of its module
  return function LazyOnVisible(props: Props) {
    const place = useRef<HTMLDivElement>(null);
    const [alive, setAlive] = useState(false);

    useEffect(() => {
      const element = place.current;
      if (!element) return;
      tellBlocked = () => element.dispatchEvent(new Event("blocked", { bubbles: true }));
      const observer = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && want(), {
        rootMargin: NEAR,
      });
      observer.observe(element);
      // At the window, because React lets no event through to a part that it has not hydrated yet.
      const touched = ({ target }: Event) => element.contains(target as Node) && want();
      for (const touch of TOUCHES) addEventListener(touch, touched, true);
      return () => {
        observer.disconnect();
        for (const touch of TOUCHES) removeEventListener(touch, touched, true);
      };
    }, []);

    useEffect(() => {
      if (!alive || !place.current) return;
      repeatChanges(place.current);
      place.current.dispatchEvent(new Event("ready", { bubbles: true }));
    }, [alive]);

    return (
      <div ref={place} data-lazy={alive ? undefined : ""}>
        <Suspense>
          <Content {...props} />
          <Hydrated onHydrate={() => setAlive(true)} />
        </Suspense>
      </div>
    );
  };
}
