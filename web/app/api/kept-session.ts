// Who was last signed in here, as the server said: a start without a network opens the panel for that person. It is over a week after
// the server's last word, at log-out, and as soon as the server says that nobody is signed in.
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

export const forgetSession = (): void => local.remove(KEY);

export const keepSession = (user: User): void =>
  local.set(KEY, JSON.stringify({ user, at: Date.now() } satisfies Kept));

export function keptSession(): User | undefined {
  const kept: Kept | null = JSON.parse(local.get(KEY) ?? "null");
  if (kept === null) return undefined;
  // A clock that was set back says nothing about how long ago it was.
  const age = Date.now() - kept.at;
  return age >= 0 && age < WEEK ? kept.user : undefined;
}
