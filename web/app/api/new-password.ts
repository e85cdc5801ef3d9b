// Sending a new password again. The calls that set one take no key: an answer with a session is kept nowhere. So where an answer was
// lost, a refusal of the next attempt may mean that the first one was done, and the new password itself shows whether it was.
import { ApiError, isLost } from "./error";

/**
 * Gives what sends a new password. `refused` tells the refusal that a password which was set already would meet; after a lost
 * answer, which `set` hears of, `confirm` is then given the password of that attempt, and its answer counts. Where another one was typed
 * since, it fails with `first`, which says that the first one stands.
 */
export function passwordSender<Answer>(refused: (error: unknown) => boolean, first: string) {
  let unsure: string | null = null;
  return async (
    password: string,
    set: (again: boolean) => Promise<Answer>,
    confirm: (sent: string) => Promise<Answer>,
  ) => {
    try {
      return await set(unsure !== null);
    } catch (error) {
      if (isLost(error)) unsure = password;
      if (unsure === null || !refused(error)) throw error;
      const answer = await confirm(unsure).catch((fault) => {
        throw isLost(fault) ? fault : error;
      });
      if (unsure !== password) throw new ApiError(0, JSON.stringify({ error: first }), "");
      return answer;
    }
  };
}
