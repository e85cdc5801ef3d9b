// A word on what an icon does, for pointer and focus alike.
import { Tooltip as Parts } from "radix-ui";
import type { ReactNode } from "react";

const DELAY = 700;
const SKIP_DELAY = 300;

/** Stands once around everything that has tooltips. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Parts.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
      {children}
    </Parts.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  /** Off where the word is visible anyway. */
  enabled?: boolean;
  children: ReactNode;
}

export function Tooltip({ text, side = "top", enabled = true, children }: TooltipProps) {
  if (!enabled) return children;
  return (
    <Parts.Root>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          side={side}
          sideOffset={6}
          className="z-60 animate-appear rounded-control bg-ink px-2.5 py-1.5 text-bg text-tiny"
        >
          {text}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
