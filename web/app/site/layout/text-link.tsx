// Where the company's privacy policy and terms can be read: in a dialog, so that what is being typed stays. The address is that of a
// plain page, for a tab of its own and where no script runs.
import { type MouseEvent, useState } from "react";
import { lazyOnDemand } from "~/ui/lazy";
import { When } from "../slots";
import { type TextName, TITLES } from "./texts";

const TextDialog = lazyOnDemand(() => import("../sections/text-dialog"), {
  wanted: ({ open }) => open,
  fallback: () => null,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

interface TextLinkProps {
  name: TextName;
  className?: string;
  /** What stands in place of the link where the company has no such text. */
  otherwise?: string;
}

const opensTab = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => metaKey || ctrlKey || shiftKey;

export function TextLink({ name, className = "underline underline-offset-4", otherwise }: TextLinkProps) {
  const [open, setOpen] = useState(false);
  function press(event: MouseEvent) {
    if (opensTab(event)) return;
    event.preventDefault();
    setOpen(true);
  }
  return (
    <When fact={`texts.${name}`} otherwise={otherwise && <span>{otherwise}</span>}>
      <a
        href={`/api/texts/${name}`}
        target="_blank"
        rel="noopener"
        aria-haspopup="dialog"
        className={className}
        onClick={press}
      >
        {TITLES[name]}
      </a>
      <TextDialog name={name} open={open} onOpenChange={setOpen} />
    </When>
  );
}
