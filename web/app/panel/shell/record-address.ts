// Where a record opens: on its screen, or, for those who may read it without having that screen, in a card over the one
// they are on.
import type { Schemas } from "~/api/client";
import type { User } from "~/api/session";
import { entries } from "./entries";

export type Kind = Schemas["Hit"]["kind"];

const SCREENS: Record<Kind, string> = {
  lead: "/panel/leads",
  client: "/panel/clients",
  work_order: "/panel/work-orders",
  ticket: "/panel/tickets",
  user: "/panel/users",
};

/** The card's place in the address: `?card=client.<id>`. */
export const CARD = "card";

export const opens = (path: string, user: User) => entries.some((entry) => entry.path === path && entry.allowed(user));

export function recordAddress(user: User, kind: Kind, id: string): string {
  const search = new URLSearchParams(location.search);
  for (const opened of ["id", "new", CARD]) search.delete(opened);
  const screen = SCREENS[kind];
  if (screen && opens(screen, user)) return `${screen}?id=${encodeURIComponent(id)}`;
  search.set(CARD, `${kind}.${id}`);
  return `${location.pathname}?${search}`;
}

/** Which card the address names, if any. */
export function cardOf(search: URLSearchParams): { kind: string; id: string } | null {
  const [kind = "", id = ""] = (search.get(CARD) ?? "").split(/\.(.*)/s);
  return kind && id ? { kind, id } : null;
}
