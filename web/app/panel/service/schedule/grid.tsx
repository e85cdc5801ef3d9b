// The board: people by days. Arrow keys go from cell to cell; M carries a visit along them, Enter puts it down, Escape leaves it.
import { type KeyboardEvent, memo, useMemo, useRef, useState } from "react";
import { fullName } from "~/lib/people";
import { classes } from "~/ui/classes";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { holdStill } from "../../records/drag";
import {
  byPlace,
  clashing,
  type Day,
  hoursOf,
  NOBODY,
  nameOf,
  openHours,
  type Place,
  type Planned,
  placeOf,
  type Week,
} from "./schedule";
import { VisitCard } from "./visit-card";

const shortDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });

type Person = Week["people"][number];

export interface Acts {
  movable: boolean;
  onMove: (visit: Planned, from: Place, to: Place) => void;
  onSchedule: (visit: Planned) => void;
}

/** Why somebody does not go out that day. */
function awayOf({ absences }: Week, person: string, day: string): string | null {
  const found = absences.find(
    ({ userId, firstDay, lastDay }) => userId === person && firstDay <= day && day <= lastDay,
  );
  if (!found) return null;
  return found.startMinute === null ? "Away" : "Away for some hours";
}

interface CellProps {
  place: Place;
  day: Day;
  visits: readonly Planned[];
  away: string | null;
  who: string;
  acts: Acts;
}

const NONE: readonly Planned[] = [];

const Cell = memo(function Cell({ place, day, visits, away, who, acts }: CellProps) {
  const clashes = useMemo(
    () => (place.person === NOBODY ? new Set<string>() : clashing(visits)),
    [visits, place.person],
  );
  const booked = hoursOf(visits, day);
  const open = openHours(day);
  const words = place.person === NOBODY || visits.length === 0 ? "" : `${booked} of ${open} h`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cell cannot be a place of the grid layout
    <div
      role="gridcell"
      tabIndex={-1}
      data-column={nameOf(place)}
      aria-label={[who, shortDay(day.day), away ?? day.closed, visits.length === 0 ? "free" : words]
        .filter(Boolean)
        .join(", ")}
      className={classes(
        "grid min-h-16 content-start gap-1 border-hairline border-b border-l p-1 focus-visible:-outline-offset-2 data-over:bg-sunk data-over:outline-2 data-over:-outline-offset-2 data-over:outline-focus",
        (away || day.closed) &&
          "bg-[repeating-linear-gradient(135deg,transparent_0_7px,var(--color-hairline)_7px_8px)]",
      )}
    >
      {(away || words) && (
        <p className={classes("px-1 text-tiny", booked > open ? "font-semibold text-danger" : "text-muted")}>
          {[away, words].filter(Boolean).join(" · ")}
          {booked > open && <span> · over</span>}
        </p>
      )}
      {visits.map((visit) => (
        <VisitCard key={visit.id} visit={visit} from={place} clashes={clashes.has(visit.id)} {...acts} />
      ))}
    </div>
  );
});

interface RowProps {
  person: string;
  who: string;
  week: Week;
  places: Map<string, readonly Planned[]>;
  acts: Acts;
}

function Row({ person, who, week, places, acts }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: likewise
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      className="col-span-full grid grid-cols-subgrid [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: likewise */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: likewise */}
      <div
        role="rowheader"
        className="sticky left-0 z-10 break-words border-hairline border-b bg-ground p-2 font-semibold text-small"
      >
        {who}
      </div>
      {week.days.map((day) => {
        const place = { person, day: day.day };
        const away = person === NOBODY ? null : awayOf(week, person, day.day);
        return (
          <Cell
            key={day.day}
            place={place}
            day={day}
            visits={places.get(nameOf(place)) ?? NONE}
            away={away}
            who={who}
            acts={acts}
          />
        );
      })}
    </div>
  );
}

function Head({ week, places }: { week: Week; places: Map<string, readonly Planned[]> }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: likewise
    // biome-ignore lint/a11y/useFocusableInteractive: likewise
    <div role="row" className="sticky top-0 z-20 col-span-full grid grid-cols-subgrid bg-ground">
      {/* biome-ignore lint/a11y/useSemanticElements: likewise */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: likewise */}
      <div role="columnheader" className="sticky left-0 bg-ground">
        <VisuallyHidden>Person</VisuallyHidden>
      </div>
      {week.days.map((day) => {
        const out = week.visits.filter((visit) => visit.day === day.day).length;
        const free = places.get(nameOf({ person: NOBODY, day: day.day }))?.length ?? 0;
        return (
          // biome-ignore lint/a11y/useSemanticElements: likewise
          // biome-ignore lint/a11y/useFocusableInteractive: likewise
          <div
            key={day.day}
            role="columnheader"
            aria-current={day.day === week.today ? "date" : undefined}
            className={classes("border-hairline border-b border-l p-2 text-small", day.day === week.today && "bg-sunk")}
          >
            <span className="font-semibold">{shortDay(day.day)}</span>
            <span className="block text-muted text-tiny">
              {day.closed ?? (day.crews === null ? `${out} planned` : `${out} of ${day.crews} crews`)}
              {free > 0 && ` · ${free} without a crew`}
            </span>
          </div>
        );
      })}
    </div>
  );
}

const STRIDES: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The cell some steps away from another one; none beyond the edges. */
function cellBeside(board: HTMLElement, cell: Element, [across, down]: [number, number]): HTMLElement | undefined {
  const rows = [...board.querySelectorAll("[role=row]")].map((row) => [
    ...row.querySelectorAll<HTMLElement>("[role=gridcell]"),
  ]);
  const at = rows.findIndex((cells) => cells.includes(cell as HTMLElement));
  return rows[at + down]?.[(rows[at]?.indexOf(cell as HTMLElement) ?? 0) + across];
}

export function Grid({ week, acts }: { week: Week; acts: Acts }) {
  const places = useMemo(() => byPlace(week), [week]);
  const board = useRef<HTMLDivElement>(null);
  const [carried, setCarried] = useState<{ visit: Planned; from: Place } | null>(null);
  const [heard, setHeard] = useState("");

  function tell(cell: HTMLElement | undefined, visit: Planned) {
    setHeard(`${visit.title}: ${cell?.getAttribute("aria-label") ?? ""}`);
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    const cell = (event.target as Element).closest<HTMLElement>("[role=gridcell]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const stride = STRIDES[event.key];
    if (stride) {
      const next = cellBeside(event.currentTarget, cell, stride);
      event.preventDefault();
      next?.focus();
      if (carried) tell(next ?? cell, carried.visit);
    } else if (carried && event.key === "Enter") {
      event.preventDefault();
      acts.onMove(carried.visit, carried.from, placeOf(cell.dataset.column ?? ""));
      setCarried(null);
    } else if (carried && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setCarried(null);
      setHeard(`${carried.visit.title} stays where it was.`);
    } else if (!carried && event.key.toLowerCase() === "m" && acts.movable) {
      const visit = visitAt(event.target as Element, cell);
      if (!visit) return;
      event.preventDefault();
      setCarried({ visit, from: placeOf(cell.dataset.column ?? "") });
      cell.focus();
      tell(cell, visit);
    } else if (!carried && event.key.toLowerCase() === "s") {
      const visit = visitAt(event.target as Element, cell);
      if (!visit) return;
      event.preventDefault();
      acts.onSchedule(visit);
    }
  }
  /** The visit whose card has the focus, else the first of the cell. */
  function visitAt(target: Element, cell: HTMLElement): Planned | undefined {
    const id = target.closest<HTMLElement>("[data-card]")?.dataset.card;
    const here = places.get(cell.dataset.column ?? "") ?? NONE;
    return here.find((visit) => visit.id === id) ?? here[0];
  }
  return (
    <>
      <p role="status" className={classes("mb-2 min-h-[1.4em] text-small", !carried && "sr-only")}>
        {carried ? `${heard}. Arrow keys carry it, Enter puts it down, Escape leaves it.` : heard}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a table knows no subgrid with rows that draw themselves when seen */}
      <div
        ref={(element) => {
          board.current = element;
          return holdStill(element);
        }}
        role="grid"
        tabIndex={0}
        aria-label="Week"
        data-board
        onKeyDown={press}
        onFocus={(event) => {
          if (event.target === event.currentTarget)
            event.currentTarget.querySelector<HTMLElement>("[role=gridcell]")?.focus();
        }}
        className="grid max-h-[calc(100dvh-15rem)] grid-cols-[minmax(7rem,10rem)_repeat(7,minmax(8.5rem,1fr))] overflow-auto rounded-card border border-hairline"
      >
        <Head week={week} places={places} />
        <Row person={NOBODY} who="Nobody yet" week={week} places={places} acts={acts} />
        {week.people.map((person: Person) => (
          <Row
            key={person.id}
            person={person.id}
            who={fullName(person) || person.email}
            week={week}
            places={places}
            acts={acts}
          />
        ))}
      </div>
      {acts.movable && (
        <p className="mt-1 text-muted text-tiny">
          Pull a visit to another day or person. By keyboard: arrows go from cell to cell, M moves a visit, S sets its
          day, time and crew.
        </p>
      )}
    </>
  );
}
