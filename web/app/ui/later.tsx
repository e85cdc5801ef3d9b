// A part of a page whose code arrives when it comes near the view, or is touched. Until then its prerendered HTML stands there;
// what is typed into it stays, and what is pressed is done as soon as the code is there (the page's inline script keeps it).
// Where the code cannot be had the HTML stays, marked by the same script, and the next touch tries again.

import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { anotherChance, bring } from "~/lib/bring";

/** How far outside of the view its code is already fetched. */
const NEAR = "600px";
const TOUCHES = ["pointerdown", "focusin", "keydown", "input", "change", "needed"];

/** Tells that the part is alive; inside the boundary, so that it runs when the part has been hydrated. */
function Arrived({ onArrive }: { onArrive: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onArrive, []);
  return null;
}

/** What happened to fields before the code was there happens to them now: a file was chosen, a filled field was left. */
function repeatChanges(place: HTMLElement) {
  for (const field of place.querySelectorAll<HTMLInputElement>("input, textarea")) {
    if (!field.value) continue;
    if (field.type === "file") field.dispatchEvent(new Event("change", { bubbles: true }));
    else if (field !== document.activeElement) field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }
}

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let want = () => {};
  const wanted = new Promise<void>((resolve) => {
    want = resolve;
  });
  let tellBlocked = () => {};
  async function arrive(): Promise<{ default: ComponentType<Props> }> {
    try {
      return { default: await bring(load) };
    } catch (error) {
      console.error(error);
      tellBlocked();
      await anotherChance();
      return arrive();
    }
  }
  const Content = lazy(async () => {
    if (!import.meta.env.SSR) await wanted;
    return arrive();
  });

  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of the page's module
  return function Later(props: Props) {
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
      <div ref={place} data-later={alive ? undefined : ""}>
        <Suspense>
          <Content {...props} />
          <Arrived onArrive={() => setAlive(true)} />
        </Suspense>
      </div>
    );
  };
}
