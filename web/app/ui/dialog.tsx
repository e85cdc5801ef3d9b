// A modal window. Its code arrives with its first opening, so that pages without an open dialog do not carry it.
import { type ReactNode, useDeferredValue, useState } from "react";
import { arriving } from "./arriving";

/** Darkens the page at once, so that a press is seen to have been taken. */
export function Scrim() {
  return <div className="fixed inset-0 z-50 bg-night/60" />;
}

const DialogWindow = arriving<DialogProps>(() => import("./dialog-window"), {
  instead: ({ open }) => open && <Scrim />,
  wanted: ({ open }) => open,
  giveUp: ({ onOpenChange }) => onOpenChange(false),
});

export const fetchDialog = DialogWindow.fetch;

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** In the middle, medium or large; or a sheet: on the right for a record beside its list, on the left for navigation. */
  shape?: "medium" | "large" | "right" | "left";
  /** Keeps the heading for those who listen only. */
  hideTitle?: boolean;
  className?: string;
  /** A picture between the page and the window. */
  backdrop?: ReactNode;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  // The page darkens in the frame after the press; the window and its form follow in the next.
  const open = useDeferredValue(props.open);
  if (!used) return null;
  return (
    <>
      {props.open && !open && <Scrim />}
      <DialogWindow {...props} open={open && props.open} />
    </>
  );
}
