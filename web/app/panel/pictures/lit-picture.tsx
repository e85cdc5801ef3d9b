// A visitor's picture in the lights of the plan, drawn by the studio's own engine. Its code is loaded when it comes into view.
import { useEffect, useMemo, useState } from "react";
import { pictureAt } from "~/api/kept-calls";
import { footOf, type Opened } from "~/studio/bench";
import { openDrawn, openLinked } from "~/studio/opening";
import { readPlan } from "~/studio/plan";
import { useDusk } from "~/studio/use-dusk";
import { classes } from "~/ui/classes";
import type { Drawing } from "./drawing";

export interface LitPictureProps {
  drawing: Pick<Drawing, "picture" | "plan">;
  /** Whether anybody sees it now; it rests otherwise. */
  isSeen: boolean;
  isNight: boolean;
  /** Lets an effect run at night. */
  moves: boolean;
  onShown: () => void;
  onFail: () => void;
}

async function opened({ picture, plan: text }: LitPictureProps["drawing"]): Promise<Opened> {
  const plan = readPlan(text);
  const found = plan && (picture ? await openDrawn(await pictureAt(picture), plan) : await openLinked(plan));
  if (!found) throw new Error("There is no picture to light.");
  return found;
}

function close({ photo, sight }: Opened) {
  sight.close();
  photo.image.close();
}

export default function LitPicture({ drawing: { picture, plan }, onFail, ...props }: LitPictureProps) {
  const [found, setFound] = useState<Opened | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who hears of a failure is no reason to open it again
  useEffect(() => {
    let gone = false;
    const opening = opened({ picture, plan });
    opening.then(
      (it) => !gone && setFound(it),
      () => !gone && onFail(),
    );
    return () => {
      gone = true;
      setFound(null);
      opening.then(close, () => undefined);
    };
  }, [picture, plan]);
  return found && <Lights opened={found} {...props} />;
}

type LightsProps = Pick<LitPictureProps, "isSeen" | "isNight" | "moves" | "onShown"> & { opened: Opened };

function Lights({ opened, isSeen, isNight, moves, onShown }: LightsProps) {
  const lightable = useMemo(() => {
    const { drawing, look } = opened;
    const calm = !(isNight && moves) && { effect: "steady" as const };
    const shining = { ...look, evening: isNight ? 1 : 0, ...calm };
    return { opened, drawing, look: shining, footAt: footOf(opened, drawing) };
  }, [opened, isNight, moves]);
  const { canvas, standing, isShown } = useDusk(lightable, isSeen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown]);
  return (
    <canvas
      ref={canvas}
      key={standing === "still" ? "still" : "live"}
      data-drawing={isShown ? standing : "waiting"}
      className={classes("absolute inset-0 size-full print:hidden", !isShown && "invisible")}
    />
  );
}
