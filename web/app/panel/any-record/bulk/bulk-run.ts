// A bulk change under way: what is chosen, then checked, then seen, then written; it can be stopped between two chunks.
import { useEffect, useRef, useState } from "react";
import { isLost } from "~/api/error";
import { notifyError } from "~/ui/toast";
import { tellFailure } from "../write";
import type { BulkKind, BulkRow } from "./bulk-kind";
import { carryOut, LOST, type Lost } from "./carry-out";
import { type BulkChange, inChunks, type Parted, type Progress, parted } from "./run";

export type Step<Row extends BulkRow> =
  | { name: "choose" }
  | { name: "checking" | "writing"; progress: Progress }
  | { name: "seen"; change: BulkChange; found: Parted<Row> }
  | { name: "lost"; change: BulkChange; lost: Lost<Row> };

interface BulkRun<Row extends BulkRow> {
  kind: BulkKind<Row>;
  number: number;
  /** All that are meant, as they are now. */
  rows: () => Promise<readonly Row[]>;
  /** After it was written, as far as it came. */
  onEnd: () => void;
}

export function useBulkRun<Row extends BulkRow>({ kind, number, rows, onEnd }: BulkRun<Row>) {
  const [step, setStep] = useState<Step<Row>>({ name: "choose" });
  const stopped = useRef(false);
  // What is under way when the dialog closes ends with its part, and tells how far it came.
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function check(change: BulkChange) {
    setStep({ name: "checking", progress: { done: 0, of: number } });
    try {
      const meant = await rows();
      const { outcomes, error } = await inChunks({
        rows: meant,
        send: (chunk) => kind.preview(chunk, change),
        onProgress: (progress) => setStep({ name: "checking", progress }),
        stopped: () => stopped.current,
      });
      if (error) throw error;
      setStep({ name: "seen", change, found: parted(meant, outcomes) });
    } catch (error) {
      setStep({ name: "choose" });
      if (isLost(error)) notifyError(LOST, "Nothing was changed. Please try again.");
      else tellFailure(error, "What it would change could not be found out.");
    }
  }

  async function write(change: BulkChange, meant: readonly Row[], begun?: Lost<Row>["begun"]) {
    const onProgress = (progress: Progress) => setStep({ name: "writing", progress });
    onProgress({ done: 0, of: meant.length });
    const watch = { onProgress, stopped: () => stopped.current, isWatched: () => !stopped.current };
    const lost = await carryOut(kind, change, meant, watch, begun);
    if (lost) setStep({ name: "lost", change, lost });
    else onEnd();
  }

  const stop = () => {
    stopped.current = true;
  };
  return { step, check, write, stop, choose: () => setStep({ name: "choose" }) };
}
