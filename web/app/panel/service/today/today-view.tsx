// Today, loaded when somebody looks at it.
import { lazyOnDemand } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";

export const TodayView = lazyOnDemand(() => import("./today"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => {},
});
