// The way into the panel, once the server has let somebody in: the greeting can be read before the panel is loaded.
import { leaveFormer } from "~/api/log-out";
import { notify } from "~/ui/toast";
import { forgetEmail } from "./remembered-email";

/** Milliseconds in which the welcome can be read before the panel is loaded. */
const WELCOME = 900;

type Enter = (redirectUrl: string, greeting: string) => Promise<never>;

/** Gives the way into the panel for a sign-in that is sent now. A person who has gone to another step before its answer comes has given it up. */
export function wayIn(): Enter {
  const step = location.pathname;
  return (...answer) => (location.pathname === step ? enter(...answer) : new Promise(() => {}));
}

/**
 * Never ends: the form stays as it is until the panel has replaced this page, and the way back does not lead here. Who still owes a
 * code is led to that step, and greeted after it.
 */
export const enter: Enter = async (redirectUrl, greeting) => {
  leaveFormer();
  if (!redirectUrl.startsWith("/login")) {
    notify(greeting);
    await new Promise((resolve) => setTimeout(resolve, WELCOME));
    forgetEmail();
  }
  location.replace(redirectUrl);
  return new Promise(() => {});
};
