// The visits of a record, loaded when somebody looks at one.
import { lazyOnDemand } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";

export const RecordVisits = lazyOnDemand(() => import("./record-visits"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-20" />,
  onError: () => {},
});
