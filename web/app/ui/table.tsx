// A table that scrolls within itself where the screen is too narrow for it, with its first column staying in view; a long one also
// where the screen is too low, with its headings staying.
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { classes } from "./classes";

interface TableProps {
  label: string;
  head: ReactNode;
  /** One or more bodies. */
  children: ReactNode;
  /** Whether it may be longer than the screen: then it scrolls by itself, and `data-scrolls` says so. */
  long?: boolean;
  /** What comes after the rows, within what scrolls. */
  end?: ReactNode;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

const LONG = "max-h-[max(20rem,calc(100dvh-18rem))] overflow-y-auto print:max-h-none print:overflow-visible";

/** In the history: how far down a long table was scrolled, so that Back finds it there. */
const PLACE = "place";
/** Milliseconds of rest before that is noted. */
const REST = 100;

function useKeptPlace(long: boolean) {
  const section = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const place: unknown = history.state?.[PLACE];
    if (long && section.current && typeof place === "number") section.current.scrollTop = place;
  }, [long]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function note(event: UIEvent<HTMLElement>) {
    if (event.target !== event.currentTarget) return;
    const { scrollTop } = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => history.replaceState({ ...history.state, [PLACE]: scrollTop }, ""), REST);
  }
  return { ref: section, onScroll: long ? note : undefined };
}

export function Table({ label, head, children, long = false, end, onKeyDown }: TableProps) {
  return (
    <section
      {...useKeptPlace(long)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
      tabIndex={0}
      data-scrolls={long || undefined}
      onKeyDown={onKeyDown}
      className={classes("overflow-x-auto rounded-card border border-hairline bg-surface", long && LONG)}
    >
      {/* A long table has several bodies: each row has its line, but the very last. */}
      <table className="w-full border-collapse text-left text-small print:text-tiny [&>tbody:last-of-type>tr:last-child]:border-b-0">
        <thead className="sticky top-0 z-10 bg-surface text-muted [&_th]:shadow-[inset_0_-1px_0_var(--hairline)]">
          <tr>{head}</tr>
        </thead>
        {children}
      </table>
      {end}
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
