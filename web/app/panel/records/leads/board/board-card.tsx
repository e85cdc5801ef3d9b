// One lead on the board: pulled to another column, or moved with Shift and an arrow key, or from its menu.
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef } from "react";
import { classes } from "~/ui/classes";
import { drag } from "../../../any-record/drag";
import { useDue } from "../../../any-record/next-step";
import { useBeside } from "../../../list/beside";
import { RecordLink } from "../../../list/record-link";
import { BranchLine } from "../../../staff/branch";
import { useNames } from "../../../staff/queries";
import { type Lead, type LeadDetails, type LeadStatus, leadDetails } from "../lead";
import { useMove } from "../move";
import { STAGES, StageMenu } from "../stages";
import { LeadValue } from "../value";

/** The card that takes the focus along while it is moved, and back where that is refused: the keys go on from where it stands. */
let followed = "";
/** How many moves there were: the last one ends it. */
let moves = 0;
/** Whether the last one was refused, and the card goes back once. */
let refused = false;

function Step({ step }: { step: NonNullable<LeadDetails["nextStep"]> }) {
  const { late, text } = useDue(step);
  return (
    <p className={classes("line-clamp-2 break-words text-tiny", late ? "text-danger" : "text-muted")}>
      {text} · {step.words}
    </p>
  );
}

export const BoardCard = memo(function BoardCard({ lead }: { lead: Lead }) {
  const nameOf = useNames();
  const details = useBeside(leadDetails, lead.id);
  const { move, busy } = useMove(lead, details);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (followed !== lead.id) return;
    // A person who has gone on since keeps the focus. Otherwise it is nowhere, in the menu that moved the card, or on this card in the
    // column that it leaves, where that is drawn later.
    const { activeElement } = document;
    if (!activeElement?.matches(`body, [role=menu], [role=menu] *, [data-card] a[href$="${lead.id}"]`)) {
      followed = "";
      return;
    }
    card.current?.querySelector<HTMLElement>("a")?.focus();
    if (refused) followed = "";
  }, [lead.id]);

  async function moveAlong(to: LeadStatus) {
    followed = lead.id;
    refused = false;
    moves += 1;
    const own = moves;
    const moved = await move(to);
    if (own !== moves) return;
    if (moved) followed = "";
    else refused = true;
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = step && event.shiftKey ? STAGES[STAGES.indexOf(lead.status) + step] : undefined;
    if (!to || !card.current?.contains(event.target as Node)) return;
    event.preventDefault();
    void moveAlong(to);
  }
  function hold({ nativeEvent, button, target }: PointerEvent) {
    const board = card.current?.closest<HTMLElement>("[data-board]");
    if (button !== 0 || !board || !card.current || (target as Element).closest("button")) return;
    drag(nativeEvent, { board, card: card.current, drop: (column) => void move(column as LeadStatus) });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what a pointer pulls, keys move from the card's link and its menu
    <div
      ref={card}
      data-card
      onKeyDown={press}
      onPointerDown={hold}
      className="grid cursor-grab grid-cols-[minmax(0,1fr)] select-none gap-1 rounded-card border border-hairline bg-surface p-3 [-webkit-touch-callout:none] data-lifted:opacity-40"
    >
      <div className="flex items-start justify-between gap-1">
        <h3 className="min-w-0 break-words pt-1.5 font-sans font-semibold text-small leading-snug">
          <RecordLink kind="lead" id={lead.id}>
            {lead.name}
          </RecordLink>
        </h3>
        <div className="-mt-1 -mr-2">
          <StageMenu lead={lead} busy={busy} move={moveAlong} />
        </div>
      </div>
      <p className="flex justify-between gap-3 whitespace-nowrap">
        <LeadValue lead={lead} details={details} />
        <span className="truncate text-muted">{nameOf(lead.assignedTo)}</span>
      </p>
      <BranchLine id={lead.branchId} />
      {details?.nextStep && <Step step={details.nextStep} />}
      {details?.lostReason && lead.status === "lost" && <p className="text-muted text-tiny">{details.lostReason}</p>}
    </div>
  );
});
