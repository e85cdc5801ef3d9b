// How people are called and shown.

interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** First letters of first and last name; "U" where there are none. */
export function initials({ firstName, lastName }: Named): string {
  return `${firstName?.trim()[0] ?? ""}${lastName?.trim()[0] ?? ""}`.toUpperCase() || "U";
}

/** By what one is addressed: the first name, or the last one where that is all. */
export const calledName = ({ firstName, lastName }: Named): string => firstName?.trim() || lastName?.trim() || "";

/** First and last name, or an empty text. */
export const fullName = ({ firstName, lastName }: Named): string =>
  [firstName, lastName]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(" ");
