// What could not be loaded, and a way to try again.
import type { ReactNode } from "react";
import { Button, keepFocus } from "~/ui/button";
import { classes } from "~/ui/classes";

interface UnloadedProps {
  retry: () => unknown;
  className?: string;
  children: ReactNode;
}

/** Stands in a line of text as well as on its own. */
export function Unloaded({ retry, className, children }: UnloadedProps) {
  return (
    <span role="alert" className={classes("flex flex-wrap items-center gap-x-3 gap-y-1", className)}>
      {children}
      <Button
        variant="outline"
        size="small"
        className="sunlit:min-h-14"
        onMouseDown={keepFocus}
        onClick={() => retry()}
      >
        Retry
      </Button>
    </span>
  );
}
