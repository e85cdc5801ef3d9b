// The way into the panel, once the server has let somebody in: the greeting can be read before the panel is loaded.
import { leaveFormer } from "~/api/log-out";
import { notify } from "~/ui/toast";
import { forgetEmail, rememberedEmail } from "./remembered-email";

/** Milliseconds in which the welcome can be read before the panel is loaded. */
const WELCOME = 900;

/** Which step is shown, and for whose address. */
const step = (): string => location.href + rememberedEmail();

const never = (): Promise<never> => new Promise(() => {});

/** Leads into the panel, or to the step that is still owed. */
type Enter = (redirectUrl: string, greeting: string) => Promise<never>;

/**
 * Gives the way into the panel for a sign-in that is sent now. A person who goes to another step before its answer comes, or in the time of the greeting,
 * has given it up. It never ends: the form stays as it is until the panel has replaced this page, and the way back does not lead here.
 */
export function wayIn(): Enter {
  const from = step();
  return async (redirectUrl, greeting) => {
    if (step() !== from) return never();
    leaveFormer();
    if (!redirectUrl.startsWith("/login")) {
      notify(greeting);
      await new Promise((resolve) => setTimeout(resolve, WELCOME));
      if (step() !== from) return never();
      forgetEmail();
    }
    location.replace(redirectUrl);
    return never();
  };
}

/** The same for what is answered already. */
export const enter: Enter = (...answer) => wayIn()(...answer);
