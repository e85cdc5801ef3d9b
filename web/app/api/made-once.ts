// What makes a record goes under the key of the same one before it whose answer was lost, whichever form sends it: the server returns the answer that it
// kept, and nobody makes a twin.
import { send } from "./client";
import { ApiError, isLost } from "./error";

/** Addresses of calls that make a record. What is done and undone goes under a key of its own each time. */
const MAKES = /\/panel\/([a-z-]+|.+\/(client|hand-over|invitations|lead|properties|return-visit|ticket))$/;

/** Whether a write makes a record. */
export const makes = ({ method, url }: Request): boolean => method === "POST" && MAKES.test(url);

/** Milliseconds for which a key is sent again; the server keeps its answer for longer. */
const DAY = 86_400_000;

/** The keys of what got no answer, by what was sent. A page is one person's. */
const keys = new Map<string, string>();

/** Sends what makes a record, under its own key or that of the same one before it. `sent` says what is the same. */
export async function sendOnce(sent: string, own: string, under: (key: string) => Request): Promise<Response> {
  const key = keys.get(sent) ?? own;
  try {
    const answer = await send(under(key));
    for (const [other, its] of keys) if (its === key) keys.delete(other);
    return answer;
  } catch (error) {
    if (isLost(error)) {
      keys.set(sent, key);
      setTimeout(() => keys.delete(sent), DAY);
    } else if (key !== own && isOther(error)) {
      keys.delete(sent);
      return sendOnce(sent, own, under);
    }
    throw error;
  }
}

/** Whether this is another one: what was made under the key is gone by now, or said something else. */
const isOther = (error: unknown): boolean => error instanceof ApiError && [404, 422].includes(error.status);
