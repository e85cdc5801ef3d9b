// What this browser keeps of what its visitor sent: the key that joins what is sent later to the first, and the last reference
// numbers (product.md, rule 68). The server knows a hash of the key, and nothing opens with a number.
import { newKey } from "~/api/idempotency";
import { local } from "~/lib/storage";

const KEY = "visitorKey";
/** Milliseconds after which the key joins nothing any more, and a number is not shown again. */
const KEPT_FOR = 90 * 24 * 60 * 60 * 1000;

export interface Reference {
  number: string;
  /** When it was given: ISO-8601, UTC. */
  at: string;
}

type Sent = "quote" | "message";

const placeOf = (sent: Sent) => `${sent}Reference` as const;

/** Made with the first thing that is sent. */
export function visitorKey(): string {
  const kept = local.get(KEY);
  if (kept && /^[\w-]{22,64}$/.test(kept)) return kept;
  const made = newKey();
  local.set(KEY, made);
  return made;
}

export function keepReference(sent: Sent, number: string): Reference {
  const reference = { number, at: new Date().toISOString() };
  local.set(placeOf(sent), JSON.stringify(reference));
  return reference;
}

/** The number of what was sent last; none where that is long ago. */
export function lastReference(sent: Sent): Reference | null {
  try {
    const { number, at } = JSON.parse(local.get(placeOf(sent)) ?? "{}");
    const recent = Date.now() - Date.parse(at) < KEPT_FOR;
    return typeof number === "string" && recent ? { number, at } : null;
  } catch {
    return null;
  }
}
