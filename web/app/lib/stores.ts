// Everything that a browser keeps for us, by where it lies, with what ends it. What no end is named for belongs to the device: its own
// code removes it. A name with a star begins so.

/** What happens to a session that takes along what was kept. */
export type End =
  /** Somebody logs out. */
  | "log-out"
  /** The server says that the session is over. */
  | "session-over"
  /** The server says that the person may read something else by now: another role or place. */
  | "other-rights"
  /** Somebody else signs in. */
  | "another"
  /** A person discards it: their own at log-out, somebody else's when they are asked about it. */
  | "discard";

type Kept = Record<string, readonly End[]>;

/** The names that may be used of those declared. */
type NameOf<Names> = {
  [Name in keyof Names & string]: Name extends `${infer Beginning}*` ? `${Beginning}${string}` : Name;
}[keyof Names & string];

export const LOCAL = {
  /** Light or dark. */
  theme: [],
  /** Whether single keys are heard. */
  shortcuts: [],
  /** Who was signed in last: name, address, role and place. */
  keptSession1: ["log-out", "session-over"],
  /** That a log-out has not reached the server. */
  logOutOwed: [],
  /** A visitor's key, and the numbers of what they sent last. */
  visitorKey: [],
  quoteReference: [],
  messageReference: [],
  /** A visitor's drawing of lights, until they delete it. */
  studioPlan: [],
} as const satisfies Kept;

/** As long as the tab is open. */
export const SESSION = {
  /** A notice that the next document shows. */
  toast: [],
  /** Whom the sign-in is for, and its next step. */
  loginEmail: [],
  loginStep: [],
  /** Whose tab it was last: the id alone. It outlasts a log-out, as Back leads to that person's addresses still. */
  person: [],
  /** Where somebody was when their session ended; nobody else is led there. Who logs out drops that of their tab (panel/waiting/leave.tsx), and
   * the tab that brings an owed log-out to the server keeps its own. */
  returnTo: [],
  /** By person: words of a form that could not be sent. */
  "draft:*": ["discard"],
  /** By person: what was sent within a day and has no answer, with its words; nothing that may hold a secret, and no file. */
  "sent:*": ["discard"],
  /** The step of setting up that is under way. */
  setupStep: ["log-out"],
  /** The build that was left for a newer one. */
  leftBuild: [],
  /** What a visitor typed into the quote dialog, and how many photos they chose. */
  quoteDraft: [],
  quotePhotos: [],
  messagePhotos: [],
} as const satisfies Kept;

/** Beside those of the server, which no script reads. */
export const COOKIES = {
  /** Whether the sidebar is open. */
  sidebar_state: [],
} as const satisfies Kept;

/** The stores of our database. */
export const DATABASE = {
  /** By person: their visits, with names, addresses and how one gets in. */
  visits: ["log-out", "session-over", "other-rights", "another"],
  /** Small pictures of these visits. */
  pictures: ["log-out", "session-over", "other-rights", "another"],
  /** By person: what was done and waits to be sent, with its words and photos. What was sent and is only to be looked at goes with the
   * session too, and as another person signs in (offline/own-rows.ts). */
  operations: ["discard"],
} as const satisfies Kept;

export const CACHES = {
  /** Of each build: documents and files of the panel, which say nothing about anybody. */
  "panel-*": [],
  /** The picture under a visitor's drawing. */
  studio: [],
} as const satisfies Kept;

export type LocalKey = NameOf<typeof LOCAL>;
export type SessionKey = NameOf<typeof SESSION>;
export type CookieName = NameOf<typeof COOKIES>;
export type StoreName = NameOf<typeof DATABASE>;
export type CacheName = NameOf<typeof CACHES>;

/** The names of what this ends. */
export const endedBy = <Names extends Kept>(end: End, names: Names): (keyof Names & string)[] =>
  Object.keys(names).filter((name) => names[name]?.includes(end));

export const isDeclared = (names: Kept, name: string): boolean =>
  Object.keys(names).some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name));
