// A short label of a state. It always says its state in words; the mark beside them survives a print without color.
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classes } from "./classes";

const look = cva(
  "inline-flex w-fit items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-0.5 text-tiny font-semibold",
  {
    variants: {
      variant: {
        default: "border-transparent bg-primary text-on-primary",
        secondary: "border-transparent bg-secondary text-on-secondary",
        destructive: "border-transparent bg-destructive text-white",
        outline: "border-control text-ink",
        success: "border-transparent bg-ok-tint text-on-ok-tint",
        warning: "border-transparent bg-warn-tint text-on-warn-tint",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

export type BadgeVariant = NonNullable<VariantProps<typeof look>["variant"]>;

/** How far a thing has come: nothing done, on its way, finished, over. */
export type Progress = "empty" | "half" | "full" | "check";

const MARKS: Record<Progress, string> = { empty: "○", half: "◐", full: "●", check: "✓" };

interface BadgeProps extends ComponentProps<"span"> {
  variant?: BadgeVariant;
  mark?: Progress;
}

export function Badge({ variant, mark, className, children, ...props }: BadgeProps) {
  return (
    <span data-slot="badge" className={classes(look({ variant }), className)} {...props}>
      {mark && <span aria-hidden>{MARKS[mark]}</span>}
      {children}
    </span>
  );
}
