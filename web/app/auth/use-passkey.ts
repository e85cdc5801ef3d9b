// A press that signs in by a passkey, and what is said where that fails.
import { useState } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { sentenceOf } from "~/api/error";
import { isDeclined, signByPasskey } from "~/lib/passkeys";
import { notifyError } from "~/ui/toast";
import { wayIn } from "./enter";
import type { unlessDone } from "./unless-done";

interface Ceremony {
  ask: () => Promise<Schemas["PasskeyToUse"]>;
  path: "/api/auth/passkey" | "/api/auth/second-factor/passkey";
  /** What becomes of a failure: the answer may have been lost. */
  unless: ReturnType<typeof unlessDone>;
  /** Whether a failure is told by somebody else. */
  onFailed?: (error: unknown) => boolean;
}

export function usePasskey({ ask, path, unless, onFailed }: Ceremony) {
  const [busy, setBusy] = useState(false);
  async function use() {
    setBusy(true);
    const enter = wayIn();
    try {
      const body = await signByPasskey(await ask());
      const { redirectUrl } = await bodyOf(api.post(path, { body })).catch(unless);
      await enter(redirectUrl, "Welcome back!");
    } catch (error) {
      if (isDeclined(error)) notifyError("No passkey was used", "Please try again, or use another way.");
      else if (!onFailed?.(error))
        notifyError("Error", sentenceOf(error, "The passkey could not be used. Please try again."));
      setBusy(false);
    }
  }
  return { use, busy };
}
