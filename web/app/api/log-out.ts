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

/** Milliseconds after which a log-out without an answer counts as owed. The call goes on: its late answer settles it. */
const PATIENCE = 3000;

/** Ends the session of a person, else of the one whose log-out is owed. */
export function logOut(person = local.get(OWED) ?? ""): Promise<LoggedOut> {
  local.set(OWED, person);
  wipeStorage("log-out");
  const late = new Promise<LoggedOut>((resolve) => setTimeout(resolve, PATIENCE, "owed"));
  return Promise.race([endSession(person), late]);
}

async function endSession(person: string): Promise<LoggedOut> {
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
  // By the time of a late answer another person may owe theirs.
  if (local.get(OWED) === person) local.remove(OWED);
  return came;
}
