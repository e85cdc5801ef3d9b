// Words that could not be sent because the session had ended. They wait in the browser until the same person opens the same
// form again; nobody else sees them. They go when that person logs out, or somebody else discards them.
import { useEffect, useRef, useState } from "react";
import { isSessionOver } from "~/api/session";
import { calledName } from "~/lib/people";
import { session } from "~/lib/storage";
import { useUser } from "../shell/user";
import type { Fields } from "./merge";

const PREFIX = "draft:" as const;

export interface Draft<Row, Edited = Fields> {
  /** The fields that the person changed, as they are edited. */
  fields: Edited;
  /** The record that the words began with; null for a new one. */
  base: Row | null;
}

/** As it is kept: with what its person is called, for whoever else holds this device. */
interface Kept<Row, Edited> extends Draft<Row, Edited> {
  who: string;
}

/** Fields that no browser is to keep: whoever sits at it next could read them. */
const SECRET = ["password"];

/** What was changed of a form and may be kept. */
export const wordsOf = (values: Fields, changed: object): Fields =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in changed && !SECRET.includes(name)));

const keyOf = (person: string, name: string) => `${PREFIX}${person}:${name}` as const;

/** What was kept for whoever is signed in under this name, once; and `keep`, which says what is to be kept if the session ends. */
export function useDraft<Row, Edited = Fields>(name: string) {
  const user = useUser();
  const who = calledName(user);
  const key = keyOf(user.id, name);
  const [draft] = useState<Draft<Row, Edited> | null>(() => JSON.parse(session.get(key) ?? "null"));
  const current = useRef<() => Draft<Row, Edited> | null>(() => null);
  useEffect(() => {
    session.remove(key);
    return () => {
      const words = isSessionOver() ? current.current() : null;
      if (words) session.set(key, JSON.stringify({ ...words, who } satisfies Kept<Row, Edited>));
    };
  }, [key, who]);
  return {
    draft,
    keep: (words: () => Draft<Row, Edited> | null) => {
      current.current = words;
    },
  };
}

const draftsOf = (whose: (person: string) => boolean) =>
  session.keys(PREFIX).filter((key) => whose(key.slice(PREFIX.length).split(":")[0] ?? ""));

/** Who wrote them, once for each. */
export const writersOf = (whose: (person: string) => boolean): string[] =>
  draftsOf(whose).map((key) => JSON.parse(session.get(key) ?? "{}").who);

export function dropDrafts(whose: (person: string) => boolean): void {
  for (const key of draftsOf(whose)) session.remove(key);
}
