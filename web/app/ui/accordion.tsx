// Questions that open one at a time. The answers are in the HTML from the start; closed ones are hidden by style alone.
import { Plus } from "lucide-react";
import { Accordion as Parts } from "radix-ui";
import type { ReactNode } from "react";
import { classes } from "./classes";

export interface AccordionItem {
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
  const plain = items.length > REGIONS ? { role: undefined, "aria-labelledby": undefined } : {};
  return (
    <Parts.Root
      type="single"
      collapsible
      className={classes("border-hairline border-y", className)}
      {...(value !== undefined && { value, onValueChange })}
    >
      {items.map(({ id, title, content }) => (
        <Parts.Item key={id} value={id} id={id} className="scroll-mt-28 border-hairline border-b last:border-b-0">
          <Parts.Header className="m-0">
            <Parts.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 py-4 text-left font-semibold text-h4 hover:text-link">
              {title}
              <Plus
                aria-hidden
                className="size-5 shrink-0 text-muted transition-transform duration-160 group-data-[state=open]:rotate-45"
              />
            </Parts.Trigger>
          </Parts.Header>
          <Parts.Content
            forceMount
            className="grid grid-rows-[1fr] overflow-hidden transition-[grid-template-rows,visibility] duration-240 data-[state=closed]:invisible data-[state=closed]:grid-rows-[0fr] noscript:data-[state=closed]:visible noscript:data-[state=closed]:grid-rows-[1fr]"
            {...plain}
          >
            <div className="min-h-0">
              <div className="max-w-measure pb-5 text-muted">{content}</div>
            </div>
          </Parts.Content>
        </Parts.Item>
      ))}
    </Parts.Root>
  );
}
