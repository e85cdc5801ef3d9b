// The heading of a screen, and the title of the tab with it. It takes the focus when the screen is arrived at.
import { useEffect } from "react";
import { titleTab } from "~/lib/tab-title";

interface ScreenTitleProps {
  /** The title of the tab, where it is another. */
  tab?: string;
  children: string;
}

export function ScreenTitle({ children, tab = children }: ScreenTitleProps) {
  useEffect(() => titleTab(tab), [tab]);
  return (
    <h1 tabIndex={-1} className="font-bold font-display text-[1.5rem] leading-tight">
      {children}
    </h1>
  );
}
