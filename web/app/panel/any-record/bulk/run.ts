// Many records changed alike: chunk by chunk, each sent again under its key where its answer was lost; and the way back.

import type { Schemas } from "~/api/client";
import { isLost } from "~/api/error";
import { newKey } from "~/api/idempotency";

export type Outcome = Schemas["BulkOutcome"];

/** A record as it was seen. */
export interface Seen {
  id: string;
  version: number;
}

export type BulkChange = Record<string, string | null>;

/** Rows of one call; the server takes no more. */
export const CHUNK = 50;
/** Records that are changed at once; a list with more is to be narrowed first. */
export const MOST = 2_000;
const TRIES = 3;

export interface Progress {
  done: number;
  of: number;
}

interface Work<Row extends Seen> {
  rows: readonly Row[];
  send: (rows: Seen[], key: string) => Promise<Outcome[]>;
  onProgress: (progress: Progress) => void;
  /** Asked between chunks: whether to stop there. */
  stopped: () => boolean;
  /** Of the first chunk: that under which it was sent before, and got no answer. */
  key?: string | undefined;
}

interface Done {
  outcomes: Outcome[];
  /** What kept the rest from being sent. */
  error: unknown;
  /** Of the chunk that got no answer. */
  key?: string;
}

async function again<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isLost(error) || tries === TRIES) throw error;
    }
  }
}

/** Never throws: what was done is told, however it ended. */
export async function inChunks<Row extends Seen>({
  rows,
  send,
  onProgress,
  stopped,
  ...begun
}: Work<Row>): Promise<Done> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < rows.length && !stopped(); start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK).map(({ id, version }) => ({ id, version }));
    const key = (start === 0 && begun.key) || newKey();
    try {
      outcomes.push(...(await again(() => send(chunk, key))));
    } catch (error) {
      return { outcomes, error, key };
    }
    onProgress({ done: outcomes.length, of: rows.length });
  }
  return { outcomes, error: null };
}

/** The rows that a change leads to something for, with their outcome. */
export function parted<Row extends Seen>(rows: readonly Row[], outcomes: readonly Outcome[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed: { row: Row; version: number }[] = [];
  const same: Row[] = [];
  const refused: { row: Row; why: string }[] = [];
  for (const { id, version, refused: why } of outcomes) {
    const row = byId.get(id);
    if (!row) continue;
    if (why !== null) refused.push({ row, why });
    else if (version === null || version === row.version) same.push(row);
    else changed.push({ row, version });
  }
  return { changed, same, refused };
}

export type Parted<Row extends Seen> = ReturnType<typeof parted<Row>>;

/** What takes a change back, for the rows that had the same before: each under the version that the change left. */
export function wayBack<Row extends Seen>(changed: readonly { row: Row; version: number }[], change: BulkChange) {
  const groups = new Map<string, { change: BulkChange; rows: (Seen & { row: Row })[] }>();
  for (const { row, version } of changed) {
    const before = Object.fromEntries(
      Object.keys(change).map((name) => [name, Reflect.get(row, name) as string | null]),
    );
    const key = JSON.stringify(before);
    const group = groups.get(key) ?? { change: before, rows: [] };
    group.rows.push({ id: row.id, version, row });
    groups.set(key, group);
  }
  return [...groups.values()];
}
