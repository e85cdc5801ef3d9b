// One visit on the board: what it is for, when, and whether something is wrong with it. There may be a thousand: the board hears
// what is done with them.
import { Check, MessageCircleQuestion, Pause, Pin, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { classes } from "~/ui/classes";
import type { Planned } from "./schedule";
import { spanOf, timesOf, visitReplies, visitStatuses } from "./telling";

interface VisitCardProps {
  visit: Planned;
  clashes: boolean;
  saving: boolean;
  movable: boolean;
  /** In a grid the arrow keys lead to it, elsewhere Tab. */
  inGrid?: boolean;
}

const STRIPES: Partial<Record<Planned["status"], string>> = {
  on_the_way: "border-l-4 border-l-warning",
  started: "border-l-4 border-l-warning",
  done: "border-l-4 border-l-success",
};

/** In words what its marks say. */
const marksOf = (visit: Planned, clashes: boolean): string[] => [
  ...(visit.status === "planned" ? [] : [visitStatuses[visit.status].label]),
  ...(visit.heldSince ? ["On hold"] : []),
  ...(visit.pinned ? ["Pinned"] : []),
  ...(clashes ? ["Clashes"] : []),
  ...(visit.reply ? [visitReplies[visit.reply]] : []),
];

export const VisitCard = memo(function VisitCard({ visit, clashes, saving, movable, inGrid }: VisitCardProps) {
  const { id, title, client, status } = visit;
  const marks = marksOf(visit, clashes);
  return (
    <div
      data-card={id}
      data-ordered={(inGrid && movable && visit.startMinute === null) || undefined}
      data-saving={saving || undefined}
      aria-busy={saving || undefined}
      className={classes(
        "relative grid grid-cols-[minmax(0,1fr)] select-none rounded-control border border-hairline bg-surface px-1.5 py-1 text-tiny leading-snug [-webkit-touch-callout:none] has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus data-lifted:opacity-40 data-saving:opacity-50 data-[beside=after]:shadow-[0_3px_0_var(--color-focus)] data-[beside=before]:shadow-[0_-3px_0_var(--color-focus)]",
        movable && "cursor-grab",
        STRIPES[status],
        clashes && "border-danger",
      )}
    >
      <a
        href={`?id=${id}`}
        tabIndex={inGrid ? -1 : 0}
        draggable={false}
        aria-label={[title, timesOf(visit), client, ...marks].filter(Boolean).join(", ")}
        className="line-clamp-2 break-words font-semibold text-ink no-underline outline-none after:absolute after:inset-0"
      >
        {title}
      </a>
      <span className="text-muted tracking-tight">{spanOf(visit)}</span>
      <span className="truncate text-muted">{client}</span>
      {marks.length > 0 && (
        <span className={classes("flex flex-wrap items-center gap-x-1 font-semibold", clashes && "text-danger")}>
          {clashes && <TriangleAlert aria-hidden className="size-3.5 shrink-0" />}
          {visit.pinned && <Pin aria-hidden className="size-3 shrink-0" />}
          {visit.reply === "confirmed" && <Check aria-hidden className="size-3 shrink-0" />}
          {visit.reply === "asked" && <MessageCircleQuestion aria-hidden className="size-3 shrink-0" />}
          {visit.heldSince && <Pause aria-hidden className="size-3 shrink-0" />}
          {marks.join(", ")}
        </span>
      )}
    </div>
  );
});
