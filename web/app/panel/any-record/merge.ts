// Three versions of a record come together: the one that both people began with, one's own, and the one that is saved by now.
// What only one of them changed stands. Additions of both stand beside each other: to notes, and to lists line by line. What
// both changed otherwise is nobody's to decide but the person's.
import { same } from "./same";

/** Fields of a record by their names, with values as they travel. */
export type Fields = Record<string, unknown>;

/** A field that both changed: what each would make of it. */
export interface Choice {
  field: string;
  mine: unknown;
  theirs: unknown;
  /** One below the other, where the field is a text that people write on. */
  both?: string;
}

export interface Merged<F extends Fields> {
  /** One's own fields with everything of theirs that needs no choice. */
  fields: F;
  /** Fields whose changes of the other person were taken over. */
  taken: string[];
  choices: Choice[];
}

/** Texts in which people write below each other. */
const JOINED = ["notes"];

export function merge<F extends Fields>(base: F, mine: F, theirs: F): Merged<F> {
  const fields: Fields = {};
  const taken: string[] = [];
  const choices: Choice[] = [];
  for (const name of Object.keys(mine)) {
    const [was, own, other] = [base[name], mine[name], theirs[name]];
    if (same(own, was) || same(own, other)) {
      fields[name] = other;
      if (!same(own, other)) taken.push(name);
    } else if (same(other, was)) {
      fields[name] = own;
    } else {
      const [asMine, asTheirs] = combined(name, was, own, other);
      fields[name] = asMine;
      if (same(asMine, asTheirs)) taken.push(name);
      else choices.push({ field: name, mine: asMine, theirs: asTheirs, ...bothOf(name, own, other) });
    }
  }
  return { fields: { ...mine, ...fields }, taken, choices };
}

/** What a field that both changed becomes if one's own version counts, and if theirs does. */
function combined(name: string, was: unknown, own: unknown, other: unknown): [unknown, unknown] {
  if (Array.isArray(own) && Array.isArray(other)) return mergedLines(Array.isArray(was) ? was : [], own, other);
  const joined = JOINED.includes(name) ? joinedTexts(textOf(was), textOf(own), textOf(other)) : null;
  return joined === null ? [own, other] : [joined, joined];
}

const bothOf = (name: string, own: unknown, other: unknown) =>
  JOINED.includes(name) && own && other ? { both: below(textOf(other), textOf(own)) } : {};

export const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Two texts one below the other; what the other begins with stands once. */
export function below(first: string, second: string): string {
  const [upper, lower] = [first.trim(), second.trim()];
  if (`${upper}\n`.startsWith(`${lower}\n`) || !lower) return first;
  if (`${lower}\n`.startsWith(`${upper}\n`) || !upper) return second;
  return `${first.trimEnd()}\n${second.trimStart()}`;
}

/** What was written before and after `was`; null where it stands there no more. */
function around(was: string, text: string): [before: string, after: string] | null {
  if (text.startsWith(was)) return ["", text.slice(was.length)];
  const place = text.lastIndexOf(was);
  return place < 0 ? null : [text.slice(0, place), text.slice(place + was.length)];
}

/** The text with what both wrote before or after it; null where one of them wrote something else instead. */
function joinedTexts(was: string, own: string, other: string): string | null {
  const [ours, theirs] = [around(was, own), around(was, other)];
  return ours && theirs && below(theirs[0], ours[0]) + was + below(theirs[1], ours[1]);
}

/** Pairs each line of `was` with what `now` made of it: the same line, else one of the same name; null where it is gone. */
function paired(was: unknown[], now: unknown[]): { kept: (unknown | null)[]; added: unknown[] } {
  const left = [...now];
  const take = (fits: (line: unknown) => boolean) => {
    const place = left.findIndex(fits);
    return place < 0 ? null : left.splice(place, 1)[0];
  };
  const exact = was.map((line) => take((one) => same(one, line)));
  const kept = was.map((line, place) => exact[place] ?? take((one) => nameOf(one) === nameOf(line)));
  return { kept, added: left };
}

const nameOf = (line: unknown): string =>
  String(Reflect.get(Object(line), "name"))
    .trim()
    .toLowerCase();

/** Lists line by line: additions of both stay, and a line that both changed is as the one or as the other has it. */
function mergedLines(was: unknown[], own: unknown[], other: unknown[]): [unknown[], unknown[]] {
  const [ours, theirs] = [paired(was, own), paired(was, other)];
  const asMine = was.map((line, place) => (same(ours.kept[place], line) ? theirs.kept[place] : ours.kept[place]));
  const asTheirs = was.map((line, place) => (same(theirs.kept[place], line) ? ours.kept[place] : theirs.kept[place]));
  const whole = (lines: unknown[]) => [...lines.filter((line) => line !== null), ...theirs.added, ...ours.added];
  return [whole(asMine), whole(asTheirs)];
}
