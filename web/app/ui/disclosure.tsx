// A heading that opens what stands under it. What is inside exists only while it is open.
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { classes } from "./classes";

interface DisclosureProps {
  label: ReactNode;
  /** Opened by what led here, and not by a press. */
  startsOpen?: boolean;
  className?: string;
  children: ReactNode;
}

export function Disclosure({ label, startsOpen = false, className, children }: DisclosureProps) {
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  return (
    <section className={className}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-10 items-center gap-2 font-semibold"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden className={classes("size-4 shrink-0 transition-transform", open && "rotate-90")} />
        {label}
      </button>
      <div id={id} className="pt-2">
        {open && children}
      </div>
    </section>
  );
}
