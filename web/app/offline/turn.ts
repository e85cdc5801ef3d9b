// Whose turn it is among what waits.
import type { Waiting } from "./operation";

/**
 * What one person's session sends next: the first of each thing that it is about, in the order in which things were done there. Among
 * those, what is small goes before photos, so that nobody waits on a slow line for what takes a second.
 */
export function nextOf(operations: readonly Waiting[], person: string): Waiting | undefined {
  const first = new Map<string, Waiting>();
  for (const one of operations)
    if (one.person === person && one.state === "waiting" && !first.has(one.about)) first.set(one.about, one);
  const turns = [...first.values()];
  return turns.find(({ form }) => form === undefined) ?? turns[0];
}
