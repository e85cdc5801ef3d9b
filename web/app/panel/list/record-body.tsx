// One record in its dialog: it is read when the dialog opens, and says so when it cannot be.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isDenied, isGone, sentenceOf } from "~/api/error";
import { Button } from "~/ui/button";
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";

/** While it comes. */
export function RecordSkeleton() {
  return (
    <SkeletonGroup label="Loading..." className="grid gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </SkeletonGroup>
  );
}

/** Nobody is to press Retry for what does not come back, or is not theirs. */
const GONE = "This record is not there any more: it was removed or merged, or moved out of your reach.";
const DENIED = "No access. Your role does not include this record. An administrator can change that.";

interface RecordBodyProps<Row> {
  record: UseQueryResult<Row>;
  children: (row: Row) => ReactNode;
}

export function RecordBody<Row>({ record, children }: RecordBodyProps<Row>) {
  if (record.data) return children(record.data);
  if (isGone(record.error)) return <p role="alert">{GONE}</p>;
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
