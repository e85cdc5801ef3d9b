// One visit of the day: a line that opens to all that must be known and done there.
import { Check, ChevronDown } from "lucide-react";
import { useId } from "react";
import { classes } from "~/ui/classes";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { BranchClock } from "../../staff/branch-clock";
import { timesOf, visitStatuses } from "../schedule/schedule";
import { Notes } from "./notes";
import type { OwnVisit } from "./own-visit";
import { Photos } from "./photos";
import { Site } from "./site";

const isJob = ({ kind }: OwnVisit) => kind === "work_order";

/** Whose house it is, and what is done there. */
const titleOf = (visit: OwnVisit): string => (isJob(visit) ? (visit.title ?? "Visit") : `Survey: ${visit.name}`);

interface VisitItemProps {
  visit: OwnVisit;
  /** The day, where it is not that of the list. */
  day?: string;
  open: boolean;
  onPress: () => void;
}

function Line({ visit, day, open, onPress, controls }: VisitItemProps & { controls: string }) {
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
          <span className={classes("break-words text-base leading-snug", open && "font-semibold text-h4")}>
            {titleOf(visit)}
          </span>
          {!open && visit.address && <span className="break-words text-muted text-small">{visit.address}</span>}
        </span>
        <ChevronDown
          aria-hidden
          className={classes("size-6 shrink-0 transition-transform duration-160", open && "rotate-180")}
        />
      </button>
    </h3>
  );
}

export function VisitItem(props: VisitItemProps) {
  const { visit, open } = props;
  const id = useId();
  return (
    <li
      className={classes(
        "rounded-card border bg-surface",
        open ? "border-2 border-primary shadow-card" : "border-hairline",
      )}
    >
      <BranchClock branchId={visit.branchId}>
        <Line {...props} controls={id} />
        <div id={id} hidden={!open}>
          {open && (
            <div className="grid gap-5 px-4 pb-2">
              <Site visit={visit} />
              <div>
                {isJob(visit) && <Photos visit={visit} startsOpen={visit.status === "started"} />}
                {isJob(visit) && <Notes visit={visit} />}
              </div>
            </div>
          )}
        </div>
      </BranchClock>
    </li>
  );
}
