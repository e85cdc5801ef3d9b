// What the browser keeps for us, under the names of stores.ts: the only file that touches its storage. A browser may refuse (a setting,
// a sandbox, a full disk), and then a value is kept in memory, for as long as the page stands.

import type { CookieName, LocalKey, SessionKey } from "./stores";

export interface Store<Key extends string> {
  get: (key: Key) => string | null;
  set: (key: Key, value: string) => void;
  remove: (key: Key) => void;
  /** The keys that hold a value and begin so. */
  keys: (beginning: string) => Key[];
  /** Whether a value written now is still there after a reload. */
  lasts: () => boolean;
}

/** What `act` gives, or undefined where the browser refuses. Even naming its storage may throw. */
function allowed<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function storeIn<Key extends string>(storage: () => Storage): Store<Key> {
  const memory = new Map<string, string>();
  const write = (key: string, value: string) => {
    storage().setItem(key, value);
    return true;
  };
  return {
    get: (key) => memory.get(key) ?? allowed(() => storage().getItem(key)) ?? null,
    set: (key, value) => {
      if (allowed(() => write(key, value))) memory.delete(key);
      else memory.set(key, value);
    },
    remove: (key) => {
      memory.delete(key);
      allowed(() => storage().removeItem(key));
    },
    keys: (beginning) => {
      const all = new Set([...memory.keys(), ...(allowed(() => Object.keys(storage())) ?? [])]);
      return ([...all] as Key[]).filter((key) => key.startsWith(beginning));
    },
    lasts: () => allowed(() => write("probe", "")) ?? false,
  };
}

/** Kept until it is removed. */
// biome-ignore lint/style/noRestrictedGlobals: the one place that guards it
export const local = storeIn<LocalKey>(() => localStorage);

/** Kept until the tab is closed. */
// biome-ignore lint/style/noRestrictedGlobals: the one place that guards it
export const session = storeIn<SessionKey>(() => sessionStorage);

/** A cookie of this site by its name, or null. */
export function readCookie(name: CookieName): string | null {
  const pairs = allowed(() => document.cookie.split("; ")) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/** Keeps a cookie for the whole site for so many seconds. */
export function writeCookie(name: CookieName, value: string, seconds: number): void {
  allowed(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${name}=${value}; path=/; max-age=${seconds}; SameSite=Lax`;
  });
}
