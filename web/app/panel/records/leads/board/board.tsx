// The leads as columns by status: how many, what they are worth, and the cards, which come page by page. Filters are the list's.
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, memo } from "react";
import type { Query } from "~/api/client";
import { Skeleton } from "~/ui/skeleton";
import { strideOf } from "../../../any-record/arrows";
import { holdStill } from "../../../any-record/drag";
import type { RecordViewProps } from "../../../any-record/record-list";
import { whatIsSet } from "../../../list/filters";
import { useList } from "../../../list/list";
import { Further } from "../../../list/list-body";
import { Unloaded } from "../../../list/unloaded";
import { BranchClock } from "../../../staff/branch-clock";
import { board, type LeadStatus, leadStatuses, leads } from "../lead";
import type { Column as Figures } from "../moved";
import { STAGES } from "../stages";
import { Amount } from "../value";
import { BoardCard } from "./board-card";

/** Cards of a column that come at a time: more than a screen holds. */
const PAGE = "30";

function Cards({ status, filters }: { status: LeadStatus; filters: Query }) {
  const list = useList(leads, { ...filters, status, limit: PAGE });
  if (list.state === "loading") return <Skeleton className="m-2 h-24" />;
  if (list.state === "failed")
    return (
      <Unloaded retry={list.refresh} className="m-2">
        Failed to fetch leads
      </Unloaded>
    );
  return (
    <div className="overflow-y-auto overscroll-y-contain p-2" aria-busy={list.passing}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {list.pages.flat().map((lead) => (
          <li key={lead.id} className="[contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
            <BranchClock branchId={lead.branchId}>
              <BoardCard lead={lead} />
            </BranchClock>
          </li>
        ))}
      </ul>
      <Further list={list} />
    </div>
  );
}

interface ColumnProps {
  status: LeadStatus;
  figures: Figures | undefined;
  filters: Query;
}

const Column = memo(function Column({ status, figures, filters }: ColumnProps) {
  const { label } = leadStatuses[status];
  return (
    <section
      aria-label={label}
      data-column={status}
      className="flex w-[min(17rem,82vw)] shrink-0 snap-start flex-col rounded-card bg-sunk data-over:outline-2 data-over:-outline-offset-2 data-over:outline-focus"
    >
      <header className="border-hairline border-b px-3 py-2">
        <h2 className="flex items-baseline justify-between gap-2 font-sans font-semibold text-base">
          {label}
          <span className="font-normal text-muted text-small tabular-nums">
            {figures?.count?.toLocaleString("en-US")}
          </span>
        </h2>
        <p className="flex min-h-[1.4em] flex-wrap gap-x-3 text-muted text-tiny">
          {figures?.quoted ? (
            <span>
              <Amount amount={figures.quoted} kind="quoted" /> quoted
            </span>
          ) : null}
          {figures?.guess ? (
            <span>
              <Amount amount={figures.guess} kind="guess" /> guess
            </span>
          ) : null}
        </p>
      </header>
      <Cards status={status} filters={filters} />
    </section>
  );
});

/** Plain arrows go from card to card, past columns without any. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const card = (event.target as Element).closest("[data-card]");
  const stride = strideOf(event);
  if (!card || !stride) return;
  const columns = [...event.currentTarget.querySelectorAll("[data-column]")]
    .map((column) => [...column.querySelectorAll("[data-card]")])
    .filter((cards) => cards.length > 0);
  const at = columns.findIndex((cards) => cards.includes(card));
  const place = columns[at]?.indexOf(card) ?? 0;
  const cards = columns[at + stride[0]] ?? [];
  const goal = cards[Math.min(place, cards.length - 1) + stride[1]];
  if (!goal) return;
  event.preventDefault();
  goal.querySelector("a")?.focus();
}

export default function Board({ filters }: RecordViewProps) {
  const figures = useQuery({
    queryKey: [leads.path, "board", whatIsSet(filters)],
    queryFn: () => board(whatIsSet(filters)),
    placeholderData: (was) => was,
  });
  const shown = filters.status ? STAGES.filter((status) => status === filters.status) : STAGES;
  return (
    <>
      {figures.isError && (
        <Unloaded retry={figures.refetch} className="mb-4">
          The numbers could not be loaded.
        </Unloaded>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the cards' own links */}
      <div
        ref={holdStill}
        data-board
        onKeyDown={walk}
        className="-mx-4 flex h-[max(28rem,calc(100dvh-18rem))] gap-3 overflow-x-auto scroll-px-4 px-4 pb-3 not-has-data-lifted:snap-x not-has-data-lifted:snap-mandatory md:-mx-6 md:scroll-px-6 md:px-6"
      >
        {shown.map((status) => (
          <Column
            key={status}
            status={status}
            filters={filters}
            figures={figures.data?.find((column) => column.status === status)}
          />
        ))}
      </div>
      {figures.data?.some(({ count }) => count === null) && (
        <p role="status" className="mb-1 text-small">
          More than 10,000 leads match. Narrow the list to see each column's count and value.
        </p>
      )}
      <p className="text-muted text-tiny max-md:hidden">
        Pull a card to another column, or press Shift with an arrow key. Arrow keys alone go from card to card.
      </p>
    </>
  );
}
