// Lets a button inside a dialog close it, asking first where something is not saved.
import { Slot } from "radix-ui";
import { createContext, type ReactNode, useContext } from "react";

/** Set by the dialog: closes it, or asks. */
export const CloseDialog = createContext<() => void>(() => {});

/** Gives the one child, a button, the closing. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Slot.Root onClick={useContext(CloseDialog)}>{children}</Slot.Root>;
}
