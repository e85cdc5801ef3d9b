// The button that sends the form around it. It says what is going on, and is disabled only while that goes on.
import type { MouseEvent, ReactNode } from "react";
import { Button, type ButtonProps } from "~/ui/button";
import { useSending } from "./form";

interface SubmitButtonProps extends ButtonProps {
  /** What it reads while sending. */
  sending: string;
  children: ReactNode;
}

/** For buttons at the foot of a form. A field that loses the focus may show a message and push the button away between
 * press and release, and the click would be lost: so the press leaves the focus where it is. */
export const keepFocus = (event: MouseEvent) => event.preventDefault();

export function SubmitButton({ sending, children, ...props }: SubmitButtonProps) {
  const underway = useSending();
  return (
    <Button type="submit" disabled={underway} onMouseDown={keepFocus} {...props}>
      {underway ? sending : children}
    </Button>
  );
}
