// Logging out. Where the server cannot be reached it stays due: until it is done nobody is let in with the old session.
import { local } from "~/lib/storage";
import { wipeStorage } from "~/lib/wipe";
import { api } from "./client";

/** In the browser's storage: somebody has logged out here, and the server does not know. */
const OWED = "logOutOwed";

export const owesLogOut = (): boolean => local.get(OWED) !== null;

/** Signing in has ended the former session. */
export const forgetOwedLogOut = (): void => local.remove(OWED);

/** Ends the session; says whether the server has done so. */
export async function logOut(): Promise<boolean> {
  local.set(OWED, "yes");
  wipeStorage("log-out");
  try {
    await api.post("/api/auth/logout");
    local.remove(OWED);
    return true;
  } catch (error) {
    console.error("The log-out request failed.", error);
    return false;
  }
}
