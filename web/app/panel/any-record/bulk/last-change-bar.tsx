// Above a list: what was last changed of many of its records at once, with the way back.
import { Undo2, X } from "lucide-react";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { type BulkKind, type BulkRow, counted } from "./bulk-kind";
import { forgetChange, type LastChange } from "./last-change";
import type { BulkChange } from "./run";
import { takeBack } from "./undo";

interface LastChangeBarProps<Row extends BulkRow> {
  kind: BulkKind<Row>;
  last: LastChange<Row>;
}

/** "Status changed to Contacted". */
export function toldChange<Row>({ fields }: BulkKind<Row>, change: BulkChange): string {
  const field = fields.find(({ name }) => name in change);
  const look = field?.looks[change[field.name] ?? ""];
  if (field) return look ? `${field.label} changed to ${look.label}` : `${field.label} changed`;
  if ("branchId" in change) return "moved to another branch";
  return change.assignedTo === null ? "taken from those who had them" : "assigned";
}

/** The bar goes, and the focus with it. */
const toHeading = () => document.querySelector<HTMLElement>("main h1[tabindex]")?.focus();

export default function LastChangeBar<Row extends BulkRow>({ kind, last }: LastChangeBarProps<Row>) {
  const { changed, change, at } = last;
  return (
    <section
      aria-label="Last change of many"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-hairline bg-surface py-1 pr-1 pl-4 text-small print:hidden"
    >
      <p className="min-w-0 flex-1 py-1.5">
        <span className="font-semibold">{counted(changed.length, kind.nouns)}</span>: {toldChange(kind, change)},{" "}
        {useClock().timeAt(at)}
      </p>
      <Button
        variant="outline"
        size="small"
        onClick={() => {
          toHeading();
          void takeBack(kind, changed, change);
        }}
      >
        <Undo2 aria-hidden />
        Undo
      </Button>
      <Button
        variant="quiet"
        size="iconSmall"
        aria-label="Keep this change"
        onClick={() => {
          toHeading();
          forgetChange(kind);
        }}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}
