// Who was last signed in here, as the server said: a start without a network opens the panel for that person. It is over a week after
// the server's last word, and goes with what lib/stores.ts names for it.
import { local } from "~/lib/storage";
import type { Schemas } from "./client";

type User = Schemas["CurrentUser"];

/** The number is another one when a panel can no longer read what an older one kept. */
const KEY = "keptSession1";
const WEEK = 7 * 24 * 60 * 60 * 1000;

interface Kept {
  user: User;
  /** When the server said so, by this device's clock. */
  at: number;
}

const read = (): Kept | null => JSON.parse(local.get(KEY) ?? "null");

/** Keeps it, and gives who was kept before. */
export function keepSession(user: User): User | undefined {
  const before = read()?.user;
  local.set(KEY, JSON.stringify({ user, at: Date.now() } satisfies Kept));
  return before;
}

/** Another tab keeps a session, or none any more. */
export const whenKeptElsewhere = (act: () => void): void =>
  addEventListener("storage", ({ key }) => {
    if (key === KEY) act();
  });

/** Whose session it was, however long ago. */
export const keptPerson = (): string | undefined => read()?.user.id;

export function keptSession(): User | undefined {
  const kept = read();
  if (kept === null) return undefined;
  // A clock that was set back says nothing about how long ago it was.
  const age = Date.now() - kept.at;
  return age >= 0 && age < WEEK ? kept.user : undefined;
}
