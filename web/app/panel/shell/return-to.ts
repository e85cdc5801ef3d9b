// Where a person was when the session ended: after signing in again they are there once more.
import { session } from "~/lib/storage";

const KEY = "returnTo";

export const keepPlace = (): void => session.set(KEY, location.pathname + location.search);

export const dropPlace = (): void => session.remove(KEY);

/** The kept place, once. */
export function takePlace(): string | null {
  const place = session.get(KEY);
  dropPlace();
  return place;
}
