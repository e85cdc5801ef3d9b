// What an answer means for an operation that waits.
import { ApiError, sentenceOf } from "~/api/error";

export type Verdict =
  /** Done; what the server says of it goes on. */
  | { is: "done" }
  /** No word came: the same is sent again, under the same key. */
  | { is: "lost" }
  /** The server asks for some time. */
  | { is: "busy"; seconds: number }
  /** The session is over, or somebody else's. */
  | { is: "signed-out" }
  /** Nothing but a person can go on with it. */
  | { is: "refused"; sentence: string };

/** Statuses of what stands between us and the server, or of a body that did not arrive. */
const LOST = [408, 502, 504];
const BUSY = [429, 503];
const SECONDS = 10;

/** Said whatever the server says of a call: it knows nothing of the day on which this was done. */
const OURS: Record<number, string> = {
  403: "You may not do this any more. Ask the person who plans this job.",
  404: "This job is not among yours any more, or is gone. Ask the person who plans it.",
};
/** Said where the server gives no sentence. */
const OTHERWISE: Record<number, string> = {
  409: "This was changed by somebody else meanwhile.",
  413: "This is too large to be sent.",
};
const UNKNOWN = "The service could not take this.";

export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof ApiError) || LOST.includes(error.status)) return { is: "lost" };
  const { status, retryAfter } = error;
  if (status === 401 || status === 412) return { is: "signed-out" };
  // What is still being saved is told by 409 with a time; a conflict has none.
  if (BUSY.includes(status) || (status === 409 && retryAfter !== undefined))
    return { is: "busy", seconds: retryAfter ?? SECONDS };
  const fields = Object.values(error.fields);
  return {
    is: "refused",
    sentence: fields.length > 0 ? fields.join(" ") : (OURS[status] ?? sentenceOf(error, OTHERWISE[status] ?? UNKNOWN)),
  };
}

/** The server knows what it has done for thirty days; later a repeat would be done again, so a person looks first. */
const OLD = 25 * 24 * 60 * 60 * 1000;

export const isOld = (at: string, now: number): boolean => now - Date.parse(at) > OLD;

export const TOO_OLD = "This has waited for more than 25 days. Look whether it still fits before you send it.";
