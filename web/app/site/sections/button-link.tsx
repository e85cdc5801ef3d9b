// A link that looks like a button.
import type { ComponentProps } from "react";
import { Button } from "~/ui/button";

type ButtonLinkProps = Pick<ComponentProps<typeof Button>, "variant" | "size" | "className"> & ComponentProps<"a">;

export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return (
    <Button asChild variant={variant} size={size} className={className}>
      <a {...link} />
    </Button>
  );
}
