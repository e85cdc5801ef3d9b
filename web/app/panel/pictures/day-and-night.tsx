// A drawing by day, with its runs, and by night, as its lights would shine. Night is drawn when the picture comes into view; where it
// cannot be drawn, the day stays.
import { Moon, Pause, Play, Sun } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { lazyOnDemand } from "~/ui/lazy";
import type { Drawing } from "./drawing";
import { DayPicture, DrawnPicture } from "./drawn-picture";
import type { LitPictureProps } from "./lit-picture";
import { planOf } from "./plan";

const LitPicture = lazyOnDemand<LitPictureProps>(() => import("./lit-picture"), {
  wanted: () => true,
  fallback: () => null,
  onError: ({ onFail }) => onFail(),
});

/** Whether an element is on the screen, or nearly. */
function useInView<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, inView] as const;
}

type Light = "waiting" | "shown" | "failed";

const TOLD: Record<Light, string> = {
  waiting: "Drawing the lights...",
  shown: "",
  failed: "The lights cannot be drawn on this picture here.",
};

export function DayAndNight({ drawing }: { drawing: Drawing }) {
  const plan = planOf(drawing.plan);
  const sent = drawing.sent ? planOf(drawing.sent).l : [];
  const [frame, inView] = useInView<HTMLDivElement>();
  const [light, setLight] = useState<Light>("waiting");
  const [wished, setWished] = useState(true);
  const [moves, setMoves] = useState(true);
  const canBeLit = light !== "failed" && plan.l.length > 0 && Boolean(drawing.picture || plan.m);
  const isNight = canBeLit && wished;
  const [wanted, setWanted] = useState(false);
  if (isNight && inView && !wanted) setWanted(true);
  return (
    <div ref={frame} className="grid gap-2">
      <DrawnPicture
        picture={
          <>
            <DayPicture drawing={drawing} />
            {canBeLit && wanted && (
              <LitPicture
                drawing={drawing}
                isSeen={inView}
                isNight={isNight}
                moves={moves}
                onShown={() => setLight("shown")}
                onFail={() => setLight("failed")}
              />
            )}
          </>
        }
        aspect={plan.a}
        lines={plan.l}
        before={sent}
        isNight={isNight && light === "shown"}
      />
      {canBeLit && (
        <fieldset className="flex flex-wrap items-center gap-2 print:hidden">
          <legend className="sr-only">The picture</legend>
          <Button
            variant="outline"
            size="small"
            aria-pressed={!isNight}
            className={PRESSED}
            onClick={() => setWished(false)}
          >
            <Sun aria-hidden />
            Day
          </Button>
          <Button
            variant="outline"
            size="small"
            aria-pressed={isNight}
            className={PRESSED}
            onClick={() => setWished(true)}
          >
            <Moon aria-hidden />
            Night
          </Button>
          {isNight && plan.e !== "steady" && (
            <Button variant="outline" size="small" onClick={() => setMoves(!moves)}>
              {moves ? <Pause aria-hidden /> : <Play aria-hidden />}
              {moves ? "Pause" : "Play"}
            </Button>
          )}
          <p role="status" className="text-muted">
            {isNight && TOLD[light]}
          </p>
        </fieldset>
      )}
      {light === "failed" && (
        <p role="status" className="text-muted print:hidden">
          {TOLD.failed}
        </p>
      )}
    </div>
  );
}

const PRESSED = "aria-pressed:border-2 aria-pressed:border-primary";
