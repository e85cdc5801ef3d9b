// Said where it cannot be known who is signed in: the service does not answer. It asks again by itself when the browser is back
// online.
import { useEffect } from "react";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";

interface UnreachableProps {
  /** Lies over a screen that is hidden meanwhile, with all that was typed there. */
  over?: boolean;
  onRetry: () => void;
}

export function Unreachable({ over = false, onRetry }: UnreachableProps) {
  useEffect(() => {
    addEventListener("online", onRetry);
    return () => removeEventListener("online", onRetry);
  }, [onRetry]);
  return (
    <div
      role="alert"
      className={classes(
        "grid min-h-dvh content-center justify-items-center gap-4 bg-bg px-gutter text-center text-ink",
        over && "pointer-events-auto visible fixed inset-0 z-60",
      )}
    >
      <p className="font-semibold text-h3">The service cannot be reached</p>
      <p className="max-w-measure text-muted">
        Check your connection and try again. If that does not help, the service should be back in a few minutes.
      </p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
