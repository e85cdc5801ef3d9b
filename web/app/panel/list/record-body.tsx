// One record in its dialog: it is read when the dialog opens, and says so when it cannot be.
import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from "react";
import { isDenied, isGone, sentenceOf } from "~/api/error";
import { Button } from "~/ui/button";
import { Unsaved } from "~/ui/unsaved";
import { RecordSkeleton } from "./record-skeleton";

/** Nobody is to press Retry for what does not come back, or is not theirs. */
const GONE = "This record is not there any more: it was removed or merged, or moved out of your reach.";
const KEEPS = "It can no longer be saved. Copy what you want to keep.";
const DENIED = "No access. Your role does not include this record. An administrator can change that.";

/** Words can be read and copied. There is nothing left to press, and what cannot be loaded any more needs no second sentence. */
const LEFT = "contents [&_:is(a,button,[role=alert]:not([data-gone]))]:hidden";

const Stays = createContext<(holder: string, stays: boolean) => void>(() => {});

/** Keeps the record right around it, should it turn out to be gone, for as long as something else is open that says so itself. */
export function useStays(stays: boolean): void {
  const holder = useId();
  const stay = useContext(Stays);
  useEffect(() => {
    stay(holder, stays);
    return () => stay(holder, false);
  }, [stay, holder, stays]);
}

/** Whether something inside holds words that are not saved, or is open; the question on the way out is asked as before. */
function useHolders() {
  const report = useContext(Unsaved);
  const [holders, setHolders] = useState<readonly string[]>([]);
  const stay = useCallback((holder: string, stays: boolean) => {
    setHolders((was) => [...was.filter((one) => one !== holder), ...(stays ? [holder] : [])]);
  }, []);
  const hold = useCallback(
    (holder: string, unsaved: boolean) => {
      report(holder, unsaved);
      stay(holder, unsaved);
    },
    [report, stay],
  );
  return { holds: holders.length > 0, hold, stay };
}

interface RecordBodyProps<Row> {
  record: UseQueryResult<Row>;
  children: (row: Row) => ReactNode;
}

export function RecordBody<Row>({ record, children }: RecordBodyProps<Row>) {
  const { holds, hold, stay } = useHolders();
  const gone = isGone(record.error);
  if (record.data && (!gone || holds)) {
    return (
      <>
        {gone && (
          // Said once: by the innermost that knows it.
          <p role="alert" data-gone className="has-[+div_[data-gone]]:hidden">
            {GONE} {KEEPS}
          </p>
        )}
        <Stays value={stay}>
          <Unsaved value={hold}>
            <div className={gone ? LEFT : "contents"}>{children(record.data)}</div>
          </Unsaved>
        </Stays>
      </>
    );
  }
  if (gone) return <p role="alert">{GONE}</p>;
  if (isDenied(record.error)) return <p role="alert">{DENIED}</p>;
  if (record.isError) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{sentenceOf(record.error, "This record could not be loaded.")}</p>
        <Button variant="outline" onClick={() => record.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  return <RecordSkeleton />;
}
