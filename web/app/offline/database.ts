// What this browser keeps of somebody's work: IndexedDB, in the stores that lib/stores.ts names. Where a browser refuses (a setting, a
// full disk) the caller is told, and goes on without.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { DATABASE, type End, endedBy, type StoreName } from "~/lib/stores";
import type { Waiting } from "./operation";

/** What was read of a list, as the server sent it. */
export interface KeptRows {
  person: string;
  rows: unknown[];
  /** When the server answered, by this device's clock. */
  at: string;
  /** Milliseconds that the server's clock was ahead of it; what was kept by an older panel does not say. */
  ahead?: number;
}

interface Stores extends DBSchema, Record<StoreName, DBSchema[string]> {
  /** By person. */
  visits: { key: string; value: KeptRows };
  /** Small pictures of photos, by their address. */
  pictures: { key: string; value: Blob };
  /** What waits to be sent, in the order in which it was done. */
  operations: { key: number; value: Waiting; indexes: { id: string } };
}

export type Database = IDBPDatabase<Stores>;

let opened: Promise<Database> | undefined;

/** Opens it once; after a failure the next call tries again. */
export function database(): Promise<Database> {
  opened ??= openDB<Stores>("duskline", 1, {
    upgrade(db) {
      db.createObjectStore("visits", { keyPath: "person" });
      db.createObjectStore("pictures");
      db.createObjectStore("operations", { keyPath: "order", autoIncrement: true }).createIndex("id", "id", {
        unique: true,
      });
    },
    // A newer build in another tab wants another shape: it must not wait for this one.
    blocking: (_old, _next, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined;
    },
  }).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Clears what this ends: to delete the database would wait for other tabs. */
export async function wipeDatabase(end: End): Promise<void> {
  const db = await database();
  await Promise.all(endedBy(end, DATABASE).map((name) => db.clear(name)));
}
