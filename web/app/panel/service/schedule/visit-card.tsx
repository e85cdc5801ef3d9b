// One visit on the board: what it is for, when, and whether something is wrong with it.
import { Pin, TriangleAlert } from "lucide-react";
import { memo, type PointerEvent, useRef } from "react";
import { timeOfDay } from "~/lib/clock";
import { classes } from "~/ui/classes";
import { drag } from "../../records/drag";
import { RecordLink } from "../../shell/record-link";
import { type Place, type Planned, placeOf, visitStatuses } from "./schedule";

interface VisitCardProps {
  visit: Planned;
  from: Place;
  clashes: boolean;
  movable: boolean;
  onMove: (visit: Planned, from: Place, to: Place) => void;
  onSchedule: (visit: Planned) => void;
}

/** "8:00 AM to 10:00 AM"; nothing where it is any time that day. */
const whenOf = ({ startMinute, endMinute }: Pick<Planned, "startMinute" | "endMinute">): string =>
  startMinute === null || endMinute === null ? "Any time" : `${timeOfDay(startMinute)} to ${timeOfDay(endMinute)}`;

export const VisitCard = memo(function VisitCard({
  visit,
  from,
  clashes,
  movable,
  onMove,
  onSchedule,
}: VisitCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const done = visit.status === "done";
  function hold({ nativeEvent, button, target }: PointerEvent) {
    const board = card.current?.closest<HTMLElement>("[data-board]");
    if (button !== 0 || !movable || !board || !card.current || (target as Element).closest("button")) return;
    drag(nativeEvent, { board, card: card.current, drop: (name) => onMove(visit, from, placeOf(name)) });
  }
  return (
    <div
      ref={card}
      data-card={visit.id}
      onPointerDown={hold}
      className={classes(
        "grid select-none gap-0.5 rounded-control border border-hairline bg-surface px-2 py-1.5 text-tiny [-webkit-touch-callout:none] data-lifted:opacity-40",
        movable && "cursor-grab",
        done && "opacity-70",
      )}
    >
      <div className="flex items-start gap-1">
        <span className="min-w-0 flex-1 truncate font-semibold">
          <RecordLink kind={visit.kind === "lead" ? "lead" : "work_order"} id={visit.recordId}>
            {visit.title}
          </RecordLink>
        </span>
        {visit.pinned && <Pin aria-label="Pinned" className="size-3 shrink-0" />}
        {clashes && <TriangleAlert aria-label="Clashes" className="size-3.5 shrink-0 text-danger" />}
      </div>
      <button
        type="button"
        className="truncate text-left text-muted underline-offset-2 hover:underline"
        onClick={() => onSchedule(visit)}
      >
        {whenOf(visit)}
        {visit.status !== "planned" && ` · ${visitStatuses[visit.status].label}`}
      </button>
      <span className="truncate text-muted">{visit.client}</span>
    </div>
  );
});
