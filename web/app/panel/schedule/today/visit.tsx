// One visit of the day: a line that opens to all that must be known and done there.
import { Check, ChevronDown } from "lucide-react";
import { useCallback, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { ClockIn, useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { Unsaved } from "~/ui/unsaved";
import { VISIT } from "../../list/open-record";
import { recordAddress } from "../../list/record-address";
import { useUser } from "../../user/user";
import { timesOf, visitStatuses } from "../telling";
import { Away } from "./away";
import { Checklist } from "./checklist";
import { Correct } from "./correct";
import type { Hold } from "./held";
import { Lighting } from "./lighting";
import { Materials } from "./materials";
import { Notes } from "./notes";
import { isJob, isOpen, type OwnVisit, titleOf } from "./own-visit";
import { Part } from "./part";
import { Photos } from "./photos";
import { Site } from "./site";

interface VisitItemProps {
  visit: OwnVisit;
  /** The day, where it is not that of the list: it is not finished, and the day is over. */
  day?: string;
  /** What has become of it, while it holds words. */
  away: string | undefined;
  open: boolean;
  onPress: () => void;
  onHold: Hold;
}

/** Whose house it is, unless the title says so, and where it stands. */
const whereOf = (visit: OwnVisit): string =>
  [visit.name && !titleOf(visit).includes(visit.name) && visit.name, visit.address].filter(Boolean).join(", ");

type LineProps = Omit<VisitItemProps, "away" | "onHold"> & { controls: string };

function Line({ visit, day, open, onPress, controls }: LineProps) {
  const clock = useClock();
  const { status, doneAt } = visit;
  const done = status === "done";
  return (
    <h3 className="font-sans">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={controls}
        data-visit={visit.id}
        className="flex min-h-18 w-full items-center gap-3 px-4 py-3 text-left"
        onClick={onPress}
      >
        {done && <Check aria-hidden className="size-6 shrink-0 text-success" strokeWidth={2.5} />}
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className={classes("font-semibold text-base tabular-nums", done && "font-normal text-muted")}>
              {day && `${day}, `}
              {done && doneAt ? `Done ${clock.timeAt(doneAt)}` : timesOf(visit)}
            </span>
            {(status === "on_the_way" || status === "started") && <LookBadge looks={visitStatuses} value={status} />}
          </span>
          <span className={classes("wrap-anywhere text-base leading-snug", open && "font-semibold text-h4")}>
            {titleOf(visit)}
          </span>
          {!open && <span className="wrap-anywhere text-muted text-small">{whereOf(visit)}</span>}
        </span>
        <ChevronDown
          aria-hidden
          className={classes("size-6 shrink-0 transition-transform duration-160", open && "rotate-180")}
        />
      </button>
    </h3>
  );
}

/** Opens what the visit is for, with everything that is known of it. */
function useOpenRecord(visit: OwnVisit) {
  const user = useUser();
  const [, navigate] = useLocation();
  return () => navigate(recordAddress(user, isJob(visit) ? "work_order" : "lead", visit.recordId), { state: VISIT });
}

interface SheetProps {
  visit: OwnVisit;
  /** Whether its day is over, and it is not finished. */
  left: boolean;
}

function Sheet({ visit, left }: SheetProps) {
  const [correcting, setCorrecting] = useState(false);
  const openRecord = useOpenRecord(visit);
  const correct = () => setCorrecting(true);
  const job = isJob(visit);
  return (
    <div className="grid gap-5 px-4 pb-2">
      {left && (
        <section aria-label="Not finished" className="grid gap-3 rounded-card border border-control p-4">
          <p className="text-base">This day is over. If the work was done, say when; if not, go on with it today.</p>
          <Button variant="outline" className="min-h-14" onClick={correct}>
            It Was Done That Day
          </Button>
        </section>
      )}
      <Site visit={visit} />
      <div>
        <Lighting visit={visit} />
        <Checklist visit={visit} />
        {job && <Photos visit={visit} startsOpen={visit.status === "started"} />}
        {job && <Materials visit={visit} />}
        <Notes visit={visit} />
        <Part title="More" startsOpen={false}>
          <Button variant="outline" className="min-h-14" onClick={correct}>
            Correct Times
          </Button>
          <Button variant="outline" className="min-h-14" onClick={openRecord}>
            {job ? "Open Work Order" : "Open Lead"}
          </Button>
        </Part>
      </div>
      <Correct visit={visit} open={correcting} onClose={() => setCorrecting(false)} />
    </div>
  );
}

export function VisitItem({ away, onHold, ...props }: VisitItemProps) {
  const { visit, day, open } = props;
  const id = useId();
  // Words that are typed stay with what holds them, folded or not.
  const [typed, setTyped] = useState(false);
  const holders = useRef(new Set<string>());
  const hold = useCallback(
    (holder: string, unsaved: boolean) => {
      if (unsaved) {
        holders.current.add(holder);
        setTyped(true);
      } else holders.current.delete(holder);
      onHold(visit.id, holders.current.size > 0);
    },
    [onHold, visit.id],
  );
  return (
    <li
      className={classes(
        "rounded-card border bg-surface",
        open ? "border-2 border-primary shadow-card" : "border-hairline",
      )}
    >
      <ClockIn timeZone={visit.timeZone}>
        <Line {...props} controls={id} />
        <div id={id} hidden={!open}>
          {(open || typed) && (
            <Unsaved value={hold}>
              <Sheet visit={visit} left={day !== undefined && isOpen(visit)} />
            </Unsaved>
          )}
          {away && <Away className="m-4 mt-0">{away}</Away>}
        </div>
      </ClockIn>
    </li>
  );
}
