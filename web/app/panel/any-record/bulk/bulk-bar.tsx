// Under a table with ticks: how many are ticked, all that match, and what can be changed of them at once.
import { useState } from "react";
import { allOf, type Page, type Query } from "~/api/client";
import { Button } from "~/ui/button";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { useBranches } from "../../staff/queries";
import type { BulkKind, BulkRow } from "./bulk-kind";
import { MOST } from "./run";
import type { Ticking } from "./ticking";

// Loaded when the first change is chosen.
const BulkDialog = lazyOnDemand(() => import("./bulk-dialog"), {
  wanted: ({ field }: { field: string | null }) => field !== null,
  fallback: ({ field }) => field !== null && <Scrim />,
  onError: ({ onClose }: { onClose: () => void }) => onClose(),
}) as unknown as typeof import("./bulk-dialog").default;

export interface BulkBarProps<Row extends BulkRow> {
  kind: BulkKind<Row>;
  ticking: Ticking;
  pages: readonly Row[][];
  /** How many match. */
  total: number;
  /** Asks for them. */
  list: (query: Query) => Promise<Page<Row>>;
  asked: Query;
}

const told = (number: number) => number.toLocaleString("en-US");

export default function BulkBar<Row extends BulkRow>({ kind, ticking, pages, total, list, asked }: BulkBarProps<Row>) {
  const [field, setField] = useState<string | null>(null);
  const { ticks } = ticking;
  const several = useBranches().length > 1;
  const loaded = pages.flat().filter(({ id }) => ticking.has(id));
  const number = ticks.all ? total : loaded.length;
  const fields = [
    ...(kind.assigned ? [{ name: "assignedTo", label: "Assign" }] : []),
    ...kind.fields,
    ...(kind.moves && several ? [{ name: "branchId", label: "Branch" }] : []),
  ];
  return (
    <>
      {ticking.some && (
        <section
          aria-label="Ticked rows"
          className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-control bg-surface px-4 py-2.5 shadow-card print:hidden"
        >
          <p role="status" className="mr-2 font-semibold tabular-nums">
            {ticks.all ? `All ${told(total)} that match` : `${told(number)} ticked`}
          </p>
          {ticking.every && !ticks.all && total > loaded.length && total <= MOST && (
            <Button variant="link" size="small" onClick={ticking.meanAll}>
              Tick all {told(total)} that match
            </Button>
          )}
          {ticking.every && total > MOST && (
            <span className="text-muted text-small">
              More than {told(MOST)} match: narrow the list to change all of them.
            </span>
          )}
          <div className="ml-auto flex flex-wrap gap-2">
            {fields.map(({ name, label }) => (
              <Button key={name} variant="outline" size="small" onClick={() => setField(name)}>
                {label}...
              </Button>
            ))}
            <Button variant="quiet" size="small" onClick={ticking.clear}>
              Clear
            </Button>
          </div>
        </section>
      )}
      <BulkDialog
        kind={kind}
        field={field}
        label={fields.find(({ name }) => name === field)?.label ?? ""}
        number={number}
        seen={loaded}
        rows={() => (ticks.all ? allOf(list, asked) : Promise.resolve(loaded))}
        onClose={() => setField(null)}
        onDone={ticking.clear}
      />
    </>
  );
}
