// Said to a person who logged out while the server could not be reached: the session is still open there. It is ended as soon as
// the server answers again: it is asked every few seconds, when the browser is back online, and by the button. The sign-in page says it,
// and the panel, which cannot load another page then.
import { useCallback, useEffect, useState } from "react";
import { logOut, owesLogOut } from "~/api/log-out";
import { Button } from "~/ui/button";
import { notify } from "~/ui/toast";

const RETRY_MS = 5_000;

interface OwedLogOutProps {
  /** After the session has ended. */
  onEnded?: () => void;
}

export function OwedLogOut({ onEnded }: OwedLogOutProps) {
  const [owed, setOwed] = useState(false);
  const [busy, setBusy] = useState(false);
  const look = useCallback(() => {
    if (owesLogOut()) return;
    setOwed(false);
    onEnded?.();
  }, [onEnded]);
  const retry = useCallback(async () => {
    if (owesLogOut() && (await logOut()) !== "owed") notify("You are logged out.");
    look(); // another tab may have been first, whatever came of one's own call
  }, [look]);
  useEffect(() => setOwed(owesLogOut()), []);
  useEffect(() => {
    if (!owed) return;
    void retry();
    const timer = setInterval(retry, RETRY_MS);
    addEventListener("online", retry);
    addEventListener("storage", look);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
      removeEventListener("storage", look);
    };
  }, [owed, retry, look]);
  const press = async () => {
    setBusy(true);
    await retry();
    setBusy(false);
  };
  if (!owed) return null;
  return (
    <div
      role="alert"
      className="mb-8 grid justify-items-start gap-3 rounded-control bg-warn-tint p-4 text-on-warn-tint text-small"
    >
      <p>
        <strong className="block font-semibold">You are not logged out yet</strong>
        The service could not be reached, so your session is still open. Stay on this page until it has ended.
      </p>
      <Button variant="outline" size="small" busy={busy} onClick={press}>
        {busy ? "Logging out..." : "Try Again"}
      </Button>
    </div>
  );
}
