// Idempotency keys: a write that is sent again under the key of the first time is done once, however often its answer is lost.

/** 128 random bits in hexadecimal; `crypto.randomUUID` is missing where the site is not served over HTTPS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The header that carries a key. */
export const keyed = (key: string) => ({ "Idempotency-Key": key });

/** The headers of a change under the version that it began with. */
export const changing = (version: number, key: string) => ({ "If-Match": `"${version}"`, ...keyed(key) });

/** Gives a key for what is about to be sent: the same one while the same is sent, and a new one for anything else. */
export function keyring(): (content: unknown) => string {
  let last = "";
  let key = "";
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last) key = newKey();
    last = text;
    return key;
  };
}
