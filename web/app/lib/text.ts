// Which characters show something, and how text is trimmed. The server has the same rule (duskline/core/values/texts.py).

/** White space, controls, the blank Braille pattern, and characters that show nothing. */
const NOTHING = /[\p{White_Space}\p{Cc}\u2800\p{Default_Ignorable_Code_Point}]/u;
/** Shows nothing by itself, and says how the sign before it looks, as the red of a heart. */
const OF_A_SIGN = /[\p{Variation_Selector}\u{e0000}-\u{e0fff}]/u;

const showsNothing = (sign: string) => NOTHING.test(sign) || OF_A_SIGN.test(sign);
const isBlank = (sign = "") => NOTHING.test(sign) && !OF_A_SIGN.test(sign);

/** Without blank and invisible characters at both ends; text that shows nothing becomes empty. */
export function trimmed(text: string): string {
  const signs = [...text];
  let from = 0;
  let to = signs.length;
  while (isBlank(signs[from])) from++;
  while (to > from && isBlank(signs[to - 1])) to--;
  const kept = signs.slice(from, to);
  return kept.every(showsNothing) ? "" : kept.join("");
}

/** An address or a number without the invisible characters that copying brings along. */
export const asMeant = (typed: string): string => trimmed(typed).replaceAll("\xad", "");
