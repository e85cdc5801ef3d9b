// How a record that is there is changed, wherever that happens: in a dialog, in a part of a drawer, by a button, on a card. What is
// edited keeps the row it began with; only what the person changed is sent, under that row's version. Where somebody else
// saved meanwhile, both are merged and saved again, and the person is told; what both changed waits for the person's choice.
import { useRef, useState } from "react";
import { isConflict, isGone, isLost } from "~/api/error";
import { keyring } from "~/api/idempotency";
import { queries, refreshPanel } from "~/api/queries";
import { notify } from "~/ui/toast";
import type { Readable } from "../list/list";
import { below, type Choice, changesOf, type Fields, isEmpty, merge, same, textOf } from "./merge";
import { fieldNames } from "./shown";
import { useWrite } from "./write";

interface Saved {
  id: string;
  version: number;
}

/** Which version of a field is kept. */
export type Side = "mine" | "theirs" | "both";

/** What stands between the words and saving them. */
export interface Conflict {
  choices: Choice[];
  /** Fields that somebody else changed and that are merged already. */
  taken: string[];
  /** The record is not there any more, or out of reach. */
  gone: boolean;
}

/** A kind of record that can be changed. */
export interface Editable<Row, Changes> extends Readable<Row> {
  /** Sends changes under the version of the row they began with; `key` is one and the same for the same changes. */
  update: (base: Row, changes: Changes, key: string) => Promise<Row>;
}

interface EditOptions<Row extends Saved, F extends Fields> {
  kind: Editable<Row, Partial<F>>;
  /** The record as it is known now. */
  row: Row;
  /** The record that the words began with, where that is an older one. */
  began?: Row | undefined;
  /** What is edited of a record, as it travels. */
  fields: (row: Row) => F;
  /** Whether something was changed that is not saved. Until then what is edited follows the record. */
  touched: boolean;
  /** Puts merged or chosen values where they are edited. */
  show: (fields: Partial<F>) => void;
  /** What stands in a field now: people go on typing while a choice waits. */
  typed?: (field: string) => unknown;
  /** Saves as soon as the last choice is made: for what has no button of its own to save with. */
  savesChoice?: boolean;
  /** After a success, with the row as it is now. */
  onSaved?: (row: Row) => void;
  /** What is said after a success, unless the saving says otherwise, and after a failure that has no sentence of its own. */
  done: string;
  failed: string;
}

/** How often a save is merged and sent again before it counts as failed. */
const TRIES = 4;

/** What changes by itself with every write, and is no news. */
const MECHANISM = ["version", "createdAt", "updatedAt", "completedDate", "resolvedAt"];

/** What differs in a row beyond the fields that are edited here. */
const elsewhere = (was: object, now: object, edited: Fields): string[] =>
  Object.keys(changesOf(was, now)).filter((name) => !(name in edited || MECHANISM.includes(name)));

export function useEdit<Row extends Saved, F extends Fields>(options: EditOptions<Row, F>) {
  const { kind, row, fields, show, done, failed } = options;
  const [base, setBase] = useState(options.began ?? row);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const keyFor = useRef(keyring());
  const lost = useRef<Partial<F>>({});
  const wanted = useRef(fields(base));
  const before = useRef(base);
  const saying = useRef(done);

  // A newer row takes the old one's place where that cannot slip under words that were typed.
  const moves = row.version > base.version && (!options.touched || isEmpty(changesOf(fields(base), fields(row))));
  if (moves && !conflict) setBase(row);

  /** What an attempt without an answer has saved counts as one's own. */
  const ownPart = (saved: F) =>
    Object.fromEntries(Object.entries(lost.current).filter(([name, value]) => same(value, saved[name])));

  function finish(saved: Row, news: Set<string>) {
    lost.current = {};
    queries.setQueryData([kind.path, saved.id], saved);
    setBase(saved);
    setConflict(null);
    options.onSaved?.(saved);
    const said = saying.current;
    notify(
      "Success",
      news.size > 0 ? `${said}, together with what someone else changed: ${fieldNames([...news])}.` : said,
    );
    return true;
  }

  /** Waits for a choice, or tells that the record is gone, which lists may not know yet. Nothing is saved. */
  function wait(next: Conflict) {
    setConflict(next);
    if (next.gone) void refreshPanel();
    return false;
  }

  /** Gives whether it is saved. Throws where the server refuses. */
  async function attempt(mine: F, start: Row): Promise<boolean> {
    const news = new Set<string>();
    let [from, want] = [start, mine];
    for (let tries = 1; ; tries += 1) {
      const changes = changesOf(fields(from), want);
      try {
        if (isEmpty(changes)) return finish(from, news);
        return finish(await kind.update(from, changes, keyFor.current([from.version, changes])), news);
      } catch (error) {
        if (isGone(error)) return wait({ choices: [], taken: [], gone: true });
        if (isLost(error)) lost.current = { ...lost.current, ...changes };
        if (!isConflict(error) || tries === TRIES) throw error;
        const saved = await reread(error, from).catch(goneAsNull);
        if (saved === null) return wait({ choices: [], taken: [], gone: true });
        const merged = merge({ ...fields(from), ...ownPart(fields(saved)) }, want, fields(saved));
        for (const name of [...merged.taken, ...elsewhere(from, saved, want)]) news.add(name);
        [from, want] = [saved, merged.fields];
        wanted.current = want;
        if (merged.choices.length > 0) {
          before.current = start;
          setBase(saved);
          show(changesOf(mine, want));
          return wait({ choices: merged.choices, taken: [...news], gone: false });
        }
      }
    }
  }

  /** The record as it is saved now; a conflict that is none of versions is thrown on. */
  async function reread(error: unknown, from: Row): Promise<Row> {
    const saved = await kind.one(from.id);
    if (saved.version === from.version) throw error;
    queries.setQueryData([kind.path, saved.id], saved);
    return saved;
  }

  const { write: tell, busy: saving } = useWrite({ send: (saved: () => Promise<boolean>) => saved(), failed });

  /** For forms: saves what is wanted unless a choice is open; gives whether it is saved, throws where the server refuses. */
  const send = async (mine: F, start: Row = base) => !conflict && attempt(mine, start);

  return {
    base,
    /** The row to go on from another time: while a choice is open, the one from before it, so that it is asked for again. */
    began: conflict ? before.current : base,
    conflict,
    saving,
    send,
    /** For everything else: the same, and tells of failures itself. */
    save: async (mine: F, said = done) => {
      saying.current = said;
      return (await tell(() => send(mine))) ?? false;
    },
    /** Settles one field. One's own version is what stands there, with all that was typed since. */
    choose: (field: string, side: Side) => {
      const choice = conflict?.choices.find((one) => one.field === field);
      if (!conflict || !choice) return;
      const choices = conflict.choices.filter((one) => one !== choice);
      const own = options.typed?.(field) ?? choice.mine;
      const values = { mine: own, theirs: choice.theirs, both: below(textOf(choice.theirs), textOf(own)) };
      const value = values[side];
      const chosen = { ...wanted.current, [field]: value };
      wanted.current = chosen;
      if (side !== "mine") show(changesOf({ ...chosen, [field]: own }, chosen));
      setConflict(choices.length > 0 ? { ...conflict, choices } : null);
      if (choices.length === 0 && options.savesChoice) void tell(() => attempt(chosen, base));
    },
  };
}

function goneAsNull(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}
