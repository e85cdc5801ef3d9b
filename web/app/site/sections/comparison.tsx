// Two views of one place with a line between them: drag it, tap the picture, use the keys, or press Day or Night.
// Night lies to the left of the line, so the line's place in percent is how much of the night is shown.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { classes } from "~/ui/classes";
import { comparison as words } from "../content/company-blocks";
import type { Scene } from "../content/scenes";
import { Rendered } from "./rendered";
import { ToggleButton } from "./toggle-button";

const START = 50;
const clamp = (percent: number) => Math.min(100, Math.max(0, percent));

/** How far each key moves the line; Home and End are beyond any range and clamped. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

function useDivider() {
  const frame = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState(START);
  const [dragging, setDragging] = useState(false);

  const follow = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setPercent(clamp(((event.clientX - box.left) / box.width) * 100));
  };
  // A finger that goes down may be about to scroll the page, so the line waits for it to move sideways or to lift.
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      setDragging(true);
      if (event.pointerType === "mouse") follow(event);
    },
    onPointerMove: (event: PointerEvent) => dragging && follow(event),
    onPointerUp: (event: PointerEvent) => {
      if (dragging) follow(event);
      setDragging(false);
    },
    onPointerLeave: () => setDragging(false),
    onPointerCancel: () => setDragging(false),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setPercent((now) => clamp(Math.round(now) + move));
  };
  return { frame, percent, setPercent, dragging, handlers, onKeyDown };
}

export function Comparison({ day, night }: { day: Scene; night: Scene }) {
  const { frame, percent, setPercent, dragging, handlers, onKeyDown } = useDivider();
  const shown = Math.round(percent);
  const glide = !dragging && "motion-safe:transition-[clip-path,left] motion-safe:duration-300";
  const picture = "pointer-events-none size-full object-cover select-none";
  const sizes = "(min-width: 1248px) 1200px, 94vw";
  return (
    <div className="until-near">
      <div
        ref={frame}
        {...handlers}
        className="relative aspect-photo cursor-ew-resize touch-pan-y overflow-hidden rounded-media select-none sm:aspect-video"
      >
        <Rendered scene={day} sizes={sizes} className={picture} />
        <div className={classes("absolute inset-0", glide)} style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
          <Rendered scene={night} sizes={sizes} className={picture} />
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={words.label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={shown}
          aria-valuetext={words.value(shown)}
          onKeyDown={onKeyDown}
          className={classes("divider", glide)}
          style={{ left: `${percent}%` }}
        >
          <svg viewBox="0 0 44 44" aria-hidden="true" className="divider-grip">
            <path d="m17 16-6 6 6 6m10-12 6 6-6 6" />
          </svg>
        </div>
      </div>
      <div className="mt-4 flex items-center justify-between gap-4 noscript:hidden">
        <ToggleButton pressed={shown === 100} onPress={() => setPercent(100)}>
          {words.night}
        </ToggleButton>
        <p className="text-center text-small text-muted max-sm:hidden">{words.hint}</p>
        <ToggleButton pressed={shown === 0} onPress={() => setPercent(0)}>
          {words.day}
        </ToggleButton>
      </div>
    </div>
  );
}
