// The button, and the same look for a link.
import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent } from "react";
import { classes } from "./classes";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control border border-transparent text-center font-semibold leading-tight no-underline transition-colors duration-160 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg]:size-[1.25em] [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "glow bg-primary text-on-primary hover:bg-(--primary-hover)",
        outline: "border border-control bg-transparent text-ink hover:bg-sunk",
        quiet: "bg-transparent text-ink hover:bg-sunk",
        destructive: "bg-destructive text-white hover:brightness-90",
        link: "text-link underline underline-offset-4 hover:decoration-2",
        /** For what lies on a picture, in both themes. */
        onPicture: "border border-white/70 bg-night/40 text-white hover:bg-night/70",
      },
      size: {
        small: "min-h-9 px-3 py-1.5 text-small",
        medium: "min-h-11 px-4 py-2 text-base",
        large: "min-h-13 px-6 py-3 text-body",
        icon: "size-11 p-0",
        iconSmall: "touch size-9 p-0",
      },
    },
    defaultVariants: { variant: "primary", size: "medium" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof look> {
  /** Gives the look to the one child instead, such as a link. */
  asChild?: boolean;
  /** Seen to be disabled while something is under way that a further press would make no sense of. */
  busy?: boolean;
}

/** What a disabled button does: nothing. By the browser's own `disabled` it would lose the focus, and a person who works with
 * keys their place, each time that something is being saved. */
const DISABLED = {
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
  onPointerDown: undefined,
  onKeyDown: undefined,
};

/** For buttons at the foot of a form. A field that loses the focus may show a message and push the button away between
 * press and release, and the click would be lost: so the press leaves the focus where it is. */
export const keepFocus = (event: MouseEvent) => event.preventDefault();

export function Button({ variant, size, asChild, className, type = "button", disabled, busy, ...props }: ButtonProps) {
  const given = { "data-slot": "button", className: classes(look({ variant, size }), className), ...props };
  const heard = disabled || busy ? { ...given, ...DISABLED } : given;
  return asChild ? <Slot.Root {...heard} /> : <button type={type} {...heard} />;
}
