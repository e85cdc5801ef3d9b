// Questions that open one at a time. The answers are in the HTML from the start; closed ones are hidden by style alone.
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { classes } from "./classes";

interface AccordionItem {
  id: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  items: AccordionItem[];
  /** The entry that is open, for those who steer it from outside (a link to one entry). */
  value?: string;
  onValueChange?: (value: string) => void;
  className?: string;
}

/** More than this many named regions on a page help nobody find one. */
const REGIONS = 6;

export function Accordion({ items, value, onValueChange, className }: AccordionProps) {
  const [own, setOwn] = useState("");
  const opened = value ?? own;
  const change = onValueChange ?? setOwn;
  return (
    <div className={classes("border-hairline border-y", className)}>
      {items.map(({ id, title, content }) => {
        const open = id === opened;
        const heading = `${id}-question`;
        const region = items.length <= REGIONS && { role: "region", "aria-labelledby": heading };
        return (
          <div key={id} id={id} className="border-hairline border-b last:border-b-0">
            <h3>
              <button
                type="button"
                id={heading}
                aria-expanded={open}
                aria-controls={`${id}-answer`}
                onClick={() => change(open ? "" : id)}
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
              {...region}
              className={classes(
                "grid overflow-hidden transition-[grid-template-rows,visibility] duration-240",
                open
                  ? "grid-rows-[1fr]"
                  : "invisible grid-rows-[0fr] noscript:visible noscript:grid-rows-[1fr] print:visible print:grid-rows-[1fr]",
              )}
            >
              <div className="min-h-0">
                <div className="max-w-measure pb-5 text-muted">{content}</div>
              </div>
            </div>
          </div>
        );
      })}
    </div>
  );
}
