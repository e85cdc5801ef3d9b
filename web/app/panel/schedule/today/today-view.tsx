// Today, loaded when somebody looks at it, with what is kept of one's own day.
import { readAhead } from "~/offline/at-hand";
import { lazyOnDemand } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { isToday } from "../../user/entries";

async function today() {
  const [code] = await Promise.all([import("./today"), readAhead()]);
  return code;
}

export const TodayView = lazyOnDemand(today, {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => {},
});

// Where the address asks for it, its code comes with the panel's: who is signed in, it learns meanwhile.
if (!import.meta.env.SSR && isToday(location.search)) TodayView.preload().catch(() => undefined);
