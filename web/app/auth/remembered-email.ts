// The address chosen in the first step of the login. It is kept for the browser session and for the next step only.
import { useSyncExternalStore } from "react";
import { session } from "~/lib/storage";

const KEY = "loginEmail";

export const rememberEmail = (email: string): void => session.set(KEY, email);

export const forgetEmail = (): void => session.remove(KEY);

export const rememberedEmail = (): string | null => session.get(KEY);

const never = () => () => {};

/** The remembered address; nothing in the first render, which is the same everywhere. */
export const useRememberedEmail = (): string | null => useSyncExternalStore(never, rememberedEmail, () => null);
