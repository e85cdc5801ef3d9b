// Rows of one's own that can be read without a network, with the pictures that belong to them. They are one person's and go with the
// session: the next user who signs in finds them gone.
import { pictureAt } from "~/api/kept-calls";
import { keptPerson } from "~/api/kept-session";
import { whenEnded } from "~/api/session";
import type { End } from "~/lib/stores";
import { type Database, database, type KeptRows, wipeDatabase } from "./database";
import { wipeWaiting } from "./waiting";

/** Pictures that are fetched ahead; a day has a handful. */
const MOST_PICTURES = 200;

function wipe(end: End): void {
  const told = end === "session-over" && wipeWaiting((_person, state) => state === "told");
  Promise.all([wipeDatabase(end), told]).catch(() => undefined); // a browser that refuses has kept nothing
}

whenEnded(wipe);
// The sign-in ends a session without this code, which the next document loads.
if (!keptPerson()) wipe("session-over");

/** The database, to keep something of this person's. An answer that comes after their session is over, or after somebody else's has begun,
 * is not kept. */
async function databaseOf(person: string): Promise<Database> {
  const db = await database();
  if (keptPerson() !== person) throw new Error("The session is over.");
  return db;
}

/** Keeps the rows; a browser that refuses has none without a network, which is no reason to stop now. */
export async function keepRows(person: string, rows: unknown[], ahead: number): Promise<void> {
  try {
    await (await databaseOf(person)).put("visits", { person, rows, at: new Date().toISOString(), ahead });
  } catch (error) {
    console.warn("Your visits are not kept on this device.", error);
  }
}

/** Changes what is kept by what the server said of a part of it; the rest is as old as it was. */
export async function changeRows(person: string, change: (rows: unknown[]) => unknown[]): Promise<void> {
  const kept = await keptRows(person);
  if (kept)
    await databaseOf(person)
      .then((db) => db.put("visits", { ...kept, rows: change(kept.rows) }))
      .catch(() => undefined);
}

export async function keptRows(person: string): Promise<KeptRows | undefined> {
  try {
    return await (await database()).get("visits", person);
  } catch {
    return undefined;
  }
}

/** Keeps these pictures and no others. */
export async function keepPictures(person: string, addresses: readonly string[]): Promise<void> {
  try {
    const db = await databaseOf(person);
    const wanted = new Set(addresses.slice(0, MOST_PICTURES));
    const kept = new Set(await db.getAllKeys("pictures"));
    for (const address of kept) if (!wanted.has(address)) await db.delete("pictures", address);
    for (const address of wanted) {
      if (kept.has(address)) continue;
      const picture = await pictureAt(address);
      await (await databaseOf(person)).put("pictures", picture, address);
    }
  } catch (error) {
    console.warn("Photos of your visits are not kept on this device.", error);
  }
}

export async function keptPicture(address: string): Promise<Blob | undefined> {
  try {
    return await (await database()).get("pictures", address);
  } catch {
    return undefined;
  }
}

/** A user who signs in finds nothing of the one before. */
export async function wipeRowsOfOthers(person: string): Promise<void> {
  const kept = await (await database()).getAllKeys("visits");
  if (kept.some((other) => other !== person)) await wipeDatabase("another");
  await wipeWaiting((other, state) => other !== person && state === "told");
}
