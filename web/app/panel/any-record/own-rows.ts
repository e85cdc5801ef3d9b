// The newest row that an own write was answered with, of each that was written since the panel was loaded. After a write the screen is read again, and on a slow
// line somebody presses before it has been: the press goes on from the row that is saved, and meets no version that is one's own.
import { useSyncExternalStore } from "react";

export interface Row {
  id: string;
  version: number;
}

const own = new Map<string, Row>();
const watching = new Set<() => void>();

/** Details of a record have its id and a version of their own. */
const nameOf = (kind: string, id: string) => `${kind} ${id}`;

export const isRow = (value: unknown): value is Row => typeof (value as Partial<Row> | null)?.version === "number";

export const isPlain = (value: unknown): value is object => (value as object | null)?.constructor === Object;

/** The rows in what is sent or answered: itself, or in its parts. */
export const rowsIn = (value: unknown): Row[] =>
  isRow(value) ? [value] : isPlain(value) || Array.isArray(value) ? Object.values(value).flat().filter(isRow) : [];

/** Keeps the rows of an answer; returns the answer. */
export function keepOwn<Answer>(kind: string, answer: Answer): Answer {
  for (const row of rowsIn(answer)) {
    const name = nameOf(kind, row.id);
    if (!((own.get(name)?.version ?? 0) > row.version)) own.set(name, row);
  }
  for (const look of watching) look();
  return answer;
}

/** Forgets the rows of what was refused: somebody else has changed them since, or they begin again. */
export function forgetOwn(kind: string, sent: unknown): void {
  for (const { id } of rowsIn(sent)) own.delete(nameOf(kind, id));
}

/** The row as an own write has saved it; itself where that is no newer. */
export function newestOwn<Given extends Row>(kind: string, row: Given): Given {
  const saved = own.get(nameOf(kind, row.id));
  return saved && saved.version > row.version ? { ...row, ...saved } : row;
}

const watch = (look: () => void) => {
  watching.add(look);
  return () => void watching.delete(look);
};

/** The row as it is saved, for a part of the screen that shows it before it is read again. */
export function useNewestOwn<Given extends Row | null>(kind: string, row: Given): Given {
  const version = () => row && newestOwn<Row>(kind, row).version;
  useSyncExternalStore(watch, version, version);
  return row && newestOwn(kind, row);
}
