// What was last changed of many records at once, by kind, so that its way back stays beside their list: until it is taken, another change
// takes its place, somebody closes it or logs out, or an hour after the list was left. It is kept with the answers of the server, and goes with them.
import { skipToken, useQuery } from "@tanstack/react-query";
import { queries } from "~/api/queries";
import type { BulkKind } from "./bulk-kind";
import type { BulkChange, Seen } from "./run";

const KEY = "last change of many";
const HOUR = 60 * 60 * 1000;

export interface LastChange<Row extends Seen> {
  changed: readonly { row: Row; version: number }[];
  change: BulkChange;
  /** When, in ISO 8601. */
  at: string;
}

queries.setQueryDefaults([KEY], { gcTime: HOUR });

const keyOf = <Row>({ nouns: [, many] }: BulkKind<Row>) => [KEY, many];

export function keepChange<Row extends Seen>(
  kind: BulkKind<Row>,
  changed: LastChange<Row>["changed"],
  change: BulkChange,
): void {
  if (changed.length > 0) queries.setQueryData(keyOf(kind), { changed, change, at: new Date().toISOString() });
}

export const forgetChange = <Row>(kind: BulkKind<Row>): void => void queries.setQueryData(keyOf(kind), null);

export function useLastChange<Row extends Seen>(kind: BulkKind<Row>): LastChange<Row> | null {
  const { data } = useQuery<LastChange<Row> | null>({ queryKey: keyOf(kind), queryFn: skipToken });
  return data ?? null;
}
