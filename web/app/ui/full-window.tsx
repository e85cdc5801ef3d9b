// A dialog that fills the window, by the browser's own element: it keeps the focus inside, gives it back, and weighs a tenth of what
// stands over a page in the middle. Nothing in it is lost by closing it, so it asks nothing.
import { X } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { Boundary } from "./boundary";
import { Button } from "./button";
import { classes } from "./classes";
import { DialogParts, type Parts } from "./dialog-close";

interface FullWindowProps {
  title: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

export function FullWindow({ title, className, onClose, children }: FullWindowProps) {
  const element = useRef<HTMLDialogElement>(null);
  const inner: Parts = useRef([]);
  const id = useId();
  useLayoutEffect(() => {
    const shown = element.current;
    shown?.showModal();
    (shown?.querySelector<HTMLElement>("[data-start]") ?? shown?.querySelector("h2"))?.focus();
    return () => shown?.close(); // which gives the focus back
  }, []);
  /** Escape ends a part of it first. */
  const endPart = (event: SyntheticEvent) => {
    if (event.target !== element.current) return; // a choice of files was left
    event.preventDefault();
    (inner.current.at(-1) ?? onClose)();
  };
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      aria-modal="true"
      className={classes("fixed inset-0 flex animate-appear flex-col overflow-hidden bg-surface text-ink", className)}
      onCancel={endPart}
      onClose={(event) => event.target === element.current && onClose()}
    >
      <header className="flex items-start gap-4 px-5 pt-5 pb-3 sm:px-6">
        <h2 id={id} tabIndex={-1} className="min-w-0 flex-1 font-sans font-semibold text-h3 tracking-normal">
          {title}
        </h2>
        <Button variant="quiet" size="icon" aria-label="Close" data-close className="-mt-2 -mr-3" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <DialogParts value={inner}>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <Boundary>{children}</Boundary>
        </div>
      </DialogParts>
    </dialog>
  );
}
