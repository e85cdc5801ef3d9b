// The order of a day's visits: those with a time stand by it, the others as somebody puts them.
import type { Planned } from "./schedule";

/** Those of a place that somebody may put in order. */
export const untimedOf = (there: readonly Planned[]): Planned[] =>
  there.filter(({ startMinute }) => startMinute === null);

/** The untimed visits of a place with one of them before or behind another; null where that is how they stand already. */
export function orderBeside(
  there: readonly Planned[],
  id: string,
  beside: { card: string; after: boolean },
): Planned[] | null {
  const untimed = untimedOf(there);
  const moved = untimed.find((visit) => visit.id === id);
  const others = untimed.filter((visit) => visit.id !== id);
  const at = others.findIndex((visit) => visit.id === beside.card);
  if (!moved || at < 0) return null;
  const place = beside.after ? at + 1 : at;
  const ordered = [...others.slice(0, place), moved, ...others.slice(place)];
  return ordered.every((visit, index) => visit === untimed[index]) ? null : ordered;
}

/** The same with one of them a step earlier (-1) or later (1). */
export function orderBy(there: readonly Planned[], id: string, step: -1 | 1): Planned[] | null {
  const untimed = untimedOf(there);
  const at = untimed.findIndex((visit) => visit.id === id);
  const beside = at < 0 ? undefined : untimed[at + step];
  return beside ? orderBeside(untimed, id, { card: beside.id, after: step > 0 }) : null;
}

/** What is said of a visit whose turn has changed, or cannot. */
export function saidOfOrder(visit: Planned, ordered: readonly Planned[] | null): string {
  if (ordered) return `${visit.title}, ${ordered.indexOf(visit) + 1} of ${ordered.length} that day`;
  return visit.startMinute === null ? "Nothing else stands there." : "It stands by its time.";
}
