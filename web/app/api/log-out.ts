// Logging out. Where the server cannot be reached it stays due: until it is done nobody is let in with the old session.
import { local } from "~/lib/storage";
import { wipeStorage } from "~/lib/wipe";
import { api, PERSON } from "./client";
import { ApiError } from "./error";

/** In the browser's storage: who has logged out here, which the server does not know. */
const OWED = "logOutOwed";

export const owesLogOut = (): boolean => local.get(OWED) !== null;

/** Signing in has ended the former session: nobody owes its end any more, and what was read in it goes. */
export function leaveFormer(): void {
  local.remove(OWED);
  wipeStorage("session-over");
}

/** Whether the session has ended, or the log-out is owed; or the session is somebody else's by now, and goes on. */
export type LoggedOut = "ended" | "owed" | "another";

/** Ends the session of a person, else of the one whose log-out is owed. */
export async function logOut(person = local.get(OWED) ?? ""): Promise<LoggedOut> {
  local.set(OWED, person);
  wipeStorage("log-out");
  let came: LoggedOut = "ended";
  try {
    await api.post("/api/auth/logout", { headers: { [PERSON]: person } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) {
      console.error("The log-out request failed.", error);
      return "owed";
    }
    came = "another";
  }
  local.remove(OWED);
  return came;
}
