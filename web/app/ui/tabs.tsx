// Parts of one screen, one shown at a time.
import { Tabs as Parts } from "radix-ui";
import type { ReactNode } from "react";

interface TabsProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: { value: string; label: ReactNode }[];
  children: ReactNode;
}

export function Tabs({ label, value, onValueChange, tabs, children }: TabsProps) {
  return (
    <Parts.Root value={value} onValueChange={onValueChange} activationMode="manual">
      <Parts.List aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-hairline border-b">
        {tabs.map((tab) => (
          <Parts.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 whitespace-nowrap border-transparent border-b-2 px-4 font-semibold text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-ink"
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
