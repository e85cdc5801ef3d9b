// An operation: what one press did, as it is kept until the server has taken it.

export interface Field {
  name: string;
  value: string | File;
}

/** A call that is to be made. */
interface Call {
  /** Its Idempotency-Key. */
  id: string;
  path: string;
  method: "POST" | "PATCH";
  body?: unknown;
  form?: Field[];
}

export interface Waiting extends Call {
  /** Whose it is: nobody else's session sends it. */
  person: string;
  /** What that person is called, for others who hold this device. */
  name: string;
  /** What it is about: within that, everything is sent in order. */
  about: string;
  /** When it was done, by this device's clock. */
  at: string;
  /** What it does, in words, and where: "Started", "12 Elm Street". */
  title: string;
  place: string;
  /** All that the person told by it, a line for each thing. */
  words: string;
  /** What screens show of it before the server does. */
  shown: unknown;
  /** Waits; stands until a person decides; or was done, and something is to be told of it. */
  state: "waiting" | "refused" | "told";
  /** Sentences about it. */
  said: string[];
  /** Where it stands among all: a whole number from when it is kept, between two of them where it could not be, and goes with the page. */
  order?: number;
}
