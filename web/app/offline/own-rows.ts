// Rows of one's own that can be read without a network, with the pictures that belong to them. They are one person's: whoever signs in
// next finds them gone.
import { pictureAt } from "~/api/kept-calls";
import { database, type KeptRows } from "./database";

/** Pictures that are fetched ahead; a day has a handful. */
const MOST_PICTURES = 200;

/** Keeps the rows; a browser that refuses has none without a network, which is no reason to stop now. */
export async function keepRows(person: string, rows: unknown[], ahead: number): Promise<void> {
  try {
    await (await database()).put("visits", { person, rows, at: new Date().toISOString(), ahead });
  } catch (error) {
    console.warn("Your visits are not kept on this device.", error);
  }
}

/** Changes what is kept by what the server said of a part of it; the rest is as old as it was. */
export async function changeRows(person: string, change: (rows: unknown[]) => unknown[]): Promise<void> {
  const kept = await keptRows(person);
  if (kept) await (await database()).put("visits", { ...kept, rows: change(kept.rows) }).catch(() => undefined);
}

export async function keptRows(person: string): Promise<KeptRows | undefined> {
  try {
    return await (await database()).get("visits", person);
  } catch {
    return undefined;
  }
}

/** Keeps these pictures and no others. */
export async function keepPictures(addresses: readonly string[]): Promise<void> {
  try {
    const db = await database();
    const wanted = new Set(addresses.slice(0, MOST_PICTURES));
    const kept = new Set(await db.getAllKeys("pictures"));
    for (const address of kept) if (!wanted.has(address)) await db.delete("pictures", address);
    for (const address of wanted) if (!kept.has(address)) await db.put("pictures", await pictureAt(address), address);
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

/** Clears the stores: to delete the database would wait for other tabs. */
export async function wipeRows(): Promise<void> {
  const db = await database();
  await Promise.all([db.clear("visits"), db.clear("pictures")]);
}

/** Whoever signs in finds nothing of who was here before. */
export async function wipeRowsOfOthers(person: string): Promise<void> {
  const kept = await (await database()).getAllKeys("visits");
  if (kept.some((other) => other !== person)) await wipeRows();
}
