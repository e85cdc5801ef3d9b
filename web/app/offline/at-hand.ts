// The rows that are kept for the user who was last signed in here, read while the panel still asks who is: they are drawn with the first of it.
import { keptSession } from "~/api/kept-session";
import type { KeptRows } from "./database";
import { keptRows } from "./own-rows";

/** Milliseconds after which a browser that does not give them is not waited for. */
const PATIENCE = 500;

let atHand: KeptRows | undefined;

/** Reads them. */
export async function readAhead(): Promise<void> {
  const person = keptSession()?.id;
  if (!person) return;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
  atHand = await Promise.race([keptRows(person), late]);
}

/** What was read, once, and only for the person whose it is. */
export function takeAtHand(person: string): KeptRows | undefined {
  const kept = atHand?.person === person ? atHand : undefined;
  atHand = undefined;
  return kept;
}
