// Made by `npm run types` from the server's own rules.

export const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
export const LONGEST_EMAIL = 254;
export const LONGEST_CHOICE = 80;
/** What senders of photos agree to now, and what staff say of the company's own. */
export const SENDERS_CONSENT = {
  version: "visitor-1",
  words:
    "I took this photo or may share it. You may show it on your website, with its description, location and category, until I ask you to take it down.",
} as const;
export const OWNERS_CONSENT = {
  version: "owner-1",
  words: "The owner of this place agreed that we show this photo on our website.",
} as const;
