// What somebody did and the server has not taken yet: kept on this device until it has, shown while it waits, and told of to every tab.
// Each operation has its id, which is its Idempotency-Key, from the moment of the press.
import { database } from "./database";
import type { Field, Waiting } from "./operation";

export interface Snapshot {
  operations: readonly Waiting[];
  /** When something was last kept here or sent; null before. */
  savedAt: string | null;
}

const CHANNEL = "duskline-waiting";
/** In a browser alone: the script that draws the pages would never end for it. */
const others =
  typeof document === "undefined" || typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

/** Whose work is kept from now on. */
let owner: { id: string; name: string } | null = null;

export function keepFor(id: string, name: string): void {
  owner = { id, name };
}

let snapshot: Snapshot = { operations: [], savedAt: null };
/** What this browser refused to keep. */
let unkept: Waiting[] = [];
const listeners = new Set<() => void>();

/** The same object until something changes. */
export const waitingNow = (): Snapshot => snapshot;

export function whenWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reads what is kept, after whatever changed it. */
export async function reread(savedAt = snapshot.savedAt): Promise<readonly Waiting[]> {
  const kept = await database()
    .then((db) => db.getAll("operations"))
    .catch(() => []);
  snapshot = { operations: [...kept, ...unkept], savedAt };
  for (const listener of listeners) listener();
  return snapshot.operations;
}

async function changed(savedAt?: string): Promise<void> {
  await reread(savedAt);
  others?.postMessage("changed");
}

others?.addEventListener("message", () => void reread());

/** A file of a camera may vanish behind its name: its bytes are kept. */
const held = async ({ name, value }: Field): Promise<Field> => ({
  name,
  value: value instanceof File ? new File([await value.arrayBuffer()], value.name, { type: value.type }) : value,
});

export const NO_ROOM = "This device has no room for it. It waits here as long as this page is open.";

/** Keeps an operation, and says whether this browser could; it is sent either way. */
export async function keepWaiting(
  operation: Omit<Waiting, "person" | "name" | "state" | "said" | "order">,
): Promise<boolean> {
  if (!owner) throw new Error("Work is kept for whoever is signed in.");
  const form = operation.form && (await Promise.all(operation.form.map(held)));
  const whose = { person: owner.id, name: owner.name };
  const waiting: Waiting = { ...operation, ...whose, ...(form && { form }), state: "waiting", said: [] };
  try {
    await (await database()).add("operations", waiting);
    await changed(new Date().toISOString());
    return true;
  } catch (error) {
    console.warn("This is not kept on this device.", error);
    unkept = [...unkept, { ...waiting, said: [NO_ROOM] }];
    await changed();
    return false;
  }
}

/** Puts another state of it in its place. */
export async function changeWaiting(operation: Waiting): Promise<void> {
  if (operation.order === undefined) unkept = unkept.map((one) => (one.id === operation.id ? operation : one));
  else await (await database()).put("operations", operation);
  await changed();
}

/** Forgets it: it was sent, or somebody discards it. */
export async function forgetWaiting({ id, order }: Waiting, sent = false): Promise<void> {
  if (order === undefined) unkept = unkept.filter((one) => one.id !== id);
  else await (await database()).delete("operations", order);
  await changed(sent ? new Date().toISOString() : undefined);
}

/** Forgets everything of one person. */
export async function wipeWaiting(person: string): Promise<void> {
  for (const operation of await reread()) if (operation.person === person) await forgetWaiting(operation);
}
