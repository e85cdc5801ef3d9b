// What a record says, as pairs of a term and its text.
import type { ReactNode } from "react";
import { useClock } from "~/ui/clock";
import { Moment } from "~/ui/moment";

export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">{children}</dl>;
}

/** What there is nothing to say of is left out. */
export function Detail({ term, children }: { term: string; children: ReactNode }) {
  if (children === null || children === undefined || children === "") return null;
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** The day of a moment in the short form, with the long one at hand. */
export function Day({ value }: { value: string }) {
  return <Moment at={value}>{useClock().day(value)}</Moment>;
}
