// A modal window. Its code is loaded with its first opening, so that pages without an open dialog do not carry it.
import { useDeferredValue, useState } from "react";
import type { DialogProps } from "./dialog-window";
import { lazyOnDemand } from "./lazy";

/** Darkens the page at once, so that a press is seen to have been taken. */
export function Scrim() {
  return <div className="fixed inset-0 z-50 bg-night/60" />;
}

const DialogWindow = lazyOnDemand<DialogProps>(() => import("./dialog-window"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

export const preloadDialog = DialogWindow.preload;

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
