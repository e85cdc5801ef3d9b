// The button that sends the form around it. While that goes on it says so and is seen to be disabled, but leaves the press to the form: a
// button that is disabled takes Enter away from every field.
import type { ReactNode } from "react";
import { Button, type ButtonProps, keepFocus } from "~/ui/button";
import { useSending } from "./form-element";

interface SubmitButtonProps extends ButtonProps {
  /** What it reads while sending, where it has words. */
  sending?: string;
  children: ReactNode;
}

export function SubmitButton({ sending, children, ...props }: SubmitButtonProps) {
  const underway = useSending();
  return (
    <Button type="submit" aria-disabled={underway} onMouseDown={keepFocus} {...props}>
      {(underway && sending) || children}
    </Button>
  );
}
