// Lets a button inside a dialog close it, asking first where something is not saved.
import { Slot } from "radix-ui";
import { createContext, type ReactNode, useContext } from "react";

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
