// Where a person was when the session ended: after signing in again they are there once more.
const KEY = "returnTo";

export const keepPlace = (): void => sessionStorage.setItem(KEY, location.pathname + location.search);

export const dropPlace = (): void => sessionStorage.removeItem(KEY);

/** The kept place, once. */
export function takePlace(): string | null {
  const place = sessionStorage.getItem(KEY);
  dropPlace();
  return place;
}
