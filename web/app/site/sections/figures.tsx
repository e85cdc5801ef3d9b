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
    <dl className={classes("grid gap-x-6 gap-y-10 sm:grid-cols-3", className)}>
      {items.map(({ figure, text, note }) => (
        <div key={figure} className="flex flex-col-reverse justify-end border-hairline border-t pt-5">
          <dt className="mt-2 max-w-[30ch] text-muted">
            {text}
            {note && <span className="mt-3 block">{note}</span>}
          </dt>
          <dd className="figure">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
