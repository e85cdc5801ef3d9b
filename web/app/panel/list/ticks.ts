// Which rows of a table are ticked: one by one, from one to another with Shift, all that are loaded, or all that match.
export interface Ticks {
  ids: ReadonlySet<string>;
  /** The last one that was ticked or not any more: a range goes from here. */
  anchor: string | null;
  /** Whether all that match are meant, those that are not loaded too. */
  all: boolean;
}

export const NONE: Ticks = { ids: new Set(), anchor: null, all: false };

/** The ids from one row to another, in the order of the table; the other alone where the first is not there any more. */
function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [order.indexOf(from ?? ""), order.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Ticks a row, or takes its tick away; with `range` all from the last one to it become what the last one is. */
export function toggled(ticks: Ticks, order: readonly string[], id: string, range = false): Ticks {
  const ids = new Set(ticks.all ? order : ticks.ids);
  const anchored = range && ticks.anchor !== null;
  const on = anchored ? ids.has(ticks.anchor as string) : !ids.has(id);
  for (const one of anchored ? between(order, ticks.anchor, id) : [id]) {
    if (on) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id, all: false };
}

/** All that are loaded, or none. */
export const toggledAll = (ticks: Ticks, order: readonly string[]): Ticks =>
  allTicked(ticks, order) ? NONE : { ids: new Set(order), anchor: null, all: false };

export const allTicked = ({ ids, all }: Ticks, order: readonly string[]): boolean =>
  all || (order.length > 0 && order.every((id) => ids.has(id)));
