// What stands instead of what needs a script, where none runs: it is turned off, or the page's code could not be had.
import type { ReactNode } from "react";
import { classes } from "./classes";

export function Unscripted({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="alert" className={classes("hidden noscript:block", className)}>
      {children}
    </p>
  );
}
