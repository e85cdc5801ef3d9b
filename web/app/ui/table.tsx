// A table that scrolls within itself where the screen is too narrow for it, with its first column staying in view.
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes";

interface TableProps {
  label: string;
  head: ReactNode;
  /** One or more bodies. */
  children: ReactNode;
}

export function Table({ label, head, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-card border border-hairline bg-surface">
      {/* A long table has several bodies: each row has its line, but the very last. */}
      <table className="w-full border-collapse text-left text-small print:text-tiny [&>tbody:last-of-type>tr:last-child]:border-b-0">
        <thead className="border-hairline border-b text-muted">
          <tr>{head}</tr>
        </thead>
        {children}
      </table>
    </section>
  );
}

export function HeadCell({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={classes(
        "whitespace-nowrap px-4 py-2.5 font-semibold print:py-px first:sticky first:left-0 first:bg-surface",
        className,
      )}
      {...props}
    />
  );
}

export function Row({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={classes("group border-hairline border-b hover:bg-sunk", className)} {...props} />;
}

export function Cell({ className, ...props }: ComponentProps<"td">) {
  return (
    <td
      className={classes(
        "h-10 px-4 py-2 align-middle print:h-auto print:py-px first:sticky first:left-0 first:bg-surface group-hover:first:bg-sunk",
        className,
      )}
      {...props}
    />
  );
}
