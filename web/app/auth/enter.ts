// The way into the panel, once the server has let somebody in: the greeting can be read before the panel is loaded.
import { leaveFormer } from "~/api/log-out";
import { notify } from "~/ui/toast";
import { forgetEmail } from "./remembered-email";

/** Milliseconds in which the welcome can be read before the panel is loaded. */
const WELCOME = 900;

/**
 * Never ends: the form stays as it is until the panel has replaced this page, and the way back does not lead here. Who still owes a
 * code is led to that step, and greeted after it.
 */
export async function enter(redirectUrl: string, greeting: string): Promise<never> {
  leaveFormer();
  if (!redirectUrl.startsWith("/login")) {
    notify(greeting);
    await new Promise((resolve) => setTimeout(resolve, WELCOME));
    forgetEmail();
  }
  location.replace(redirectUrl);
  return new Promise(() => {});
}
