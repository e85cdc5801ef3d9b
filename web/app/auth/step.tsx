// The heading of a step of the login.
import type { ReactNode } from "react";

export function StepHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-8 grid gap-2">
      <h1 tabIndex={-1} className="font-bold font-display text-[2rem] leading-tight tracking-tight">
        {title}
      </h1>
      <p className="text-muted">{children}</p>
    </div>
  );
}
