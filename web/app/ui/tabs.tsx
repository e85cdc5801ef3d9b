// Parts of one screen, one shown at a time.
import { Tabs as Parts } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";

interface TabsProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: { value: string; label: ReactNode }[];
  children: ReactNode;
}

export function Tabs({ label, value, onValueChange, tabs, children }: TabsProps) {
  const shown = useRef<HTMLButtonElement>(null);
  // On a phone the row is swiped; that it snaps keeps the tab in view when a number beside another one comes late.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another is shown
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest", inline: "center" }); // gives a promise, in browsers of late
  }, [value]);
  return (
    <Parts.Root value={value} onValueChange={onValueChange} activationMode="manual">
      <Parts.List
        aria-label={label}
        className="mb-4 flex snap-x snap-proximity gap-x-1 overflow-x-auto border-hairline border-b sm:flex-wrap"
      >
        {tabs.map((tab) => (
          <Parts.Trigger
            key={tab.value}
            ref={tab.value === value ? shown : null}
            value={tab.value}
            className="-mb-px min-h-11 sunlit:min-h-14 whitespace-nowrap border-transparent border-b-2 px-4 font-semibold text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:snap-center data-[state=active]:border-primary data-[state=active]:text-ink"
          >
            {tab.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {children}
    </Parts.Root>
  );
}

export const TabPanel = Parts.Content;
