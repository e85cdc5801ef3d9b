// What a call that did not succeed becomes.

interface Answer {
  error?: unknown;
  fields?: unknown;
}

function parse(body: string): Answer {
  try {
    const answer = JSON.parse(body);
    return answer !== null && typeof answer === "object" ? answer : {};
  } catch {
    return {};
  }
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The server's sentence for a person, where it sent one. */
  readonly sentence: string | undefined;
  /** Messages by field name, for a body that was not valid. */
  readonly fields: Record<string, string>;

  readonly status: number;
  /** Seconds after which the server wants to be asked again, where it says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: string, statusText: string, retryAfter?: number) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.retryAfter = retryAfter;
    const { error, fields } = parse(body);
    this.sentence = typeof error === "string" ? error : undefined;
    // Anything in between may answer in the server's place; where there are fields, they are the server's, whose messages are texts.
    this.fields = fields !== null && typeof fields === "object" ? (fields as Record<string, string>) : {};
  }
}

const CHANGED = "We already have this, and it has been changed since you first sent it.";
const GONE = "This is gone, or out of your reach, since you first sent it.";

/** What was made under the key is not as it is asked for again, and another one may not be meant: the person says so. */
export class ChangedSince extends ApiError {
  /** As it was made; undefined where it is gone. */
  readonly made: unknown;

  constructor(made?: unknown) {
    super(422, JSON.stringify({ error: `${made === undefined ? GONE : CHANGED} Nothing was sent now.` }), "");
    this.made = made;
  }
}

/** What to tell a person: the server's sentence, or else `otherwise`. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.sentence) || otherwise;

/** Somebody else was first. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** The key went with other words, or what was made under it was changed since. */
export const isTaken = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** What the call was about is not there, or out of scope. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** One's role does not include it. */
export const isDenied = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Whether the call may have been done although no answer says so: it was cut off, or something in between answered in the server's place,
 * which gives a sentence with each of its own faults. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || (error.status >= 500 && error.sentence === undefined);

/** For a call that is not done once by itself: where its answer is lost, the error says what to do instead of trying again. */
export const lostAs =
  (said: string) =>
  (error: unknown): never => {
    throw isLost(error) ? new ApiError(0, JSON.stringify({ error: said }), "") : error;
  };
