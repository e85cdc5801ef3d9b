// The rows of a list, or why there are none. Further pages come by themselves as the end comes near.
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { SkeletonGroup } from "~/ui/skeleton";
import { scrollerOf } from "./chunks";
import type { List } from "./list";
import { Unloaded } from "./unloaded";

interface PlaceholderProps {
  text: string;
  help?: string;
  role?: "alert";
  children?: ReactNode;
}

function Placeholder({ text, help, role, children }: PlaceholderProps) {
  return (
    <Card role={role} className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <p className="font-semibold text-base">{text}</p>
      {help && <p className="max-w-measure text-muted">{help}</p>}
      {children}
    </Card>
  );
}

const isNear = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting;

/** Asks for the next page while the end of the list is near the view. */
export function Further<Row>({ list }: { list: Pick<List<Row>, "pages" | "loadMore" | "more" | "stuck"> }) {
  const end = useRef<HTMLDivElement>(null);
  const { loadMore, more } = list;
  const count = list.pages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list is watched again, as its end may still be in view
  useEffect(() => {
    if (!end.current || !more) return;
    // On a busy machine several entries come at once; any of them may be the one.
    const observer = new IntersectionObserver((entries) => entries.some(isNear) && loadMore(), {
      rootMargin: "800px",
      root: scrollerOf(end.current),
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadMore, more, count]);
  if (list.stuck) {
    return (
      <Unloaded retry={loadMore} className="mt-4 justify-center">
        The rest of the list could not be loaded.
      </Unloaded>
    );
  }
  return (
    <div ref={end} className="h-12 py-4 text-center text-muted">
      {more && "Loading more..."}
    </div>
  );
}

interface ListBodyProps<Row> {
  list: List<Row>;
  /** What a failed load says. */
  failed: string;
  /** What an empty list says: the sentence, and one line of help. */
  empty: { text: string; help: string; action?: ReactNode };
  /** What a list says that is empty because of its filters, and a way out; null while no filter is set. */
  unmatched: { text: string; clear: () => void } | null;
  /** The shape of the rows while they are loaded. */
  skeleton: ReactNode;
  /** Whether the rows say themselves where they go on, as a table that scrolls by itself. */
  goesOn?: boolean;
  children: ReactNode;
}

/** Why there are no rows. */
function None({ empty, unmatched }: Pick<ListBodyProps<never>, "empty" | "unmatched">) {
  if (unmatched) {
    return (
      <Placeholder text={unmatched.text}>
        <Button variant="outline" onClick={unmatched.clear}>
          Clear filters
        </Button>
      </Placeholder>
    );
  }
  return (
    <Placeholder text={empty.text} help={empty.help}>
      {empty.action}
    </Placeholder>
  );
}

export function ListBody<Row>({
  list,
  failed,
  empty,
  unmatched,
  skeleton,
  goesOn = false,
  children,
}: ListBodyProps<Row>) {
  const none = list.pages.every((rows) => rows.length === 0);
  if (list.state === "loading") return <SkeletonGroup label="Loading...">{skeleton}</SkeletonGroup>;
  if (list.state === "failed") {
    return (
      <Placeholder role="alert" text={failed}>
        <Button variant="outline" onClick={() => list.refresh()}>
          Retry
        </Button>
      </Placeholder>
    );
  }
  return (
    <>
      {list.outdated && (
        <Unloaded retry={list.refresh} className="mb-4">
          This list could not be refreshed. It may be out of date.
        </Unloaded>
      )}
      <div aria-busy={list.passing} className={classes("transition-opacity", list.passing && "opacity-50 delay-200")}>
        {none ? <None empty={empty} unmatched={unmatched} /> : children}
      </div>
      {!none && !goesOn && <Further list={list} />}
    </>
  );
}
