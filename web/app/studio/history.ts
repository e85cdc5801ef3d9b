// What was done to a drawing, step by step, so that each step can be taken back and done again.

export interface History<State> {
  past: readonly State[];
  now: State;
  future: readonly State[];
}

/** Steps that can be taken back. */
const KEPT = 100;

export const begun = <State>(now: State): History<State> => ({ past: [], now, future: [] });

export const changed = <State>({ past, now }: History<State>, next: State): History<State> => ({
  past: [...past, now].slice(-KEPT),
  now: next,
  future: [],
});

/** The same step goes on, such as a point that is still being dragged. */
export const amended = <State>(history: History<State>, next: State): History<State> => ({ ...history, now: next });

export function undone<State>(history: History<State>): History<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redone<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}
