// One day of a branch as a list, for a phone: who goes where, what nobody is sent to yet, and what waits.

import { ArrowDown, ArrowUp, CalendarClock, ChevronLeft, ChevronRight } from "lucide-react";
import { useRef } from "react";
import { daysAfter } from "~/lib/dates";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Disclosure } from "~/ui/disclosure";
import { shortDay, weekdayAndDay } from "../shell/days";
import { orderBy, untimedOf } from "./ordering";
import {
  awayOn,
  awayText,
  byPlace,
  clashing,
  closedText,
  hoursOf,
  LOADED,
  loadText,
  loadWord,
  NOBODY,
  nameOf,
  openHours,
  type Planned,
  personName,
  type Week,
} from "./schedule";
import { VisitCard } from "./visit-card";

/** Pixels that a finger wipes across for the day beside. */
const WIPE = 64;

interface DayListProps {
  week: Week;
  day: string;
  goTo: (day: string) => void;
  movable: boolean;
  saving: ReadonlySet<string>;
  onOrder: (there: Planned[], former: Planned[]) => void;
  onOpen: (visit: Planned) => void;
  onSchedule: (visit: Planned) => void;
}

interface EntryProps extends Pick<DayListProps, "movable" | "saving" | "onOrder" | "onOpen" | "onSchedule"> {
  visit: Planned;
  /** All of its place; an order is theirs. */
  there?: Planned[];
  clashes: boolean;
}

/** Changes turns with the visit before, and the first one with the visit after. */
function Turn({ visit, there = [], onOrder }: Pick<EntryProps, "visit" | "there" | "onOrder">) {
  const earlier = orderBy(there, visit.id, -1);
  const ordered = earlier ?? orderBy(there, visit.id, 1);
  if (!ordered) return null;
  return (
    <Button
      variant="outline"
      size="icon"
      className="h-full min-h-11"
      aria-label={`${visit.title ?? "Visit"} ${earlier ? "earlier" : "later"}`}
      onClick={() => onOrder(ordered, untimedOf(there))}
    >
      {earlier ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
    </Button>
  );
}

function Entry({ visit, there, clashes, movable, saving, onOrder, onOpen, onSchedule }: EntryProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] grid-flow-col auto-cols-auto items-stretch gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the card is a link, which Enter presses */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: likewise */}
      <div
        onClick={(event) => {
          event.preventDefault();
          onOpen(visit);
        }}
        className="grid text-small [&_[data-card]]:p-3 [&_[data-card]]:text-small"
      >
        <VisitCard visit={visit} clashes={clashes} saving={saving.has(visit.id)} movable={false} />
      </div>
      {movable && <Turn visit={visit} there={there} onOrder={onOrder} />}
      {movable && (
        <Button
          variant="outline"
          size="icon"
          className="h-full min-h-11"
          aria-label={`Schedule ${visit.title ?? "visit"}`}
          onClick={() => onSchedule(visit)}
        >
          <CalendarClock aria-hidden />
        </Button>
      )}
    </li>
  );
}

export function DayList({ week, day, goTo, ...acts }: DayListProps) {
  const from = useRef<[number, number] | null>(null);
  const places = byPlace(week);
  const found = week.days.find((one) => one.day === day);
  const people = [NOBODY, ...week.people.map(({ id }) => id)];
  const step = (days: number) => goTo(daysAfter(day, days));
  const trays = [
    { label: "Not scheduled", tray: week.unplanned },
    { label: "Late", tray: week.late },
  ];
  return (
    <section
      aria-label={weekdayAndDay(day)}
      className="touch-pan-y"
      onPointerDown={({ clientX, clientY }) => {
        from.current = [clientX, clientY];
      }}
      onPointerUp={({ clientX, clientY, pointerType }) => {
        const [x, y] = from.current ?? [clientX, clientY];
        from.current = null;
        const across = clientX - x;
        if (pointerType !== "mouse" && Math.abs(across) > Math.max(WIPE, 2 * Math.abs(clientY - y)))
          step(across > 0 ? -1 : 1);
      }}
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <Button variant="outline" size="icon" aria-label="Day before" onClick={() => step(-1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <h2 className="text-center font-sans font-semibold text-base">
          {weekdayAndDay(day)}
          {found?.closed != null && <span className="block font-normal text-small">{closedText(found.closed)}</span>}
        </h2>
        <Button variant="outline" size="icon" aria-label="Day after" onClick={() => step(1)}>
          <ChevronRight aria-hidden />
        </Button>
      </div>
      {!week.visits.some((visit) => visit.day === day) && (
        <p className="mb-4 text-muted">Nothing is planned on this day.</p>
      )}
      {found &&
        people.map((person) => {
          const visits = places.get(nameOf({ person, day })) ?? [];
          const away = awayOn(week.absences, person, day);
          if (visits.length === 0 && !away) return null;
          const isSomebody = person !== NOBODY;
          const clashes = isSomebody ? clashing(visits) : new Set<string>();
          const load = { booked: hoursOf(visits, found), open: openHours(found, away) };
          return (
            <div key={person} className="mb-4">
              <h3 className="mb-1.5 flex flex-wrap items-baseline gap-x-3 font-sans font-semibold text-small">
                {isSomebody ? personName(week, person) : "Nobody yet"}
                {isSomebody && (
                  <span className={classes("font-normal text-tiny", LOADED[loadWord(load)])}>{loadText(load)}</span>
                )}
                {away && <span className="font-normal text-tiny">{awayText(away)}</span>}
              </h3>
              <ul className="grid gap-2">
                {visits.map((visit) => (
                  <Entry key={visit.id} visit={visit} there={visits} clashes={clashes.has(visit.id)} {...acts} />
                ))}
              </ul>
            </div>
          );
        })}
      {trays.map(({ label, tray }) => (
        <Disclosure key={label} label={`${label} (${tray.count.toLocaleString("en-US")})`} className="mt-2">
          <ul className="grid gap-2">
            {tray.visits.map((visit) => (
              <Entry
                key={visit.id}
                visit={visit.day ? { ...visit, title: `${shortDay(visit.day)}: ${visit.title}` } : visit}
                clashes={false}
                {...acts}
              />
            ))}
          </ul>
        </Disclosure>
      ))}
    </section>
  );
}
