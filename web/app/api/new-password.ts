// Sending a new password again. The calls that set one take no key: an answer with a session is kept nowhere. So where an answer was
// lost, a refusal of the next attempt may mean that the first one was done, and the new password itself shows whether it was.
import { isLost } from "./error";

/**
 * Gives what sends a new password. `refused` tells the refusal that a password which was set already would meet; after a lost
 * answer, which `set` hears of, `confirm` is then given the password of that attempt, and its answer counts.
 */
export function passwordSender<Answer>(refused: (error: unknown) => boolean) {
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
      return await confirm(unsure).catch((fault) => {
        throw isLost(fault) ? fault : error;
      });
    }
  };
}
