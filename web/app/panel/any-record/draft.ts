// Words that could not be sent because the session had ended. They wait in the browser until the same person opens the same
// form again; nobody else sees them. They go when that person logs out, or somebody else discards them. Every form of the panel is built
// with these hooks or with
// kept-fields, under a name that says which form it is and what it is about (forms/kept-words.test.ts).
import { useEffect, useRef, useState } from "react";
import { isSessionOver } from "~/api/session";
import { calledName } from "~/lib/people";
import { session } from "~/lib/storage";
import { asks, useUnsavedGuard } from "~/ui/unsaved";
import { useUser } from "../user/user";
import type { Fields } from "./merge";
import { differs } from "./same";

const PREFIX = "draft:" as const;

export interface Draft<Row, Edited = Fields> {
  /** The fields that the person changed, as they are edited. */
  fields: Edited;
  /** The record that the words began with; null for a new one. */
  base: Row | null;
}

/** As it is kept: with what its person is called, for others who hold this device. */
interface Kept<Row, Edited> extends Draft<Row, Edited> {
  who: string;
}

export const keyOf = (person: string, name: string) => `${PREFIX}${person}:${name}` as const;

/** What was kept under this name for the user who is signed in, once; and `keep`, which says what is to be kept if the session ends. */
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

/** What is typed without such fields, as a state; null as long as it is nothing. Every way out asks about it, until `lift`. */
export function useTyped<Typed>(
  name: string,
  given: Typed,
  isChanged: (typed: NonNullable<Typed>) => boolean = (typed) => differs(typed, given),
) {
  const { draft, keep } = useDraft<null, { typed: Typed }>(name);
  const [typed, type] = useState(draft ? draft.fields.typed : given);
  const changed = typed != null && isChanged(typed);
  const lift = useUnsavedGuard(changed, () => asks.of?.(typed));
  keep(() => (changed ? { fields: { typed }, base: null } : null));
  const change = (part: Partial<Typed>) => type({ ...typed, ...part });
  return { typed, type, change, changed, lift };
}

const keysOf = (beginning: typeof PREFIX | "sent:", whose: (person: string) => boolean) =>
  session.keys(beginning).filter((key) => whose(key.split(":")[1] ?? ""));

/** Who wrote them, once for each. */
export const writersOf = (whose: (person: string) => boolean): string[] =>
  keysOf(PREFIX, whose).map((key) => JSON.parse(session.get(key) ?? "{}").who);

/** With what was sent and has no answer. */
export function dropDrafts(whose: (person: string) => boolean): void {
  for (const beginning of [PREFIX, "sent:"] as const) keysOf(beginning, whose).forEach(session.remove);
}
