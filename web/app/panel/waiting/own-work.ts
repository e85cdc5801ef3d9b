// What waits on this device, as a screen shows it.
import { useMemo, useSyncExternalStore } from "react";
import type { Waiting } from "~/offline/operation";
import { type Pause, pauseNow, whenPaused } from "~/offline/sender";
import { waitingNow, whenWaiting, wipeWaiting } from "~/offline/waiting";
import { dropDrafts, writersOf } from "../any-record/draft";

/** What people who were signed in here before have left. */
export interface Others {
  who: string;
  count: number;
}

export interface OwnWork {
  /** Of the user who is signed in, in the order in which it was done. */
  own: Waiting[];
  /** Of theirs, what they have just discarded and may take back. */
  discarded: Waiting[];
  others: Others | null;
  savedAt: string | null;
  pause: Pause;
}

/** Who has no name in their account is called so. */
export const SOMEBODY = "somebody else";

const isOther = (person: string) => (whose: string) => whose !== person;

function othersOf(operations: readonly Waiting[], person: string): Others | null {
  const waiting = operations.filter((one) => one.person !== person && isUnsent(one)).map(({ name }) => name);
  const writers = [...waiting, ...writersOf(isOther(person))];
  const names = [...new Set(writers)].filter(Boolean);
  return writers.length > 0 ? { who: names.join(" and ") || SOMEBODY, count: writers.length } : null;
}

/** Gives up what others have left, as somebody has said. */
export async function discardOfOthers(person: string): Promise<void> {
  dropDrafts(isOther(person));
  await wipeWaiting(isOther(person));
}

export function useOwnWork(person: string): OwnWork {
  const { operations, discarded, savedAt } = useSyncExternalStore(whenWaiting, waitingNow, waitingNow);
  const pause = useSyncExternalStore(whenPaused, pauseNow, pauseNow);
  return useMemo(
    () => ({
      own: operations.filter((one) => one.person === person),
      discarded: discarded.filter((one) => one.person === person),
      others: othersOf(operations, person),
      savedAt,
      pause,
    }),
    [operations, discarded, savedAt, pause, person],
  );
}

/** Whether the server does not have it: what is only to be told of was taken. */
export const isUnsent = ({ state }: Waiting): boolean => state !== "told";

/** "1 change", "3 changes". */
export const changes = (count: number, change = "change"): string => `${count} ${change}${count === 1 ? "" : "s"}`;
