// What tooltips are drawn with.
import { Tooltip as Parts } from "radix-ui";
import type { ReactNode } from "react";
import { Bubble, type TooltipProps } from "./tooltip";

const DELAY = 700;
const SKIP_DELAY = 300;

function Word({ text, side = "top", children }: TooltipProps) {
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

export default function Bubbles({ children }: { children: ReactNode }) {
  return (
    <Parts.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
      <Bubble value={Word}>{children}</Bubble>
    </Parts.Provider>
  );
}
