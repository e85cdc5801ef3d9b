// The drawing of lights of a lead, a client or a job: the picture with its runs, what they come to, and who put it right.
import { type ReactNode, useState } from "react";
import { dollars } from "~/lib/money";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { Unloaded } from "../list/unloaded";
import { useNames } from "../staff/queries";
import type { CorrectionProps } from "./correction";
import { DayAndNight } from "./day-and-night";
import { type Drawing, type DrawnFor, useDrawings } from "./drawing";
import { DayDrawing } from "./drawn-picture";
import { feetText, planOf, shineOf } from "./plan";
import { Runs } from "./runs";
import { Shine } from "./shine";

const Correction = lazyOnDemand<CorrectionProps>(() => import("./correction"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: ({ onDone }) => onDone(),
});

/** Whose drawing it is by now. */
function Whose({ drawing: { sentAt, correctedBy, correctedAt } }: { drawing: Drawing }) {
  const clock = useClock();
  const nameOf = useNames();
  const sent = `The visitor's drawing of ${clock.day(sentAt)}`;
  if (!correctedAt) return <p className="text-muted">{sent}</p>;
  const who = `${correctedBy ? nameOf(correctedBy) : "a colleague"}, ${clock.day(correctedAt)}`;
  return (
    <p className="text-muted">
      {sent}, corrected by {who}. Dashed: the lines as they were sent.
    </p>
  );
}

/** Why a drawing says no feet. */
function unknown({ plan, runs }: Drawing): string {
  const { m, r } = planOf(plan);
  if (m) return "Drawn on a sample house of ours, so it says nothing of the feet and bulbs of the visitor's building.";
  if (runs.some((run) => run.feet !== null)) return "The drawing is too short to price.";
  return r && typeof r.h !== "number"
    ? "Nobody has confirmed the size in the picture, so its feet are not known. Check it in Correct Drawing."
    : "No size is set in the picture that says enough, so nobody knows its feet yet.";
}

function Cost({ drawing }: { drawing: Drawing }) {
  const { priceLow, priceHigh } = drawing;
  const feet = feetText(drawing);
  if (feet === null) return <p>{unknown(drawing)}</p>;
  return (
    <p>
      <span className="font-semibold">As drawn: {feet}</span>
      {priceLow !== null && priceHigh !== null && `, about ${dollars(priceLow)} to ${dollars(priceHigh)}`}. Measured on
      site before any price is final.
    </p>
  );
}

function DrawingView({ drawing, picture, children }: { drawing: Drawing; picture: ReactNode; children?: ReactNode }) {
  return (
    <>
      {picture}
      <Shine {...shineOf(planOf(drawing.plan))} />
      {children}
      <Runs {...drawing} />
    </>
  );
}

interface OneProps {
  drawing: Drawing;
  title: string;
}

function One({ drawing, title }: OneProps) {
  const [correcting, setCorrecting] = useState(false);
  const [printing, setPrinting] = useState(false);
  const done = () => setCorrecting(false);
  return (
    <div className="grid gap-3">
      <DrawingView drawing={drawing} picture={<DayAndNight key={drawing.version} drawing={drawing} />}>
        <Cost drawing={drawing} />
      </DrawingView>
      <Whose drawing={drawing} />
      <div className="flex flex-wrap gap-2 print:hidden">
        {drawing.mayCorrect && (
          <Button variant="outline" className="min-h-12" onClick={() => setCorrecting(true)}>
            Correct Drawing
          </Button>
        )}
        <Button variant="outline" className="min-h-12" onClick={() => setPrinting(true)}>
          Lighting Plan to Print
        </Button>
      </div>
      <Dialog open={correcting} onOpenChange={setCorrecting} title="Correct the drawing" shape="page">
        <Correction drawing={drawing} onDone={done} />
      </Dialog>
      <Dialog open={printing} onOpenChange={setPrinting} title={title} shape="page">
        <div data-printed className="grid gap-3 print:text-tiny">
          <DrawingView drawing={drawing} picture={<DayDrawing drawing={drawing} />} />
          <Button className="justify-self-start print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

interface DrawingPartProps {
  kind: DrawnFor;
  id: string;
  /** What the printed page is called. */
  about: string;
  children: (drawings: ReactNode) => ReactNode;
}

/** Nothing is said where nobody sent one. */
export function DrawingPart({ kind, id, about, children }: DrawingPartProps) {
  const { data, isError, refetch } = useDrawings(kind, id);
  if (isError && !data) return children(<Unloaded retry={refetch}>The drawing could not be loaded.</Unloaded>);
  if (!data?.length) return null;
  return children(
    <ul className="grid gap-6">
      {data.map((drawing) => (
        <li key={drawing.id}>
          <One drawing={drawing} title={`Lighting plan: ${about}`} />
        </li>
      ))}
    </ul>,
  );
}
