// What lies beside the week: visits that wait to be planned, and those of days that have passed.
import { longDate } from "~/lib/dates";
import { nameOf, type Place, type Planned, TRAY, type Week } from "./schedule";
import { VisitCard } from "./visit-card";

interface TrayProps {
  label: string;
  /** What stands there when nothing does. */
  empty: string;
  tray: Week["unplanned"];
  /** Whether a visit may be put there. */
  takes?: boolean;
  movable: boolean;
  onMove: (visit: Planned, from: Place, to: Place) => void;
  onSchedule: (visit: Planned) => void;
}

export function Tray({ label, empty, tray, takes, ...acts }: TrayProps) {
  const left = tray.count - tray.visits.length;
  return (
    <section
      aria-label={label}
      data-column={takes ? nameOf(TRAY) : undefined}
      className="grid content-start gap-2 rounded-card bg-sunk p-2 data-over:outline-2 data-over:outline-focus"
    >
      <h2 className="flex items-baseline justify-between px-1 font-sans font-semibold text-small">
        {label} <span className="font-normal text-muted tabular-nums">{tray.count.toLocaleString("en-US")}</span>
      </h2>
      {tray.visits.length === 0 && <p className="px-1 text-muted text-tiny">{empty}</p>}
      <ul className="grid max-h-[min(50dvh,24rem)] gap-1.5 overflow-y-auto">
        {tray.visits.map((visit) => (
          <li key={visit.id}>
            {visit.day && <p className="px-1 text-danger text-tiny">{longDate(visit.day)}</p>}
            <VisitCard
              visit={visit}
              from={{ person: visit.crew[0] ?? TRAY.person, day: visit.day }}
              clashes={false}
              {...acts}
            />
          </li>
        ))}
      </ul>
      {left > 0 && <p className="px-1 text-muted text-tiny">{left.toLocaleString("en-US")} more</p>}
    </section>
  );
}
