// The steps of a bulk change after the choice: how far it is, what would change, and what got no answer.
import { Button } from "~/ui/button";
import { ProgressBar } from "~/ui/progress-bar";
import { type BulkKind, type BulkRow, counted } from "./bulk-kind";
import { LOST, type Lost } from "./carry-out";
import type { Parted, Progress } from "./run";
import { SeenRows } from "./seen-rows";

interface ProgressStepProps {
  /** "Checking". */
  doing: string;
  nouns: readonly [one: string, many: string];
  progress: Progress;
  onStop: () => void;
}

export function ProgressStep({ doing, nouns, progress: { done, of }, onStop }: ProgressStepProps) {
  return (
    <div className="grid gap-4">
      <p role="status">
        {doing} {done.toLocaleString("en-US")} of {counted(of, nouns)}...
      </p>
      <ProgressBar label="Progress" value={done} max={of} />
      <div className="flex justify-end">
        <Button variant="outline" onClick={onStop}>
          Stop
        </Button>
      </div>
    </div>
  );
}

interface SeenStepProps<Row extends BulkRow> {
  kind: BulkKind<Row>;
  found: Parted<Row>;
  told: (row: Row) => string;
  onBack: () => void;
  onWrite: (rows: readonly Row[]) => void;
}

export function SeenStep<Row extends BulkRow>({ kind, found, told, onBack, onWrite }: SeenStepProps<Row>) {
  const { changed } = found;
  return (
    <div className="grid gap-4">
      <SeenRows kind={kind} {...found} told={told} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <Button disabled={changed.length === 0} onClick={() => onWrite(changed.map(({ row }) => row))} data-start>
          Change {counted(changed.length, kind.nouns)}
        </Button>
      </div>
    </div>
  );
}

interface LostStepProps<Row extends BulkRow> {
  lost: Lost<Row>;
  onUndo: () => void;
  onAgain: () => void;
}

export function LostStep<Row extends BulkRow>({ lost: { words, begun }, onUndo, onAgain }: LostStepProps<Row>) {
  return (
    <div className="grid gap-4">
      <p role="alert">
        <span className="block font-semibold text-danger">{LOST}</span>
        {words}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        {begun.changed.length > 0 && (
          <Button variant="outline" onClick={onUndo}>
            Undo
          </Button>
        )}
        <Button onClick={onAgain} data-start>
          Try Again
        </Button>
      </div>
    </div>
  );
}
