// How values of a closed set are shown.

/** The name of a value from a table of names; one that is not in it is called by its own words. */
export const nameIn = (names: Record<string, string>, value: string): string =>
  Object.hasOwn(names, value) ? (names[value] as string) : startCase(value);

/** "in_progress" -> "In Progress". */
export const startCase = (value: string): string =>
  value
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
