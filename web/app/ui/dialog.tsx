// A modal window. Its code arrives with its first opening, so that pages without an open dialog do not carry it.
import { lazy, type ReactNode, Suspense, useState } from "react";

const DialogWindow = lazy(() => import("./dialog-window"));

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
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  );
}
