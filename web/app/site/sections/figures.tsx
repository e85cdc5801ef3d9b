// Large figures with what they stand for.
import type { ReactNode } from "react";
import { classes } from "~/ui/classes";

interface Figure {
  figure: string;
  text: ReactNode;
  /** Beside the text: a sample mark, for one. */
  note?: ReactNode;
}

export function Figures({ items, className }: { items: Figure[]; className?: string }) {
  return (
    <FigureList className={className}>
      {items.map((item) => (
        <FigureOf key={item.figure} {...item} />
      ))}
    </FigureList>
  );
}

export function FigureList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={classes("wrap-anywhere grid gap-x-6 gap-y-10 sm:grid-cols-3", className)}>{children}</dl>;
}

export function FigureOf({ figure, text, note }: Figure) {
  return (
    <div className="flex flex-col-reverse justify-end border-hairline border-t pt-5">
      <dt className="mt-2 max-w-[30ch] text-muted">
        {text}
        {note}
      </dt>
      <dd className="figure">{figure}</dd>
    </div>
  );
}
