// Calls that are not typed where they are sent: what was kept for later, and pictures.
import { BY_ITSELF, PERSON, send } from "./client";

/** A call that was kept for later. It was typed when it was made. */
interface Kept {
  id: string;
  /** Whose it is. */
  person: string;
  path: string;
  method: string;
  body?: unknown;
  form?: { name: string; value: string | File }[];
}

/** Milliseconds for a photo on a bad line; what hangs longer would hold up everything behind it. */
const LONGEST = 180_000;

/** Sends a call that was kept, by itself and under its own key; gives the answer's body. */
export async function sendKept({ id, person, path, method, body, form }: Kept): Promise<unknown> {
  const headers: Record<string, string> = { "Idempotency-Key": id, [PERSON]: person, [BY_ITSELF]: "yes" };
  const parts = new FormData();
  for (const { name, value } of form ?? []) parts.set(name, value);
  if (!form) headers["Content-Type"] = "application/json";
  const signal = AbortSignal.timeout(LONGEST);
  const request = new Request(path, { method, headers, body: form ? parts : JSON.stringify(body), signal });
  return (await send(request)).json();
}

/** A picture of ours, as bytes. */
export async function pictureAt(address: string): Promise<Blob> {
  return (await send(new Request(address, { headers: { [BY_ITSELF]: "yes" } }))).blob();
}
