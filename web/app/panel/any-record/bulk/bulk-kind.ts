// What can be changed of many records at once, as each kind of record declares it.
import type { Permission } from "~/api/session";
import type { Look } from "~/ui/look-badge";
import type { AssignedKind } from "../../staff/queries";
import type { BulkChange, Outcome, Seen } from "./run";

/** A field that takes one of a few values. */
interface ChosenField {
  name: string;
  label: string;
  looks: Record<string, Look>;
}

export interface BulkKind<Row> {
  /** How one is called, and many. */
  nouns: readonly [one: string, many: string];
  needs: Permission;
  called: (row: Row) => string;
  /** As what they are assigned to people, where they are. */
  assigned?: AssignedKind;
  fields: readonly ChosenField[];
  /** Whether they can move to another branch by themselves. */
  moves?: boolean;
  preview: (rows: Seen[], change: BulkChange) => Promise<Outcome[]>;
  send: (rows: Seen[], change: BulkChange, key: string) => Promise<Outcome[]>;
}

export interface BulkRow extends Seen {
  branchId?: string | null;
  assignedTo?: string | null;
}

/** "1 lead", "1,204 leads". */
export const counted = (number: number, [one, many]: readonly [string, string]): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
