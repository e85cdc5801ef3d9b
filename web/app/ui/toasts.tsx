// Where notices appear: the region that F8 reaches. A notice goes after five seconds, but waits while it is pointed at,
// while it holds the focus and while the window is not in front; Escape, its button or a swipe to the right end it sooner.
import { X } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { classes } from "./classes";
import { dismiss, showCarriedToast, type Toast, useToasts } from "./toast";

const DURATION = 5000;
const HOTKEY = "F8";
const SWIPE = 50;

/** Runs `end` after `duration` milliseconds in all during which `paused` was false. */
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
      if (event.button === 0) from.current = event.clientX;
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

function Notice({ toast }: { toast: Toast }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const away = useWindowAway();
  const end = () => dismiss(toast.id);
  useCountdown(DURATION, pointed || focused || away, end);
  const { distance, handlers } = useSwipe(end);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice holds it; its button does what a key needs
    <div
      data-slot="toast"
      className={classes(
        "pointer-events-auto flex w-full animate-rise touch-pan-y select-none items-start gap-3 rounded-card border bg-surface p-4 shadow-card",
        toast.error ? "border-danger" : "border-control",
      )}
      style={distance ? { translate: `${distance}px`, opacity: 1 - distance / 300 } : undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      {...handlers}
    >
      <span
        aria-hidden
        className={classes("mt-1 w-1 self-stretch rounded-full", toast.error ? "bg-danger" : "bg-success")}
      />
      <div className="min-w-0 flex-1 text-small">
        <p className={classes("font-semibold", toast.error && "text-danger")}>{toast.title}</p>
        {toast.description && <p className="text-muted">{toast.description}</p>}
      </div>
      {toast.action && (
        <Button
          variant="outline"
          size="small"
          onClick={() => {
            toast.action?.act();
            end();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <Button variant="quiet" size="iconSmall" aria-label="Close notification" className="-m-1.5" onClick={end}>
        <X aria-hidden />
      </Button>
    </div>
  );
}

export function Toasts() {
  const toasts = useToasts().filter(({ open }) => open);
  const region = useRef<HTMLElement>(null);

  useEffect(showCarriedToast, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === HOTKEY) region.current?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  const notices = (error: boolean) =>
    toasts.filter((toast) => toast.error === error).map((toast) => <Notice key={toast.id} toast={toast} />);
  return (
    <section
      ref={region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      data-toasts
      className="pointer-events-none fixed right-0 bottom-0 z-70 w-full p-4 sm:max-w-104 print:hidden"
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
