// Where a record opens. A lead or a client has a page over the screen one is on; another record opens on its screen, or, for
// those who may read it without having that screen, in a card.
import type { User } from "~/api/session";
import { entries, type Kind } from "../user/entries";
import { closeIn } from "./open-record";

/** Its place in the address: `?record=client.<id>`. */
export const RECORD = "record";

const PAGES: Kind[] = ["lead", "client"];

export function recordAddress(user: User, kind: Kind, id: string): string {
  const screen = screenOf(user, kind);
  if (screen && !PAGES.includes(kind)) return `${screen.path}?id=${encodeURIComponent(id)}`;
  const search = new URLSearchParams(location.search);
  closeIn(search);
  search.set(RECORD, `${kind}.${id}`);
  return `${location.pathname}?${search}`;
}

const screenOf = (user: User, kind: Kind) => entries.find((entry) => entry.kind === kind && entry.allowed(user));

/** Where a record is changed: in the dialog of its screen. */
export function editAddress(user: User, kind: Kind, id: string): string | null {
  const screen = screenOf(user, kind);
  return screen ? `${screen.path}?id=${encodeURIComponent(id)}` : null;
}

/** Which record the address names, if any. */
export function recordOf(search: URLSearchParams): { kind: string; id: string } | null {
  const [kind = "", id = ""] = (search.get(RECORD) ?? "").split(/\.(.*)/s);
  return kind && id ? { kind, id } : null;
}
