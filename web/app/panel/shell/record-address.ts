// Where a record opens: on its screen, or, for those who may read it without having that screen, in a card over the one
// they are on.
import type { User } from "~/api/session";
import { entries, type Kind } from "./entries";

/** The card's place in the address: `?card=client.<id>`. */
export const CARD = "card";

export function recordAddress(user: User, kind: Kind, id: string): string {
  const screen = entries.find((entry) => entry.kind === kind && entry.allowed(user));
  if (screen) return `${screen.path}?id=${encodeURIComponent(id)}`;
  const search = new URLSearchParams(location.search);
  for (const opened of ["id", "new", CARD]) search.delete(opened);
  search.set(CARD, `${kind}.${id}`);
  return `${location.pathname}?${search}`;
}

/** Which card the address names, if any. */
export function cardOf(search: URLSearchParams): { kind: string; id: string } | null {
  const [kind = "", id = ""] = (search.get(CARD) ?? "").split(/\.(.*)/s);
  return kind && id ? { kind, id } : null;
}
