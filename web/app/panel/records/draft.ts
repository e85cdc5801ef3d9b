// Words that could not be sent because the session had ended. They wait in the browser until the same person opens the same
// form again; nobody else sees them. They go when that person logs out, or somebody else discards them.
import { useEffect, useRef, useState } from "react";
import { isSessionOver } from "~/api/session";
import { session } from "~/lib/storage";
import type { Fields } from "./merge";

const PREFIX = "draft:" as const;

export interface Draft<Row, Edited = Fields> {
  /** The fields that the person changed, as they are edited. */
  fields: Edited;
  /** The record that the words began with; null for a new one. */
  base: Row | null;
}

/** Fields that no browser is to keep: whoever sits at it next could read them. */
const SECRET = ["password"];

/** What was changed of a form and may be kept. */
export const wordsOf = (values: Fields, changed: object): Fields =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in changed && !SECRET.includes(name)));

const keyOf = (person: string, name: string) => `${PREFIX}${person}:${name}` as const;

/** What was kept for this person under this name, once; and `keep`, which says what is to be kept if the session ends. */
export function useDraft<Row, Edited = Fields>(person: string, name: string) {
  const key = keyOf(person, name);
  const [draft] = useState<Draft<Row, Edited> | null>(() => JSON.parse(session.get(key) ?? "null"));
  const current = useRef<() => Draft<Row, Edited> | null>(() => null);
  useEffect(() => {
    session.remove(key);
    return () => {
      const words = isSessionOver() ? current.current() : null;
      if (words) session.set(key, JSON.stringify(words));
    };
  }, [key]);
  return {
    draft,
    keep: (words: () => Draft<Row, Edited> | null) => {
      current.current = words;
    },
  };
}

const draftsOf = (whose: (person: string) => boolean) =>
  session.keys(PREFIX).filter((key) => whose(key.slice(PREFIX.length).split(":")[0] ?? ""));

export const countDrafts = (whose: (person: string) => boolean): number => draftsOf(whose).length;

export function dropDrafts(whose: (person: string) => boolean): void {
  for (const key of draftsOf(whose)) session.remove(key);
}
