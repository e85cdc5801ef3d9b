// Where notices appear: the region that F8 reaches, from inside an open dialog too. A notice goes after five seconds, but waits
// while it is pointed at, while it holds the focus and while the window is not in front; Escape, its button or a swipe to the
// right end it sooner. It stands where it covers nothing that has to be pressed.
import { X } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { classes } from "./classes";
import { useClearSide } from "./clear-side";
import { dismiss, showCarriedToast, type Toast, useToasts } from "./toast";

const DURATION = 5000;
const HOTKEY = "F8";
const SWIPE = 50;

/** Runs `end` once `paused` has been false for `duration` milliseconds in all. */
function useCountdown(duration: number, paused: boolean, end: () => void) {
  const left = useRef(duration);
  const ended = useRef(end);
  ended.current = end;
  useEffect(() => {
    if (paused) return;
    const started = Date.now();
    const timer = setTimeout(() => ended.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [paused]);
}

/** Whether the window is behind another one. */
function useWindowAway() {
  const [away, setAway] = useState(false);
  useEffect(() => {
    const leave = () => setAway(true);
    const back = () => setAway(false);
    addEventListener("blur", leave);
    addEventListener("focus", back);
    return () => {
      removeEventListener("blur", leave);
      removeEventListener("focus", back);
    };
  }, []);
  return away;
}

/** How far the notice was pulled to the right; letting go beyond the threshold ends it. */
function useSwipe(end: () => void) {
  const from = useRef<number | null>(null);
  const [distance, setDistance] = useState(0);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      // With a mouse the words are there to be selected; a finger pulls anywhere, and selects by staying.
      const selects = event.pointerType === "mouse" && (event.target as Element).closest("[data-words]");
      if (event.button === 0 && !selects) from.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) setDistance(Math.max(0, event.clientX - from.current));
    },
    onPointerUp: (event: PointerEvent) => {
      if (from.current !== null && event.clientX - from.current >= SWIPE) end();
      from.current = null;
      setDistance(0);
    },
    onPointerCancel: () => {
      from.current = null;
      setDistance(0);
    },
  };
  return { distance, handlers };
}

/** One stands beside the words, several below them. */
function Actions({ actions, end }: Pick<Toast, "actions"> & { end: () => void }) {
  return actions.map(({ label, act }) => (
    <Button
      key={label}
      variant="outline"
      size="small"
      className="sunlit:min-h-14"
      onClick={() => {
        end();
        act();
      }}
    >
      {label}
    </Button>
  ));
}

function Notice({ toast, placed }: { toast: Toast; placed: boolean }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const away = useWindowAway();
  const { title, description, actions, error } = toast;
  const end = () => dismiss(toast.id);
  useCountdown(DURATION, pointed || focused || away, end);
  const { distance, handlers } = useSwipe(end);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice holds it; its button does what a key needs
    <div
      data-slot="toast"
      className={classes(
        "pointer-events-auto flex w-full touch-pan-y select-none items-start gap-3 rounded-card border bg-surface p-4 shadow-card",
        error ? "border-danger" : "border-control",
        placed ? "animate-rise" : "opacity-0",
      )}
      style={distance ? { translate: `${distance}px`, opacity: 1 - distance / 300 } : undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      {...handlers}
    >
      <span aria-hidden className={classes("mt-1 w-1 self-stretch rounded-full", error ? "bg-danger" : "bg-success")} />
      <div className="min-w-0 flex-1 text-small">
        <div data-words className="select-text">
          <p className={classes("font-semibold", error && "text-danger")}>{title}</p>
          {description && <p className="text-muted">{description}</p>}
        </div>
        {actions.length > 1 && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Actions actions={actions} end={end} />
          </div>
        )}
      </div>
      {actions.length === 1 && <Actions actions={actions} end={end} />}
      <Button
        variant="quiet"
        size="iconSmall"
        aria-label="Close notification"
        className="-m-1.5 sunlit:size-14"
        onClick={end}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}

/** Hears F8, and lets the focus come and go although a dialog is open; afterwards it is where it was before. */
function useFocusByKey(region: { current: HTMLElement | null }, empty: boolean) {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const inside = (target: EventTarget | null) => region.current?.contains(target as Node | null) ?? false;
    const press = (event: KeyboardEvent) => {
      if (event.key === HOTKEY) region.current?.focus();
    };
    // A dialog listens at the document and takes the focus back from everything outside of it, but not from here.
    const enter = (event: FocusEvent) => {
      if (!inside(event.target)) return;
      event.stopPropagation();
      if (!inside(event.relatedTarget)) before.current = event.relatedTarget as HTMLElement | null;
    };
    const leave = (event: FocusEvent) => inside(event.relatedTarget) && event.stopPropagation();
    addEventListener("keydown", press);
    document.body.addEventListener("focusin", enter);
    document.body.addEventListener("focusout", leave);
    return () => {
      removeEventListener("keydown", press);
      document.body.removeEventListener("focusin", enter);
      document.body.removeEventListener("focusout", leave);
    };
  }, [region]);
  useEffect(() => {
    const { activeElement, body } = document;
    if (!empty || (activeElement !== body && activeElement !== region.current)) return;
    before.current?.focus({ preventScroll: true });
    before.current = null;
  }, [empty, region]);
}

export function Toasts() {
  const toasts = useToasts().filter(({ open }) => open);
  const region = useRef<HTMLElement>(null);
  const side = useClearSide(region, toasts[0]?.id);

  useEffect(showCarriedToast, []);
  useFocusByKey(region, toasts.length === 0);

  const notices = (error: boolean) =>
    toasts
      .filter((toast) => toast.error === error)
      .map((toast) => <Notice key={toast.id} toast={toast} placed={side !== null} />);
  return (
    <section
      ref={region}
      aria-label="Notices (F8)"
      tabIndex={-1}
      data-toasts
      className={classes(
        "pointer-events-none fixed right-0 z-70 w-full p-4 sm:max-w-104 print:hidden",
        side === "top" ? "top-16" : "bottom-0",
      )}
      onKeyDown={(event) => {
        if (event.key === "Escape") for (const { id } of toasts) dismiss(id);
      }}
    >
      {/* Both stay in the page, empty or not: a live region is heard only if it was there before its text. */}
      <div role="status" aria-live="polite">
        {notices(false)}
      </div>
      <div role="alert" aria-live="assertive">
        {notices(true)}
      </div>
    </section>
  );
}
