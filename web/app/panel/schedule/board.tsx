// The board of a week: trays beside people by days. A visit is pulled by a mouse or a finger, or carried by keys: arrows go from card to
// card and from cell to cell, M carries a visit along them, Enter puts it down, Escape leaves it. With Shift they change the order of a day.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "~/ui/button";
import { type Stride, strideOf } from "../any-record/arrows";
import { type Beside, drag, holdStill } from "../any-record/drag";
import { Grid } from "./grid";
import { orderBeside, orderBy, saidOfOrder, untimedOf } from "./ordering";
import {
  byPlace,
  DAYS,
  NOBODY,
  nameOf,
  type Place,
  type Planned,
  placeOf,
  saidAt,
  TRAY,
  visitIn,
  type Week,
} from "./schedule";
import { Tray } from "./tray";

const STOPS = "[role=gridcell], [data-card] a";
const CELLS = "[role=gridcell]";
/** With Shift: a visit comes earlier or later in its day. */
const TURNS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

interface BoardProps {
  week: Week;
  movable: boolean;
  /** Visits that are being saved, by id. */
  saving: ReadonlySet<string>;
  onMove: (visit: Planned, from: Place, to: Place) => void;
  /** Puts the visits of a place that have no time in another order. */
  onOrder: (there: Planned[], former: Planned[]) => void;
  onOpen: (visit: Planned) => void;
  onSchedule: (visit: Planned) => void;
  onPerson: (id: string) => void;
  onDay: (day: string) => void;
}

interface Carried {
  visit: Planned;
  from: Place;
  at: Place;
}

/** The cell a step away; with the cards in it on the way, unless something is carried. */
function beside(from: HTMLElement, [across, down]: Stride, byCell: boolean): HTMLElement | undefined {
  const cell = from.closest<HTMLElement>(CELLS);
  if (!cell) return undefined;
  const cardsOf = (place: Element) => [...place.querySelectorAll<HTMLElement>("[data-card] a")];
  if (down !== 0 && !byCell) {
    const here = cardsOf(cell);
    const next = here[here.indexOf(from) + down];
    if (next && (here.includes(from) || down > 0)) return next;
  }
  const row = cell.parentElement;
  const column = [...(row?.querySelectorAll(CELLS) ?? [])].indexOf(cell) + across;
  const rowThere = down > 0 ? row?.nextElementSibling : down < 0 ? row?.previousElementSibling : row;
  const there = rowThere?.querySelectorAll<HTMLElement>(CELLS)[column];
  if (!there || byCell) return there;
  return cardsOf(there).at(down < 0 ? -1 : 0) ?? there;
}

/** Lets one stop of the grid at a time take the focus by Tab, and keeps the focus in it while cards come and go. */
function useRoving() {
  const grid = useRef<HTMLDivElement>(null);
  const held = useRef<{ place: string; card: string | undefined } | null>(null);
  const followed = useRef<{ place: string; card: string } | null>(null);
  const stopAt = (place: string, card?: string) => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-column="${place}"]`);
    return (card && cell?.querySelector<HTMLElement>(`[data-card="${card}"] a`)) || cell;
  };
  useLayoutEffect(() => {
    const all = grid.current;
    if (!all) return;
    if (!all.querySelector('[tabindex="0"]')) all.querySelector<HTMLElement>(STOPS)?.setAttribute("tabindex", "0");
    const { place, card } = followed.current ?? { place: "", card: "" };
    const arrived = all.querySelector<HTMLElement>(`[data-column="${place}"] [data-card="${card}"] a`);
    if (arrived) {
      followed.current = null;
      arrived.focus();
    }
    if (held.current && document.activeElement === document.body)
      stopAt(held.current.place, held.current.card)?.focus();
  });
  return {
    grid,
    /** Goes to a card in its new place, once it is there. */
    follow: (to: Place, card: string) => {
      followed.current = { place: nameOf(to), card };
    },
    focused: (stop: HTMLElement) => {
      if (!stop.matches(STOPS)) return;
      grid.current?.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
      stop.setAttribute("tabindex", "0");
      const place = stop.closest<HTMLElement>("[data-column]")?.dataset.column ?? "";
      held.current = { place, card: stop.closest<HTMLElement>("[data-card]")?.dataset.card };
    },
    left: (to: EventTarget | null) => {
      if (to) held.current = null;
    },
  };
}

/** Where a visit stands by the place of its card; in a tray by its crew's first and its day. */
function placeOfCard(card: HTMLElement, visit: Planned): Place {
  const name = card.closest<HTMLElement>(CELLS)?.dataset.column;
  return name ? placeOf(name) : { person: visit.crew[0] ?? NOBODY, day: visit.day };
}

export function Board({ week, movable, saving, onMove, onOrder, onOpen, onSchedule, onPerson, onDay }: BoardProps) {
  const former = useRef(new Map<string, Planned[]>());
  const places = byPlace(week, former.current);
  former.current = places;
  const { grid, follow, focused, left } = useRoving();
  const [carried, setCarried] = useState<Carried | null>(null);
  const [heard, setHeard] = useState("");

  const cardOf = (target: EventTarget) => (target as Element).closest<HTMLElement>("[data-card]");
  const visitOf = (card: HTMLElement | null) => visitIn(week, card?.dataset.card);

  function goOver(visit: Planned, from: Place, to: HTMLElement | null | undefined) {
    if (!to) return;
    to.focus();
    const at = placeOf(to.dataset.column ?? "");
    setCarried({ visit, from, at });
    setHeard(saidAt(week, places, visit, at));
  }
  function lift(target: Element) {
    const card = cardOf(target) ?? target.closest(CELLS)?.querySelector<HTMLElement>("[data-card]") ?? null;
    const visit = visitOf(card);
    if (!card || !visit || !movable) return;
    const cell = card.closest<HTMLElement>(CELLS) ?? grid.current?.querySelector<HTMLElement>(CELLS);
    goOver(visit, placeOfCard(card, visit), cell);
    setHeard((said) => `Carrying ${visit.title}. ${said}`);
  }
  function putDown() {
    if (!carried) return;
    onMove(carried.visit, carried.from, carried.at);
    setCarried(null);
    setHeard("");
    if (carried.at.day !== null) follow(carried.at, carried.visit.id);
  }
  function leave() {
    if (!carried) return;
    setCarried(null);
    setHeard(`${carried.visit.title} stays where it was`);
    follow(carried.from, carried.visit.id);
  }
  /** Lets a visit come earlier or later in its day. */
  function turn(target: Element, step: -1 | 1) {
    const card = cardOf(target);
    const visit = visitOf(card);
    const there = places.get(card?.closest<HTMLElement>(CELLS)?.dataset.column ?? "");
    if (!card || !visit || !there || !movable) return;
    const ordered = orderBy(there, visit.id, step);
    setHeard(saidOfOrder(visit, ordered));
    if (ordered) onOrder(ordered, untimedOf(there));
  }
  function drop(visit: Planned, from: Place, name: string, beside: Beside | null) {
    const there = places.get(nameOf(from)) ?? [];
    const ordered = beside && name === nameOf(from) ? orderBeside(there, visit.id, beside) : null;
    if (ordered) onOrder(ordered, untimedOf(there));
    else onMove(visit, from, placeOf(name));
  }
  function carry(event: KeyboardEvent<HTMLElement>, { visit, from, at }: Carried) {
    const stride = strideOf(event);
    const here = document.activeElement as HTMLElement;
    if (stride && at.day === null) {
      if (stride[0] > 0) goOver(visit, from, grid.current?.querySelector<HTMLElement>(CELLS));
    } else if (stride) {
      const next = beside(here, stride, true);
      const tray = () => event.currentTarget.querySelector<HTMLElement>(`[data-column="${nameOf(TRAY)}"]`);
      goOver(visit, from, next ?? (stride[0] < 0 ? tray() : here));
    } else if (event.key === "Enter") putDown();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    if (carried) return carry(event, carried);
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || !target.closest(`${CELLS}, [data-card]`)) return;
    const stride = strideOf(event);
    const step = event.shiftKey ? TURNS[event.key] : undefined;
    const key = event.key.toLowerCase();
    const next = stride && beside(target, stride, false);
    if (step) turn(target, step);
    else if (stride && target.closest(CELLS)) next?.focus();
    else if (key === "m") lift(target);
    else if (key === "s") {
      const visit = visitOf(cardOf(target) ?? target.querySelector("[data-card]"));
      if (visit && movable) onSchedule(visit);
      else if (!visit) setHeard("No visit is here to be scheduled.");
    } else if (key === "a") {
      const { person } = placeOf(target.closest<HTMLElement>(CELLS)?.dataset.column ?? "");
      if (movable && person !== NOBODY) onPerson(person);
    } else return;
    event.preventDefault();
  }
  function click(event: MouseEvent<HTMLElement>) {
    const button = (event.target as Element).closest<HTMLElement>("[data-person], [data-day]");
    if (button?.dataset.person) onPerson(button.dataset.person);
    if (button?.dataset.day) onDay(button.dataset.day);
    const visit = visitOf(cardOf(event.target));
    if (!visit || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(visit);
  }
  function hold({ nativeEvent, button, target }: PointerEvent<HTMLElement>) {
    const card = cardOf(target);
    const visit = visitOf(card);
    if (button !== 0 || !movable || !card || !visit || !grid.current) return;
    const from = placeOfCard(card, visit);
    drag(nativeEvent, {
      board: grid.current,
      card,
      over: (name) => {
        const said = name === undefined ? "" : saidAt(week, places, visit, placeOf(name));
        setHeard(said);
        return said;
      },
      drop: (name, beside) => drop(visit, from, name, beside),
    });
  }
  // In another week the focus stays in its column: what is carried is over another day.
  const first = week.days[0]?.day;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the week is another one
  useEffect(() => {
    if (carried?.at.day) goOver(carried.visit, carried.from, document.activeElement?.closest<HTMLElement>(CELLS));
  }, [first]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys and presses of the cards in it
    <div
      ref={holdStill}
      onKeyDown={press}
      onClick={click}
      onPointerDown={hold}
      onFocus={({ target }) => focused(target)}
      onBlur={({ relatedTarget }) => left(relatedTarget)}
      className="grid items-start gap-3 lg:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div className="grid min-w-0 gap-3 max-lg:grid-cols-2">
        <Tray
          label="Not scheduled"
          empty="Everything has a day."
          tray={week.unplanned}
          takes
          movable={movable}
          saving={saving}
        />
        <Tray label="Late" empty="Nothing is late." tray={week.late} movable={movable} saving={saving} />
      </div>
      <div className="min-w-0">
        <p role="status" className="sr-only">
          {heard}
        </p>
        {carried && (
          <div className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-[56rem] flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-secondary px-3 py-1.5 text-on-secondary text-small shadow-card">
            <span className="font-semibold">{carried.visit.title}</span>
            <span>{saidAt(week, places, carried.visit, carried.at)}</span>
            <span className="ml-auto flex gap-2">
              <Button size="small" variant="outline" tabIndex={-1} onClick={putDown}>
                Enter: put it here
              </Button>
              <Button size="small" variant="quiet" tabIndex={-1} onClick={leave}>
                Esc: leave it
              </Button>
            </span>
          </div>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: rows of a table are all drawn, seen or not */}
        <div
          ref={grid}
          role="grid"
          aria-label="Week"
          aria-rowcount={week.people.length + 2}
          aria-colcount={DAYS + 1}
          data-board
          className="max-h-[max(24rem,calc(100dvh-15rem))] overflow-auto rounded-card border border-hairline [&>*]:min-w-[49rem]"
        >
          <Grid week={week} places={places} movable={movable} saving={saving} />
        </div>
      </div>
    </div>
  );
}
