// After a lost answer a sign-in may be done all the same: who is signed in now says whether it is, and then it goes on.
import { api, bodyOf, type Schemas } from "~/api/client";
import { ApiError, lostAs } from "~/api/error";
import { keptPerson } from "~/api/kept-session";
import { owesLogOut } from "~/api/log-out";
import { rememberedEmail } from "./remembered-email";

type User = Schemas["CurrentUser"];

export const NO_ANSWER = "No answer came back. Please try again.";

/** Milliseconds for which the answer is waited for. */
const PATIENCE = 3000;

const whoIsIn = (): Promise<User | null> =>
  bodyOf(api.get("/api/auth/user", { signal: AbortSignal.timeout(PATIENCE) })).catch(() => null);

/** Whose address the first step has asked for. */
const isRemembered = ({ email }: User): boolean => email.toLowerCase() === rememberedEmail()?.toLowerCase();

/** Where no address is known: a person who was not signed in before. */
export const isNew = ({ id }: User): boolean => id !== keptPerson();

/** A sign-in that owes its second step has ended: by its time, or because the step was taken. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Gives what becomes of a failed call that signs in: where it may be done and the person is in, it leads on as its answer would have. Else it fails,
 * and says of a lost answer what `lost` says. */
export const unlessDone =
  (mayBeDone: (error: unknown) => boolean, lost = NO_ANSWER, isThem = isRemembered) =>
  async (error: unknown): Promise<{ redirectUrl: string }> => {
    const user = mayBeDone(error) && !owesLogOut() ? await whoIsIn() : null; // a session whose log-out is due lets nobody in
    return user && isThem(user) ? { redirectUrl: "/panel" } : lostAs(lost)(error);
  };
