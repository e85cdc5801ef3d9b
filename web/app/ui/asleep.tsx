// Parts of a public page that come to life when they come near the view (`AsleepUntilNear`), and those whose code is loaded then
// (`lazyOnVisible`). Apart from ui/lazy, since the panel has none.
import { type HTMLAttributes, type ReactNode, Suspense, use, useCallback, useEffect, useRef, useState } from "react";
import type { Control } from "~/lib/control";
import { anotherChance } from "~/lib/import-with-retry";
import { codeOf, type ModuleOf } from "./lazy";

/** How far outside of the view a part comes to life. */
const NEAR = "600px";
const CHANGES = ["input", "change"];
/** What a person types stays by itself, and may go on while the part wakes. No public page has boxes to tick in such a part. */
const CONTROLS = "select, [type=range], [type=color]";
const TOUCHES = ["pointerdown", "focusin", "keydown", "needed", ...CHANGES];

/** The parts that are still asleep, and what wakes each. */
const asleep = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, want: () => void): () => void {
  if (!observer) {
    observer = new IntersectionObserver((seen) => seen.map(wakeIfNear), { rootMargin: NEAR });
    // At the window, because React lets no event through to a part that it has not hydrated yet.
    for (const touch of TOUCHES) addEventListener(touch, wakeTouched, true);
  }
  asleep.set(element, want);
  observer.observe(element);
  return () => {
    asleep.delete(element);
    observer?.unobserve(element);
  };
}

function wakeIfNear({ isIntersecting, target }: IntersectionObserverEntry) {
  if (isIntersecting) asleep.get(target)?.();
}

function wakeTouched({ target }: Event) {
  for (const [element, want] of asleep) if (element.contains(target as Node)) want();
}

/** Tells that the part is alive; inside the boundary, so that it runs when the part has been hydrated. */
function Hydrated({ onHydrate }: { onHydrate: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onHydrate, []);
  return null;
}

type Said = Map<Control, string>;

/** Whether it holds something else than its HTML says. */
function isSet(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  return control.value !== control.defaultValue;
}

/** Remembers what is set while nobody listens, as a part that comes to life may put its own values back. */
function remember(place: HTMLElement, said: Said): () => void {
  const note = ({ target }: { target: unknown }) => {
    const control = target as Control;
    said.delete(control); // the last that was set is set last
    if (control.matches(CONTROLS)) said.set(control, control.value);
  };
  for (const target of place.querySelectorAll<Control>(CONTROLS)) if (isSet(target)) note({ target });
  for (const kind of CHANGES) place.addEventListener(kind, note, true);
  return () => {
    for (const kind of CHANGES) place.removeEventListener(kind, note, true);
  };
}

/** Where React keeps what a control held last: it hears of nothing else. */
interface Tracked {
  _valueTracker?: { setValue: (value: string) => void };
}

/** Sets a control as a person does. */
function say(control: Control, said: string) {
  control.value = said;
  (control as Tracked)._valueTracker?.setValue(`${said} `);
  for (const kind of CHANGES) control.dispatchEvent(new Event(kind, { bubbles: true }));
}

/**
 * What happened to controls before they were alive happens to them now: a field was filled and left, or is being filled, a file was
 * chosen, another control was set. Fields go first, all at once, as the next drawing puts a value back that nobody has heard of.
 */
async function repeatChanges(place: HTMLElement, said: Said) {
  for (const field of place.querySelectorAll<HTMLInputElement>("input, textarea")) {
    if (!isSet(field)) continue;
    if (field.type === "file") field.dispatchEvent(new Event("change", { bubbles: true }));
    else if (field === document.activeElement) say(field, field.value);
    else field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }
  for (const [control, value] of said) {
    await null; // React draws what one has changed before it hears of the next
    if (place.contains(control)) say(control, value);
  }
}

interface GateProps {
  /** Kept once it is there. */
  open: Promise<unknown>;
  children: ReactNode;
}

/** Only around what follows would wait: beside a part that waits, React draws the others ahead. */
function Gate({ open, children }: GateProps) {
  if (!import.meta.env.SSR) use(open);
  return children;
}

interface AsleepUntilNearProps extends HTMLAttributes<HTMLElement> {
  as?: "div" | "footer" | "section";
  /** What must be there beside, and is asked for then; tells where it cannot be had, and tries again. */
  needs?: (blocked: () => void) => Promise<unknown>;
}

/**
 * A part of a built page that stays the HTML it is until it is near the view or touched, and costs nothing until then. What is typed
 * into it stays, and what is pressed is done as soon as it is alive (inline.js keeps it).
 */
export function AsleepUntilNear({ as: Tag = "div", needs, children, ...props }: AsleepUntilNearProps) {
  const place = useRef<HTMLElement>(null);
  const hold = useCallback((element: HTMLElement | null) => {
    place.current = element;
  }, []);
  const [alive, setAlive] = useState(false);
  const [gate] = useState(() => {
    let want = () => {};
    const wanted = new Promise<void>((resolve) => {
      want = resolve;
    });
    const blocked = () => place.current?.dispatchEvent(new Event("blocked", { bubbles: true }));
    return { want, open: wanted.then(() => needs?.(blocked)) };
  });
  const part = (
    <Suspense>
      <Gate open={gate.open}>
        {children}
        <Hydrated onHydrate={() => setAlive(true)} />
      </Gate>
    </Suspense>
  );
  // The same for as long as it sleeps: React would empty a part that changes before it is hydrated.
  const [sleeper] = useState(part);

  const [said] = useState<Said>(() => new Map());

  useEffect(() => (place.current ? watch(place.current, gate.want) : undefined), [gate]);
  useEffect(() => (place.current && !alive ? remember(place.current, said) : undefined), [alive, said]);
  useEffect(() => {
    if (!alive || !place.current) return;
    const { current } = place;
    repeatChanges(current, said).then(() => current.dispatchEvent(new Event("ready", { bubbles: true })));
  }, [alive, said]);

  return (
    <Tag {...props} ref={hold} data-lazy={alive ? undefined : ""}>
      {alive ? part : sleeper}
    </Tag>
  );
}

/**
 * A part whose code is loaded when it comes to life. Where the code cannot be had the HTML stays, marked by inline.js, and the next
 * touch tries again.
 */
export function lazyOnVisible<Props extends object>(fetchModule: () => Promise<ModuleOf<Props>>) {
  const { loaded, load, reset } = codeOf(fetchModule);
  async function loadAtLast(blocked: () => void): Promise<void> {
    try {
      await load();
    } catch (error) {
      console.error(error);
      blocked();
      await anotherChance();
      reset();
      return loadAtLast(blocked);
    }
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of its module
  function Content(props: Props) {
    const { default: Part } = loaded() ?? use(load());
    return <Part {...props} />;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of its module
  return function LazyOnVisible(props: Props) {
    return (
      <AsleepUntilNear needs={loadAtLast}>
        <Content {...props} />
      </AsleepUntilNear>
    );
  };
}
