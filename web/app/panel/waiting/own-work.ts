// What waits on this device, as a screen shows it.
import { useMemo, useSyncExternalStore } from "react";
import type { Waiting } from "~/offline/operation";
import { type Pause, pauseNow, whenPaused } from "~/offline/sender";
import { waitingNow, whenWaiting } from "~/offline/waiting";

export interface OwnWork {
  /** Of whoever is signed in, in the order in which it was done. */
  own: Waiting[];
  /** Of people who were signed in here before. */
  others: Waiting[];
  savedAt: string | null;
  pause: Pause;
}

export function useOwnWork(person: string): OwnWork {
  const { operations, savedAt } = useSyncExternalStore(whenWaiting, waitingNow, waitingNow);
  const pause = useSyncExternalStore(whenPaused, pauseNow, pauseNow);
  return useMemo(
    () => ({
      own: operations.filter((one) => one.person === person),
      others: operations.filter((one) => one.person !== person),
      savedAt,
      pause,
    }),
    [operations, savedAt, pause, person],
  );
}

/** Whether the server does not have it: what is only to be told of was taken. */
export const isUnsent = ({ state }: Waiting): boolean => state !== "told";

/** "1 change", "3 changes". */
export const changes = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);
