// How somebody is reached: the links that write and call, and do nothing more, whatever was typed. The server builds its
// own links the same way (duskline/core/values/contacts.py). And how a number is read, and the link that leads to a place.

/** The link that writes to an address (RFC 6068); none where it is no address at all. */
export function mailto(address: string): string | null {
  const at = address.lastIndexOf("@");
  if (at < 0) return null;
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}

/** Fewer digits are a service or an emergency code, more are no number at all (E.164). */
const DIGITS = { least: 7, most: 15 };
const EXTENSION = /(\d)[\s.,;]*(?:ext|x|#|,|;).*$/is;
/** In "+44 (0)20 ..." nobody dials the zero. */
const TRUNK = /(\+\d+\s*)\(0\)/;

/** A number whose letters are dialed, such as 1-800-HOLIDAYS. */
const VANITY = /^\+?(?:1[\s.-]*)?\(?\d{3}\)?[\s.-]*(?:[A-Z0-9][\s.-]*){7,}$/;
const KEYS = ["", "", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"];

/** The digits that the letters of a number dial; letters beyond its length are not dialed. */
function dialed(number: string): string {
  const letters = number.toUpperCase();
  if (number.replace(/\D/g, "").length >= 10 || !VANITY.test(letters)) return number;
  const digits = letters
    .replace(/[A-Z]/g, (letter) => `${KEYS.findIndex((key) => key.includes(letter))}`)
    .replace(/\D/g, "");
  return digits.slice(0, digits.startsWith("1") ? 11 : 10);
}

/** What a spreadsheet has rounded, and a day: nobody is reached by it. */
const ROUNDED = /\d[.,]\d+E[+-]?\d+|\dE[+-]\d+|^\W*\d+E\d+\W*$/i;
const DAY =
  /(?<![\d/.+-])(?:(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([/.-])\d{1,2}\2(?:19|20)\d\d|\d{1,2}\/\d{1,2}\/\d\d)(?![/.-]?\d)(?:[T ]+\d{1,2}(?::\d\d)+)?/g;

/** The link that calls a number: its digits and a leading plus alone, so that no code is dialed; none where no number is left. */
export function tel(typed: string): string | null {
  const said = typed.normalize("NFKC").replace(DAY, " ").trim();
  if (ROUNDED.test(said)) return null;
  const number = dialed(said).replace(EXTENSION, "$1").replace(TRUNK, "$1");
  const digits = number.replace(/\D/g, "");
  if (digits.length < DIGITS.least || digits.length > DIGITS.most || /^0+$/.test(digits)) return null;
  return `tel:${/^\D*\+/.test(number) ? "+" : ""}${digits}`;
}

/** The link that begins a text message to a number (RFC 5724); none where no number is left. */
export function sms(typed: string, words: string): string | null {
  const call = tel(typed);
  return call && `${call.replace("tel:", "sms:")}?&body=${encodeURIComponent(words)}`; // the "&" is for iPhones
}

/** A number from here without a mark between its digits, with or without the country's code. */
const BARE = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/;

/** A number as people read it: "(614) 555-0177" of bare digits; whatever else was typed stays as it is. */
export const phoneText = (typed: string): string => typed.trim().replace(BARE, "($1) $2-$3");

/** The link that shows an address on a map, or leads there. */
export const mapOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
