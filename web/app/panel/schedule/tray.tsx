// What lies beside the week: visits that wait to be planned, and those of days that have passed.

import { memo } from "react";
import { shortDay } from "../shell/days";
import { nameOf, TRAY, type Week } from "./schedule";
import { VisitCard } from "./visit-card";

interface TrayProps {
  label: string;
  /** What stands there when nothing does. */
  empty: string;
  tray: Week["unplanned"];
  /** Whether a visit may be put there. */
  takes?: boolean;
  movable: boolean;
  saving: ReadonlySet<string>;
}

export const Tray = memo(function Tray({ label, empty, tray, takes, movable, saving }: TrayProps) {
  const left = tray.count - tray.visits.length;
  return (
    <section
      aria-label={label}
      tabIndex={takes ? -1 : undefined}
      data-column={takes ? nameOf(TRAY) : undefined}
      className="flex min-h-0 min-w-0 flex-col gap-2 rounded-card bg-sunk p-2 data-over:outline-2 data-over:outline-focus"
    >
      <h2 className="flex items-baseline justify-between px-1 font-sans font-semibold text-small">
        {label} <span className="font-normal text-muted tabular-nums">{tray.count.toLocaleString("en-US")}</span>
      </h2>
      {tray.visits.length === 0 && <p className="px-1 text-muted text-tiny">{empty}</p>}
      <ul className="grid max-h-[min(40dvh,20rem)] gap-1.5 overflow-y-auto p-0.5">
        {tray.visits.map((visit) => (
          <li key={visit.id} className="min-w-0">
            {visit.day && <p className="px-1 font-semibold text-danger text-tiny">{shortDay(visit.day)}</p>}
            <VisitCard visit={visit} clashes={false} saving={saving.has(visit.id)} movable={movable} />
          </li>
        ))}
      </ul>
      {left > 0 && <p className="px-1 text-muted text-tiny">{left.toLocaleString("en-US")} more</p>}
    </section>
  );
});
