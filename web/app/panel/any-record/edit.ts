// How a record that is there is changed, wherever that happens: in a dialog, in a part of a drawer, by a button, on a card. What is
// edited keeps the row it began with. Where somebody else's change was merged the person is told; what both changed waits for
// the person's choice.
import { useRef, useState } from "react";
import { keyring } from "~/api/idempotency";
import { queries, refreshPanel } from "~/api/queries";
import { notify } from "~/ui/toast";
import { attempt, type Editable, type Saved } from "./attempt";
import { below, type Choice, type Fields, textOf } from "./merge";
import { keepOwn, newestOwn } from "./own-rows";
import { changesOf, isEmpty } from "./same";
import { fieldNames } from "./shown";
import { useWrite } from "./write";

/** Which version of a field is kept. */
export type Side = "mine" | "theirs" | "both";

/** What stands between the words and saving them. */
export interface Conflict {
  choices: Choice[];
  /** Fields that somebody else changed and that are merged already. */
  taken: string[];
  /** The record is not there any more, or out of scope. */
  gone: boolean;
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
  /** Whether the notice of a success offers to put back what was there. */
  takesBack?: boolean | undefined;
  /** After a success, with the row as it is now. */
  onSaved?: (row: Row) => void;
  /** What is said after a success, unless the saving says otherwise, and after a failure that has no sentence of its own. */
  done: string;
  failed: string;
}

export function useEdit<Row extends Saved, F extends Fields>(options: EditOptions<Row, F>) {
  const { kind, row, fields, show, done, failed } = options;
  const [base, drawBase] = useState(options.began ?? row);
  // A save that waited for the one before it goes on from what that has left, drawn or not.
  const latest = useRef(base);
  const setBase = (next: Row) => {
    latest.current = next;
    drawBase(next);
  };
  const [conflict, drawConflict] = useState<Conflict | null>(null);
  const open = useRef(conflict);
  const setConflict = (next: Conflict | null) => {
    open.current = next;
    drawConflict(next);
  };
  const keyFor = useRef(keyring());
  const lost = useRef<Partial<F>>({});
  const wanted = useRef(fields(base));
  const before = useRef(base);
  const saying = useRef(done);

  // A newer row takes the old one's place where that cannot slip under words that were typed.
  const moves = row.version > base.version && (!options.touched || isEmpty(changesOf(fields(base), fields(row))));
  if (moves && !conflict) setBase(row);

  // Other writes of the record change its version, too: what is said of a photo, for one.
  const line = [kind.path, row.id];
  const { write: putBack } = useWrite({
    line,
    send: async ({ saved, before }: { saved: Row; before: Partial<F> }, key) => {
      const row = await kind.update(saved, before, key);
      queries.setQueryData([kind.path, row.id], row);
    },
    done: () => "Put back",
    failed,
  });

  /** What a save replaced, but for what somebody else changed meanwhile. */
  function replaced(start: Row, saved: Row, news: string[]): Partial<F> {
    const before = Object.entries(changesOf(fields(saved), fields(start)));
    return Object.fromEntries(before.filter(([name]) => !news.includes(name))) as Partial<F>;
  }

  function finish(start: Row, saved: Row, news: string[]) {
    lost.current = {};
    queries.setQueryData([kind.path, saved.id], keepOwn(kind.path, saved));
    setBase(saved);
    setConflict(null);
    options.onSaved?.(saved);
    const said = saying.current;
    const before = replaced(start, saved, news);
    notify(
      "Success",
      news.length > 0 ? `${said}, together with what someone else changed: ${fieldNames(news)}.` : said,
      ...(options.takesBack && !isEmpty(before) ? [{ label: "Undo", act: () => void putBack({ saved, before }) }] : []),
    );
    return true;
  }

  /** Gives whether it is saved. */
  async function tryToSave(mine: F, start: Row): Promise<boolean> {
    const outcome = await attempt({ kind, fields, keyFor: keyFor.current, lost: lost.current }, start, mine);
    const { saved, choices, news } = outcome;
    if (saved && choices.length === 0) return finish(start, saved, news);
    setConflict({ choices, taken: news, gone: !saved });
    if (saved) {
      before.current = start;
      wanted.current = outcome.wanted;
      setBase(saved);
      show(changesOf(mine, outcome.wanted));
    } else void refreshPanel(); // lists may not know yet that it is gone
    return false;
  }

  const { write: tell, busy: saving } = useWrite({ line, send: (saved: () => Promise<boolean>) => saved(), failed });

  /** The row to save on: a newer one that is known, where it says the same of what is edited. */
  function newest(start: Row): Row {
    const known = newestOwn(kind.path, queries.getQueryData<Row>([kind.path, start.id]) ?? start);
    const isNews = known.version > start.version && isEmpty(changesOf(fields(start), fields(known)));
    return isNews ? known : start;
  }

  /** For forms: saves what is wanted unless a choice is open; gives whether it is saved, throws where the server refuses. */
  const send = async (mine: F, start: Row = latest.current) => !open.current && tryToSave(mine, newest(start));

  return {
    base,
    /** The row to go on from another time: while a choice is open, the one from before it, so that it is asked for again. */
    began: conflict ? before.current : base,
    conflict,
    saving,
    send,
    /** For everything else: saves what a press sets, and tells of failures itself. */
    save: async (pressed: Partial<F>, said = done) => {
      const saved = await tell(() => {
        saying.current = said;
        return send({ ...fields(latest.current), ...pressed });
      });
      return saved ?? false;
    },
    /** Decides one field. One's own version is what stands there, with all that was typed since. */
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
      if (choices.length === 0 && options.savesChoice) void tell(() => tryToSave(chosen, base));
    },
  };
}
