// Opens what was just made, for those who may see it; whoever closes it is where it was made.
import { useLocation } from "wouter";
import { VISIT } from "../list/open-record";
import type { Kind } from "./entries";
import { mayRead } from "./linked-record";
import { recordAddress } from "./record-address";
import { useUser } from "./user";

/** Gives what opens a record; null where the person may not read it. */
export function useOpenMade() {
  const user = useUser();
  const [, navigate] = useLocation();
  return (kind: Kind, id: string): (() => void) | null =>
    mayRead(user, kind) ? () => navigate(recordAddress(user, kind, id), { state: VISIT }) : null;
}
