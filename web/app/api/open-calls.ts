// Made by `npm run types` from the server's own description.

/** Calls without a session: their 401 says that a password, a code or a passkey was wrong, and ends nothing. */
export const OPEN_CALLS = [
  "POST /api/auth/login",
  "POST /api/auth/second-factor",
  "POST /api/auth/second-factor/ask",
  "POST /api/auth/second-factor/passkey",
  "POST /api/auth/passkey",
  "POST /api/auth/second-factor/owed/app",
  "POST /api/auth/second-factor/owed/app/confirm",
  "POST /api/auth/second-factor/owed/passkeys/ask",
  "POST /api/auth/second-factor/owed/passkeys",
];
