// The address chosen in the first step of the login. It is kept for the browser session and for the next step only.
import { useSyncExternalStore } from "react";
import { session } from "~/lib/storage";

const KEY = "loginEmail";
const STEP_KEY = "loginStep";

/** `step` is where this address goes on, which is another for clients than for staff. */
export function rememberEmail(email: string, step: string): void {
  session.set(KEY, email);
  session.set(STEP_KEY, step);
}

export function forgetEmail(): void {
  session.remove(KEY);
  session.remove(STEP_KEY);
}

/** Where the remembered address goes on; the first step where there is none. */
export const rememberedStep = (): string => (rememberedEmail() && session.get(STEP_KEY)) || "/login";

export const rememberedEmail = (): string | null => session.get(KEY);

const never = () => () => {};

/** The remembered address; nothing in the first render, which is the same everywhere. */
export const useRememberedEmail = (): string | null => useSyncExternalStore(never, rememberedEmail, () => null);
