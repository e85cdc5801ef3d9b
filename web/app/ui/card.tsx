// A surface with an edge that holds one thing.
import type { ComponentProps } from "react";
import { classes } from "./classes";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card"
      className={classes("rounded-card border border-hairline bg-surface text-ink shadow-card", className)}
      {...props}
    />
  );
}
