// The button that sends the form around it. It says what is going on, and is disabled only while that goes on.
import type { ReactNode } from "react";
import { Button, type ButtonProps, keepFocus } from "~/ui/button";
import { useSending } from "./form";

interface SubmitButtonProps extends ButtonProps {
  /** What it reads while sending. */
  sending: string;
  children: ReactNode;
}

export function SubmitButton({ sending, children, ...props }: SubmitButtonProps) {
  const underway = useSending();
  return (
    <Button type="submit" disabled={underway} onMouseDown={keepFocus} {...props}>
      {underway ? sending : children}
    </Button>
  );
}
