// Opens what was just made, for those who may see it; closing it leads back to where it was made.
import { useLocation } from "wouter";
import { mayRead } from "../list/linked-record";
import { VISIT } from "../list/open-record";
import { recordAddress } from "../list/record-address";
import type { Kind } from "../user/entries";
import { useUser } from "../user/user";

/** Gives what opens a record; null where the person may not read it. */
export function useOpenMade() {
  const user = useUser();
  const [, navigate] = useLocation();
  return (kind: Kind, id: string): (() => void) | null =>
    mayRead(user, kind) ? () => navigate(recordAddress(user, kind, id), { state: VISIT }) : null;
}
