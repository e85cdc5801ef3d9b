// What has become of a visit while somebody works on it.
import type { ReactNode } from "react";
import { classes } from "~/ui/classes";

export function Away({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="status" className={classes("rounded-card bg-warn-tint p-4 text-base text-on-warn-tint", className)}>
      {children}
    </p>
  );
}
