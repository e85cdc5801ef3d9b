// What somebody did and the server has not taken yet: kept on this device until it has, shown while it waits, and told of to every tab.
// Each operation has its id, which is its Idempotency-Key, from the moment of the press.
import { database } from "./database";
import type { Field, Waiting } from "./operation";

export interface Snapshot {
  operations: readonly Waiting[];
  /** What somebody has just discarded here, and may take back. */
  discarded: readonly Waiting[];
  /** When something was last kept here or sent; null where nothing was. */
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

let snapshot: Snapshot = { operations: [], discarded: [], savedAt: null };
/** What this browser refused to keep, or to keep as it is by now; it goes with the page. */
let unkept: Waiting[] = [];
const listeners = new Set<() => void>();

const placeOf = ({ order = 0 }: Waiting): number => order;

/** In the order in which it was done. */
export const inOrder = (operations: readonly Waiting[]): Waiting[] =>
  [...operations].sort((a, b) => placeOf(a) - placeOf(b));

/** Behind everything that is kept, and before what is kept next: those have whole numbers. */
const behindAll = (): number => Math.floor(Math.max(0, ...snapshot.operations.map(placeOf))) + 0.5;

const hold = (operation: Waiting): void => {
  unkept = [...unkept.filter(({ id }) => id !== operation.id), operation];
};

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
  const hidden = new Set([...unkept, ...snapshot.discarded].map(({ id }) => id));
  const operations = inOrder([...kept.filter(({ id }) => !hidden.has(id)), ...unkept]);
  // A page that begins knows of no write of its own: the last that is kept was saved when it was done.
  snapshot = { ...snapshot, operations, savedAt: savedAt ?? kept.at(-1)?.at ?? null };
  for (const listener of listeners) listener();
  return snapshot.operations;
}

async function changed(savedAt?: string): Promise<void> {
  await reread(savedAt);
  others?.postMessage("changed");
}

/** What is done here with what another tab hands over. */
let take = (_given: unknown): void => {};

export function whenGiven(act: (given: unknown) => void): void {
  take = act;
}

/** Hands something to every other tab; it comes there before the change that is made next. */
export const giveTabs = (given: unknown): void => others?.postMessage(given);

others?.addEventListener("message", ({ data }) => (data === "changed" ? void reread() : take(data)));

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
  if (!owner) throw new Error("Nobody is signed in.");
  const form = operation.form && (await Promise.all(operation.form.map(held)));
  const whose = { person: owner.id, name: owner.name };
  const waiting: Waiting = { ...operation, ...whose, ...(form && { form }), state: "waiting", said: [] };
  try {
    await (await database()).add("operations", waiting);
    await changed(new Date().toISOString());
    return true;
  } catch (error) {
    console.warn("This is not kept on this device.", error);
    hold({ ...waiting, said: [NO_ROOM], order: behindAll() });
    await changed();
    return false;
  }
}

const isKept = ({ order }: Waiting): boolean => Number.isInteger(order);

/** Puts another state of it in its place; a full disk may refuse that too, and what it held before must not be sent forever. */
export async function changeWaiting(operation: Waiting): Promise<void> {
  if (!isKept(operation)) hold(operation);
  else await put(operation);
  await changed();
}

async function put(operation: Waiting): Promise<void> {
  try {
    await (await database()).put("operations", operation);
    unkept = unkept.filter(({ id }) => id !== operation.id);
  } catch (error) {
    console.warn("This is not kept on this device.", error);
    hold(operation);
  }
}

async function drop(operation: Waiting, savedAt?: string): Promise<void> {
  if (isKept(operation)) await (await database()).delete("operations", operation.order as number);
  unkept = unkept.filter(({ id }) => id !== operation.id);
  await changed(savedAt);
}

const withoutIt = ({ id }: Waiting): Waiting[] => snapshot.discarded.filter((one) => one.id !== id);

/** Forgets it: the server has it. */
export const forgetSent = (operation: Waiting): Promise<void> => drop(operation, new Date().toISOString());

/** Forgets it as its person wishes, who may take that back as long as it is shown. */
export async function discardWaiting(operation: Waiting): Promise<void> {
  snapshot = { ...snapshot, discarded: [...withoutIt(operation), operation] };
  await drop(operation);
}

/** Puts it where it was. */
export async function takeDiscardBack(operation: Waiting): Promise<void> {
  snapshot = { ...snapshot, discarded: withoutIt(operation) };
  await changeWaiting(operation);
}

/** What was discarded is shown no more. */
export function endDiscard(): void {
  if (snapshot.discarded.length === 0) return;
  snapshot = { ...snapshot, discarded: [] };
  for (const listener of listeners) listener();
}

/** Forgets everything of these people, or what of theirs is in such a state. */
export async function wipeWaiting(which: (person: string, state: Waiting["state"]) => boolean): Promise<void> {
  endDiscard();
  for (const operation of await reread()) if (which(operation.person, operation.state)) await drop(operation);
}
