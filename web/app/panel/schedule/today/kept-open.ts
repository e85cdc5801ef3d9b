// Which visit of the day opens by itself.
import { useState } from "react";

/** The next visit, and from then on the same one while it `stays`, so that no other one comes under the thumb. */
export function useKeptOpen(next: string | undefined, stays: (id: string) => boolean): string | undefined {
  const [kept, setKept] = useState(next);
  const now = kept !== undefined && stays(kept) ? kept : next;
  if (now !== kept) setKept(now);
  return now;
}
