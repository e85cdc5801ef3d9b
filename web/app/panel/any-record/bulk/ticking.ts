// Which rows of a list are ticked, for as long as the list is the same.
import { useState } from "react";
import { allTicked, NONE, type Ticks, toggled, toggledAll } from "../../list/ticks";

export function useTicking(
  /** What narrows and orders the list: with another one nothing is ticked any more. */
  asked: object,
  pages: readonly { id: string }[][],
  allowed: boolean,
) {
  const key = JSON.stringify(asked);
  const [held, setHeld] = useState<{ key: string; ticks: Ticks }>({ key, ticks: NONE });
  const ticks = held.key === key ? held.ticks : NONE;
  const order = pages.flat().map(({ id }) => id);
  // By what is ticked at that moment: two presses may come before a drawing.
  const change = (act: (was: Ticks) => Ticks) =>
    setHeld((was) => ({ key, ticks: act(was.key === key ? was.ticks : NONE) }));
  if (!allowed) return undefined;
  return {
    ticks,
    order,
    has: (id: string) => ticks.all || ticks.ids.has(id),
    some: ticks.all || ticks.ids.size > 0,
    every: allTicked(ticks, order),
    tick: (id: string, range: boolean) => change((was) => toggled(was, order, id, range)),
    tickAll: () => change((was) => toggledAll(was, order)),
    /** From one row to the next, as with Shift and an arrow: both are ticked. */
    extend: (from: string | null, to: string) =>
      change((was) => ({ ids: new Set([...was.ids, ...(from ? [from] : []), to]), anchor: to, all: false })),
    meanAll: () => change((was) => ({ ...was, all: true })),
    clear: () => change(() => NONE),
  };
}

export type Ticking = NonNullable<ReturnType<typeof useTicking>>;
