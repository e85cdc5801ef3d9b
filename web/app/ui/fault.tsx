// What is wrong with a field, in words: with the field, inside its group. By it a form finds its first fault (forms/form-element).
import type { ComponentProps } from "react";
import { classes } from "./classes";

export function Fault({ className, children, ...props }: ComponentProps<"p">) {
  if (!children) return null;
  return (
    <p data-fault className={classes("font-semibold text-danger text-small", className)} {...props}>
      {children}
    </p>
  );
}
