// Lets a button inside a dialog close it, asking first where something is not saved; and Escape end a part of it.
import { Slot } from "radix-ui";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";

/** Set by the dialog: closes it, or does something else instead; asks first. */
export const CloseDialog = createContext<(instead?: () => void) => void>(() => {});

interface DialogCloseProps {
  /** What is done instead of closing, such as going back to what the dialog showed before. */
  instead?: (() => void) | undefined;
  children: ReactNode;
}

/** Gives the one child, a button, the closing. */
export function DialogClose({ instead, children }: DialogCloseProps) {
  const close = useContext(CloseDialog);
  return <Slot.Root onClick={() => close(instead)}>{children}</Slot.Root>;
}

/** What Escape ends before it closes a dialog, the innermost last. */
export type Parts = { current: (() => void)[] };

/** Set by the dialog. */
export const DialogParts = createContext<Parts | null>(null);

/** While this part of a dialog is shown, such as a form in place of what the dialog showed before, Escape ends it alone. */
export function useEscape(end: (() => void) | undefined): void {
  const parts = useContext(DialogParts);
  const ends = useRef(end);
  ends.current = end;
  const isPart = end !== undefined;
  useEffect(() => {
    if (!parts || !isPart) return;
    const part = () => ends.current?.();
    parts.current.push(part);
    return () => {
      parts.current = parts.current.filter((one) => one !== part);
    };
  }, [parts, isPart]);
}
