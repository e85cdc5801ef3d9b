// Questions that open one at a time. The answers are in the HTML from the start; closed ones are hidden by style alone.
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

export function Accordion({ children }: { children: ReactNode }) {
  return <div className="wrap-anywhere border-hairline border-y">{children}</div>;
}

interface AccordionItemProps {
  id: string;
  title: string;
  open: boolean;
  onToggle: () => void;
  /** The answer. */
  children: ReactNode;
}

export function AccordionItem({ id, title, open, onToggle, children }: AccordionItemProps) {
  const heading = `${id}-question`;
  return (
    <div id={id} className="border-hairline border-b last:border-b-0">
      <h3>
        <button
          type="button"
          id={heading}
          aria-expanded={open}
          aria-controls={`${id}-answer`}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center justify-between gap-4 py-4 text-left font-semibold text-h4 hover:text-link"
        >
          {title}
          <Plus
            aria-hidden
            className={classes("size-5 shrink-0 text-muted transition-transform", open && "rotate-45")}
          />
        </button>
      </h3>
      <div
        id={`${id}-answer`}
        className={classes(
          "grid overflow-hidden transition-[grid-template-rows,visibility] duration-240",
          open
            ? "grid-rows-[1fr]"
            : "invisible grid-rows-[0fr] noscript:visible noscript:grid-rows-[1fr] print:visible print:grid-rows-[1fr]",
        )}
      >
        <div className="min-h-0">
          <div className="max-w-measure pb-5 text-muted">{children}</div>
        </div>
      </div>
    </div>
  );
}
