// How people are called and shown.

interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** First letters of first and last name; "U" where there are none. */
export function initials({ firstName, lastName }: Named): string {
  return `${firstName?.trim()[0] ?? ""}${lastName?.trim()[0] ?? ""}`.toUpperCase() || "U";
}

/** First and last name, or an empty text. */
export const fullName = ({ firstName, lastName }: Named): string =>
  [firstName, lastName]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(" ");

/** The name of a value from a table of names; one that is not in it is called by its own words. */
export const nameIn = (names: Record<string, string>, value: string): string =>
  Object.hasOwn(names, value) ? (names[value] as string) : words(value);

/** "in_progress" -> "In Progress": split on the underscore, each word with a capital. */
export const words = (value: string): string =>
  value
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
