// Where a person was when the session ended: after signing in again they are there once more, and nobody else is.
import { session } from "~/lib/storage";

const KEY = "returnTo";

interface Place {
  /** Whose place it is; null where nobody had signed in before in this tab. */
  person: string | null;
  address: string;
  /** What the history kept with it. */
  state: object | null;
}

export function keepPlace(): void {
  const place: Place = {
    person: session.get("person"),
    address: location.pathname + location.search,
    state: history.state,
  };
  session.set(KEY, JSON.stringify(place));
}

export const dropPlace = (): void => session.remove(KEY);

/** The kept place of this person, once. */
export function takePlace(person: string): Place | null {
  const place: Place | null = JSON.parse(session.get(KEY) ?? "null");
  dropPlace();
  return place && (place.person ?? person) === person ? place : null;
}
