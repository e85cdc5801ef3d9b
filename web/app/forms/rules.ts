// Rules that many forms share, with the messages of the specification.
import { email, nonEmpty, pipe, string, transform, trim } from "valibot";

/** A text that must be there. */
export const required = (message = "Required") => pipe(string(), trim(), nonEmpty(message));

/** A text that may be missing: empty is sent as null. */
export const optional = () =>
  pipe(
    string(),
    trim(),
    transform((text) => text || null),
  );

export const emailAddress = () =>
  pipe(string(), trim(), nonEmpty("Required"), email("Please enter a valid email address"));
