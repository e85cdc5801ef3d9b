// The shape of what is about to arrive. It shows after a moment only, so that quick answers do not flicker.
import type { ReactNode } from "react";
import { classes } from "./classes";
import { VisuallyHidden } from "./visually-hidden";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-control bg-sunk", className)} />;
}

/** The frame around skeletons: says once, in words, that something is being loaded. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      aria-busy="true"
      className={classes("animate-appear [animation-delay:200ms] [animation-fill-mode:backwards]", className)}
    >
      <span role="status">
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
      {children}
    </div>
  );
}
