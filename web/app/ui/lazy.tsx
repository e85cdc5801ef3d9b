// Components whose code is loaded when it is needed: at once (`lazy`), or when they are wanted (`lazyOnDemand`); what waits until it comes
// near the view stands in ui/asleep. All code is loaded once, by the rules of lib/import-with-retry.
import { type ComponentType, type ReactNode, use, useEffect, useRef, useState } from "react";
import { importWithRetry } from "~/lib/import-with-retry";
import { notifyError } from "./toast";

export interface ModuleOf<Props> {
  default: ComponentType<Props>;
}

export function codeOf<Module>(fetchModule: () => Promise<Module>) {
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
