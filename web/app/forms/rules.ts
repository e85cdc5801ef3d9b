// Rules that many forms share, with their messages (product.md, rule 103).
import {
  boolean,
  custom,
  maxBytes,
  maxLength,
  minLength,
  nonEmpty,
  pipe,
  regex,
  string,
  transform,
  value,
} from "valibot";
import { EMAIL, LONGEST_EMAIL } from "~/api/rules";
import { asMeant, trimmed } from "~/lib/text";

/** Trims a text by the server's own rule. */
export const tidy = () => transform(trimmed);

/** A text that must be there. */
export const required = (message = "Required") => pipe(string(), tidy(), nonEmpty(message));

/** A text that may be missing: empty is sent as null. */
export const optional = () =>
  pipe(
    string(),
    tidy(),
    transform((text) => text || null),
  );

/** A password that somebody chooses, as typed. */
export const newPassword = () =>
  pipe(
    string(),
    minLength(8, "Password must be at least 8 characters"),
    maxBytes(1024, "Please use a password of at most 1,024 bytes"),
  );

/** That somebody agrees: sent as the name of the wording that they agree to. */
export const agreement = <Version extends string>({ version }: { version: Version }, message: string) =>
  pipe(
    boolean(),
    value(true, message),
    transform(() => version),
  );

/** What a list of choices gives. Only they are offered; a code that a record came with and nobody here knows may stay. */
export const chosen = <Code extends string>() =>
  pipe(
    string(),
    custom<Code>((value) => value !== ""),
  );

interface EmailMessages {
  invalid?: string;
  missing?: string;
}

/** An email address, by the server's own rule. */
export const emailAddress = ({
  invalid = "Please enter a valid email address",
  missing = invalid,
}: EmailMessages = {}) =>
  pipe(
    string(),
    transform(asMeant),
    nonEmpty(missing),
    maxLength(LONGEST_EMAIL, `Please use at most ${LONGEST_EMAIL} characters`),
    regex(EMAIL, invalid),
  );
