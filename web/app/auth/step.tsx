// The heading of a step of the login. The steps of one address follow each other without a new document, so the title of the tab
// and the focus follow here, as they would there.
import { type ReactNode, useEffect, useRef } from "react";
import { titleTab } from "~/lib/tab-title";

interface StepHeadingProps {
  title: string;
  /** The title of the tab, where it is another. */
  tab?: string;
  children: ReactNode;
}

let first = true;

export function StepHeading({ title, tab = title, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    titleTab(tab);
    // Where a field took the focus, or a button that is still there has it, it stays.
    if (!first && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    first = false;
  }, [tab]);
  return (
    <div className="mb-8 grid gap-2">
      <h1 ref={heading} tabIndex={-1} className="font-bold font-display text-[2rem] leading-tight tracking-tight">
        {title}
      </h1>
      <p className="text-muted">{children}</p>
    </div>
  );
}
