// Compares values as the server stores them. Merging uses it, and every form that a user types into.

const plain = (value: unknown) => (typeof value === "string" ? value.trim() : value) || (value === 0 ? 0 : null);

/** Whether two values are the same to the server, which trims texts and keeps no empty ones. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other));

/** The fields of `fields` that differ from `base`. */
export function changesOf<F extends object>(base: F, fields: F): Partial<F> {
  const changes = { ...fields };
  for (const name in changes) if (same(changes[name], base[name])) delete changes[name];
  return changes;
}

/** Whether what was typed, a text or fields, is another one to the server than what stood there. */
export const differs = (typed: unknown, given: unknown): boolean =>
  typed instanceof Object ? !isEmpty(changesOf(Object(given), typed)) : !same(typed, given);

export const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;
