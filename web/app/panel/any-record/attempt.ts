// One attempt to save what was edited: only what the person changed is sent, under the version that the words began with. Where
// somebody else saved meanwhile, both are merged and sent again; what both changed comes back as a choice.
import { ApiError, isConflict, isGone, isLost } from "~/api/error";
import { queries } from "~/api/queries";
import type { Readable } from "../list/list";
import { type Choice, type Fields, merge } from "./merge";
import { changesOf, isEmpty, same } from "./same";

export interface Saved {
  id: string;
  version: number;
}

/** A kind of record that can be changed. */
export interface Editable<Row, Changes> extends Readable<Row> {
  /** Sends changes under the version of the row they began with; `key` is one and the same for the same changes. */
  update: (base: Row, changes: Changes, key: string) => Promise<Row>;
}

interface AttemptOptions<Row extends Saved, F extends Fields> {
  kind: Editable<Row, Partial<F>>;
  /** What is edited of a record, as it travels. */
  fields: (row: Row) => F;
  keyFor: (content: unknown) => string;
  /** What attempts without an answer sent; it grows here. What of it was saved counts as one's own. */
  lost: Partial<F>;
}

interface Outcome<Row, F> {
  /** The record as it is saved now; null where it is not there any more, or out of scope. */
  saved: Row | null;
  /** What is wanted by now: one's own words, merged with the other person's. */
  wanted: F;
  /** What waits for the person; until then nothing is saved. */
  choices: Choice[];
  /** Fields that somebody else changed. */
  news: string[];
}

/** How often a save is merged and sent again before it counts as failed. */
const TRIES = 4;

/** What changes by itself with every write, and photos, which are added and shown beside every edit, one's own among them: no news. */
const NO_NEWS = ["version", "createdAt", "updatedAt", "completedDate", "resolvedAt", "images"];

/** What differs in a row beyond the fields that are edited here. */
const elsewhere = (was: object, now: object, edited: Fields): string[] =>
  Object.keys(changesOf(was, now)).filter((name) => !(name in edited || NO_NEWS.includes(name)));

/** Throws where the server refuses. */
export async function attempt<Row extends Saved, F extends Fields>(
  { kind, fields, keyFor, lost }: AttemptOptions<Row, F>,
  start: Row,
  mine: F,
): Promise<Outcome<Row, F>> {
  const news = new Set<string>();
  let [from, wanted, unsure] = [start, mine, lost];
  const ended = (saved: Row | null, choices: Choice[] = []) => ({ saved, wanted, choices, news: [...news] });
  for (let tries = 1; ; tries += 1) {
    const changes = { ...those(unsure, wanted), ...changesOf(fields(from), wanted) };
    try {
      if (isEmpty(changes)) return ended(from);
      return ended(await kind.update(from, changes, keyFor([from.version, changes])));
    } catch (error) {
      if (isGone(error)) return ended(null);
      if (isLost(error)) Object.assign(lost, changes);
      if (!isConflict(error) || tries === TRIES) throw error;
      const saved = await reread(kind, from, error);
      if (saved === null) return ended(null);
      const merged = merge({ ...fields(from), ...ownPart(lost, fields(saved)) }, wanted, fields(saved));
      for (const name of [...merged.taken, ...elsewhere(from, saved, wanted)]) news.add(name);
      [from, wanted, unsure] = [saved, merged.fields, {}];
      if (merged.choices.length > 0) return ended(saved, merged.choices);
    }
  }
}

interface PressOptions<Row extends Saved, F extends Fields> {
  kind: Editable<Row, Partial<NoInfer<F>>>;
  start: Row;
  sets: F;
  key: string;
  /** Said where somebody else was first: of the record as it is then, or null where it is gone. */
  refused: (saved: Row | null) => string;
}

/** The attempt of one press, which leaves nothing to choose: where somebody else was first it is refused, with those that wait behind it. */
export async function pressOnce<Row extends Saved, F extends Fields>(options: PressOptions<Row, F>): Promise<Row> {
  const { kind, start, sets, key, refused } = options;
  const fields = (row: Row) => Object.fromEntries(Object.keys(sets).map((name) => [name, Reflect.get(row, name)])) as F;
  const { saved, choices } = await attempt<Row, F>({ kind, fields, keyFor: () => key, lost: {} }, start, sets);
  if (saved && choices.length === 0) return saved;
  throw new ApiError(409, JSON.stringify({ error: refused(saved) }), "");
}

/** What is wanted of fields that an attempt without an answer may have saved: sent also where that is what stood there before it. */
const those = <F extends Fields>(unsure: Partial<F>, wanted: F) =>
  Object.fromEntries(Object.keys(unsure).map((name) => [name, wanted[name]])) as Partial<F>;

/** What an attempt without an answer has saved. */
const ownPart = (lost: Fields, saved: Fields): Fields =>
  Object.fromEntries(Object.entries(lost).filter(([name, value]) => same(value, saved[name])));

/** The record as it is saved now, null where it is gone; a conflict that is none of versions is thrown on. */
async function reread<Row extends Saved>(kind: Readable<Row>, from: Row, conflict: unknown): Promise<Row | null> {
  const saved = await kind.one(from.id).catch(goneAsNull);
  if (saved === null) return null;
  if (saved.version === from.version) throw conflict;
  queries.setQueryData([kind.path, saved.id], saved);
  return saved;
}

function goneAsNull(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}
