// A moment in whatever words suit its place; pointing at it tells its day and time.
import type { ReactNode } from "react";
import { useClock } from "./clock";

interface MomentProps {
  /** ISO-8601, UTC. */
  at: string;
  className?: string;
  children: ReactNode;
}

export function Moment({ at, className, children }: MomentProps) {
  // HTML takes three digits of a second at most.
  const written = at.replace(/(\.\d{3})\d+/, "$1");
  return (
    <time dateTime={written} title={useClock().moment(at)} className={className}>
      {children}
    </time>
  );
}
