// Whether there are words on the page that a reload would lose. Fields that a form has filled in by itself count too: to ask
// once too often costs less than to lose a sentence.

const FIELDS = "form :is(input:not([type=hidden], [type=radio], [type=checkbox], [readonly]), textarea)";

export const wordsTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
