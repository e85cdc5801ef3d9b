// Made by `npm run types` from the server's own rules.

export const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
export const LONGEST_EMAIL = 254;
export const LONGEST_CHOICE = 80;
