// The grid of a week: people by days, how full each is, and who is away. One cell or card takes the focus at a time; the board
// around it hears the keys.

import { memo, startTransition, useEffect, useMemo, useState } from "react";
import { classes } from "~/ui/classes";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { shortDay, weekdayAndDay } from "../shell/days";
import {
  type Absence,
  awayOn,
  awayText,
  clashing,
  closedText,
  crewsOut,
  type Day,
  hoursOf,
  LOADED,
  type Load,
  loadText,
  loadWord,
  NOBODY,
  nameOf,
  openHours,
  type Planned,
  personName,
  sumOf,
  type Week,
} from "./schedule";
import { VisitCard } from "./visit-card";

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** Rows drawn at first, about a screen of them. The rest follow between frames. */
const FIRST = 8;
const COLUMNS = "grid grid-cols-[8rem_repeat(7,minmax(5.75rem,1fr))]";
const HATCHED = "bg-[repeating-linear-gradient(135deg,transparent_0_6px,var(--color-hairline)_6px_7px)]";

const NONE: readonly Planned[] = [];
const NO_CLASHES: ReadonlySet<string> = new Set();

const LoadOf = ({ load }: { load: Load }) => (
  <span className={classes("block text-tiny tabular-nums", LOADED[loadWord(load)])}>{loadText(load)}</span>
);

interface CellProps {
  person: string;
  who: string;
  day: Day;
  visits: readonly Planned[];
  away: Absence | null;
  isToday: boolean;
  movable: boolean;
  /** Those of its visits that are being saved, by id. */
  saving: string;
}

const Cell = memo(function Cell({ person, who, day, visits, away, isToday, movable, saving }: CellProps) {
  const isSomebody = person !== NOBODY;
  const clashes = useMemo(() => (isSomebody ? clashing(visits) : NO_CLASHES), [visits, isSomebody]);
  const load = { booked: hoursOf(visits, day), open: openHours(day, away) };
  const told = isSomebody && visits.length > 0;
  const without = [away && awayText(away), day.closed !== null && closedText(day.closed)].filter(Boolean);
  const label = [
    weekdayAndDay(day.day),
    who,
    ...without,
    told ? loadText(load) : visits.length > 0 ? `${visits.length} planned` : "nothing planned",
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a table cannot be left undrawn until it is seen
    <div
      role="gridcell"
      tabIndex={-1}
      data-column={nameOf({ person, day: day.day })}
      className={classes(
        "grid min-h-14 min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 border-hairline border-l p-1 focus-visible:-outline-offset-2 data-over:bg-sunk data-over:outline-2 data-over:-outline-offset-2 data-over:outline-focus",
        isToday && "bg-sunk/60",
        isSomebody && without.length > 0 && HATCHED,
      )}
    >
      <VisuallyHidden>{label.join(", ")}</VisuallyHidden>
      {isSomebody && away && (
        <p aria-hidden className="px-0.5 text-muted text-tiny">
          {awayText(away)}
        </p>
      )}
      {told && (
        <p aria-hidden className="px-0.5">
          <LoadOf load={load} />
        </p>
      )}
      {visits.map((visit) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          clashes={clashes.has(visit.id)}
          saving={saving.includes(visit.id)}
          movable={movable}
          inGrid
        />
      ))}
    </div>
  );
});

interface GridPart {
  week: Week;
  places: ReadonlyMap<string, Planned[]>;
  movable: boolean;
  saving: ReadonlySet<string>;
}

function Row({ person, week, places, movable, saving }: GridPart & { person: string }) {
  const isSomebody = person !== NOBODY;
  const who = isSomebody ? personName(week, person) : "Nobody yet";
  const cells = week.days.map((day) => ({
    day,
    visits: places.get(nameOf({ person, day: day.day })) ?? NONE,
    away: isSomebody ? awayOn(week.absences, person, day.day) : null,
  }));
  const load = sumOf(
    cells.map(({ day, visits, away }) => ({ booked: hoursOf(visits, day), open: openHours(day, away) })),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: likewise
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      className={classes(
        COLUMNS,
        "[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]",
        // Above and not below: the name that is drawn after it would lie over a line that falls between two pixels.
        isSomebody && "*:border-t",
      )}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: likewise */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: likewise */}
      <div role="rowheader" className="sticky left-0 z-10 min-w-0 border-hairline bg-bg p-2">
        {isSomebody ? (
          <button
            type="button"
            data-person={person}
            tabIndex={-1}
            aria-label={`Absences of ${who}`}
            className="max-w-full break-words text-left font-semibold text-small underline-offset-4 enabled:hover:underline"
            disabled={!movable}
          >
            {who}
          </button>
        ) : (
          <span className="font-semibold text-small">{who}</span>
        )}
        {isSomebody && <LoadOf load={load} />}
      </div>
      {cells.map(({ day, visits, away }, at) => (
        <Cell
          // By its column: in another week the focus stays where it is.
          key={WEEKDAYS[at]}
          person={person}
          who={who}
          day={day}
          visits={visits}
          away={away}
          isToday={day.day === week.today}
          movable={movable}
          saving={visits.flatMap(({ id }) => (saving.has(id) ? [id] : [])).join(" ")}
        />
      ))}
    </div>
  );
}

/** What a day says of itself: how many hours are booked of those there are, and how many crews go out. */
function DayHead({ week, day, places, movable }: Pick<GridPart, "week" | "places" | "movable"> & { day: Day }) {
  const load = sumOf(
    week.people.map(({ id }) => ({
      booked: hoursOf(places.get(nameOf({ person: id, day: day.day })) ?? NONE, day),
      open: openHours(day, awayOn(week.absences, id, day.day)),
    })),
  );
  const planned = week.visits.filter((visit) => visit.day === day.day);
  const out = day.crews === null ? planned.length : crewsOut(planned);
  const isToday = day.day === week.today;
  const isFull = day.crews !== null && out > day.crews;
  return (
    // biome-ignore lint/a11y/useSemanticElements: likewise
    // biome-ignore lint/a11y/useFocusableInteractive: likewise
    <div
      role="columnheader"
      aria-current={isToday ? "date" : undefined}
      className={classes("min-w-0 border-hairline border-b border-l p-1.5", isToday && "border-b-2 border-b-primary")}
    >
      <button
        type="button"
        data-day={day.day}
        disabled={!movable}
        className="text-left font-semibold text-[0.8125rem] tracking-tight underline-offset-4 enabled:hover:underline"
      >
        <span className="block whitespace-nowrap">{shortDay(day.day)}</span>
        {isToday && <VisuallyHidden>, today</VisuallyHidden>}
      </button>
      {day.closed === null ? <LoadOf load={load} /> : <span className="block text-tiny">{closedText(day.closed)}</span>}
      {(day.closed === null || out > 0) && (
        <span className={classes("block text-tiny", isFull ? "font-semibold text-danger" : "text-muted")}>
          {day.crews === null ? `${out} planned` : `${out} of ${day.crews} crews${isFull ? ", over" : ""}`}
        </span>
      )}
    </div>
  );
}

/** Milliseconds that the first rows have to themselves. */
const HEAD_START = 100;

/** Whether the rows after the first ones are drawn: after those, and between frames. */
function useRest(): boolean {
  const [rest, setRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setRest(true)), HEAD_START);
    return () => clearTimeout(timer);
  }, []);
  return rest;
}

export function Grid(part: GridPart) {
  const { week } = part;
  const rest = useRest();
  const people = rest ? week.people : week.people.slice(0, FIRST);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: likewise */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: likewise */}
      <div role="row" className={classes(COLUMNS, "sticky top-0 z-20 bg-bg")}>
        {/* biome-ignore lint/a11y/useSemanticElements: likewise */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: likewise */}
        <div role="columnheader" className="sticky left-0 z-10 border-hairline border-b bg-bg">
          <VisuallyHidden>Person</VisuallyHidden>
        </div>
        {week.days.map((day) => (
          <DayHead key={day.day} day={day} {...part} />
        ))}
      </div>
      <Row person={NOBODY} {...part} />
      {people.map(({ id }) => (
        <Row key={id} person={id} {...part} />
      ))}
    </>
  );
}
