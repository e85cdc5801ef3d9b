// Today, loaded when somebody looks at it.
import { lazyOnDemand } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { isToday } from "../../shell/entries";

export const TodayView = lazyOnDemand(() => import("./today"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => {},
});

// Where the address asks for it, its code comes with the panel's: who is signed in, it learns meanwhile.
if (!import.meta.env.SSR && isToday(location.search)) TodayView.preload().catch(() => undefined);
