// The address chosen in the first step of the login. It is kept for the browser session and for the next step only.
import { useSyncExternalStore } from "react";

const KEY = "loginEmail";

export const rememberEmail = (email: string): void => sessionStorage.setItem(KEY, email);

export const forgetEmail = (): void => sessionStorage.removeItem(KEY);

export const rememberedEmail = (): string | null => sessionStorage.getItem(KEY);

const never = () => () => {};

/** The remembered address; nothing in the first render, which is the same everywhere. */
export const useRememberedEmail = (): string | null => useSyncExternalStore(never, rememberedEmail, () => null);
