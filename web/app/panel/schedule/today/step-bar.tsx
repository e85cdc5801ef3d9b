// The one next step of a visit, large and within the thumb's reach, with what takes the last one back beside it.
import { Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { ArrivalRow, useArrival } from "./arrival-row";
import { operate } from "./operations";
import type { OwnVisit } from "./own-visit";

/** Milliseconds in which a second press of the same glove is none. */
const BOUNCE = 700;
/** What an Undo gives as its reason. */
export const MISTAKE = "Pressed by mistake";

type Status = OwnVisit["status"];

/** Whether a step was taken so lately that another press may belong to it. */
function useBounce(status: Status): boolean {
  const [settled, setSettled] = useState(status);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(status), BOUNCE);
    return () => clearTimeout(timer);
  }, [status]);
  return settled !== status;
}

interface BarProps {
  visit: OwnVisit;
  /** What was done last. */
  told: string;
  /** Stands in the place of whom and what, where there is something to choose. */
  instead?: ReactNode;
  children: ReactNode;
}

function Bar({ visit, told, instead, children }: BarProps) {
  return (
    <section
      aria-label="Next step"
      data-bar
      className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-6 grid grid-cols-1 gap-2 border-hairline border-t bg-bg px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:rounded-t-card md:border-x"
    >
      {instead ?? (
        <p className="flex min-h-6 items-center justify-between gap-3 text-base">
          <span className="truncate font-semibold">{visit.name}</span>
          <span role="status" className="shrink-0">
            {told}
          </span>
        </p>
      )}
      <div className="flex gap-3">{children}</div>
    </section>
  );
}

const BIG = "min-h-18 flex-1 text-h3";
const BESIDE = "min-h-18 px-4 text-base";

interface SetOutProps {
  visit: OwnVisit;
  bounces: boolean;
  onStart: () => void;
}

/** Before anything is done: the client hears when somebody arrives, unless one is there already. */
function SetOut({ visit, bounces, onStart }: SetOutProps) {
  const { arrival, offered, choose } = useArrival(visit);
  const row = <ArrivalRow name={visit.name} arrival={arrival} offered={offered} choose={choose} />;
  return (
    <Bar visit={visit} told="Not set out yet" instead={visit.tellsClient ? row : undefined}>
      <Button variant="outline" className={BESIDE} disabled={bounces} onClick={onStart}>
        Start
      </Button>
      <Button
        className={BIG}
        disabled={bounces}
        onClick={() => void operate(visit, { status: "on_the_way", ...(arrival && { arrival }) })}
      >
        On My Way
      </Button>
    </Bar>
  );
}

interface StepBarProps {
  visit: OwnVisit;
  onComplete: () => void;
}

export function StepBar({ visit, onComplete }: StepBarProps) {
  const clock = useClock();
  const bounces = useBounce(visit.status);
  const to = (status: Status) => () => void operate(visit, { status });
  const undo = (status: Status) => (
    <Button
      variant="outline"
      className={BESIDE}
      disabled={bounces}
      onClick={() => void operate(visit, { status, reason: MISTAKE })}
    >
      <Undo2 aria-hidden />
      Undo
    </Button>
  );
  const since = (words: string, moment: string | null) => (moment ? `${words} ${clock.timeAt(moment)}` : "");
  if (visit.status === "planned") return <SetOut visit={visit} bounces={bounces} onStart={to("started")} />;
  if (visit.status === "on_the_way") {
    return (
      <Bar visit={visit} told={since("On the way since", visit.setOffAt) || "On the way"}>
        {undo("planned")}
        <Button className={BIG} disabled={bounces} onClick={to("started")}>
          Start
        </Button>
      </Bar>
    );
  }
  if (visit.status === "started") {
    return (
      <Bar visit={visit} told={since("Started", visit.startedAt) || "Started"}>
        {undo(visit.setOffAt ? "on_the_way" : "planned")}
        <Button className={BIG} disabled={bounces} onClick={onComplete}>
          Complete
        </Button>
      </Bar>
    );
  }
  return (
    <Bar visit={visit} told={since("Done", visit.doneAt) || "Done"}>
      {undo("started")}
    </Bar>
  );
}
