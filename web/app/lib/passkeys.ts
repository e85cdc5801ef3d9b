// Passkeys as the browser keeps them (WebAuthn): what the server asks for goes to it as bytes, and its answer back as base64url.

interface Known {
  id: string;
  transports: string[];
}

interface ToUse {
  challenge: string;
  host: string;
  known: Known[];
}

interface ToMake extends ToUse {
  brand: string;
  userId: string;
  email: string;
  name: string;
  algorithms: number[];
}

/** Whether passkeys can be used here: not in an old browser, and not where the site is called by a number. */
export const takesPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && !/^[\d.]+$|:/.test(location.hostname);

/** Whether the person turned away from the browser's dialog, or let its time pass. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");

/** Whether the device has a passkey for this account already. */
export const isKnownHere = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "InvalidStateError";

/** Opens the browser's dialog, which makes a passkey. */
export async function makePasskey(asked: ToMake) {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(asked.challenge),
      rp: { id: asked.host, name: asked.brand },
      user: { id: new TextEncoder().encode(asked.userId), name: asked.email, displayName: asked.name },
      pubKeyCredParams: asked.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: asked.known.map(described),
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      attestation: "none",
    },
  });
  const { rawId, response } = made as PublicKeyCredential;
  const answer = response as AuthenticatorAttestationResponse;
  return {
    challenge: asked.challenge,
    id: textOf(rawId),
    clientData: textOf(answer.clientDataJSON),
    attestation: textOf(answer.attestationObject),
    transports: answer.getTransports?.() ?? [],
  };
}

/** Opens the browser's dialog, which signs by one of the known passkeys. Where none is known it signs in alone, so the device must ask for
 * its person. */
export async function signByPasskey(asked: ToUse) {
  const signed = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(asked.challenge),
      rpId: asked.host,
      allowCredentials: asked.known.map(described),
      userVerification: asked.known.length > 0 ? "preferred" : "required",
    },
  });
  const { rawId, response } = signed as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse;
  return {
    challenge: asked.challenge,
    id: textOf(rawId),
    clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  };
}

const described = ({ id, transports }: Known): PublicKeyCredentialDescriptor => ({
  type: "public-key",
  id: bytesOf(id),
  transports: transports as AuthenticatorTransport[],
});

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
