// Signing in by a passkey alone: a user who has one on this device or phone types neither address nor password.
import { useSyncExternalStore } from "react";
import { api, bodyOf } from "~/api/client";
import { isLost } from "~/api/error";
import { takesPasskeys } from "~/lib/passkeys";
import { Button } from "~/ui/button";
import { isNew, unlessDone } from "./unless-done";
import { usePasskey } from "./use-passkey";

const never = () => () => {};

export function PasskeyAlone() {
  const offered = useSyncExternalStore(never, takesPasskeys, () => false);
  const { use, busy } = usePasskey({
    ask: () => bodyOf(api.post("/api/auth/passkey/ask")),
    path: "/api/auth/passkey",
    unless: unlessDone(isLost, undefined, isNew),
  });
  // Its place is kept where nobody knows yet whether it can be used, so that nothing moves.
  return (
    <div className="mt-5 grid noscript:hidden">
      <Button variant="quiet" className={offered ? "" : "invisible"} disabled={!offered} busy={busy} onClick={use}>
        {busy ? "One moment..." : "Sign In with a Passkey"}
      </Button>
    </div>
  );
}
