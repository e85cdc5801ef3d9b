// The heading of a screen. It takes the focus when the screen is arrived at.
import type { ReactNode } from "react";

export function ScreenTitle({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="font-bold font-display text-[1.5rem] leading-tight">
      {children}
    </h1>
  );
}
