// The rows of a list as cards in a grid.
import { memo, type ReactNode } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Skeleton } from "~/ui/skeleton";
import { Chunks } from "./chunks";

export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">{children}</ul>;
}

interface CardsProps<Row> {
  pages: Row[][];
  children: (row: Row) => ReactNode;
}

function CardChunks<Row extends { id: string }>({ pages, children }: CardsProps<Row>) {
  return (
    <Chunks pages={pages}>
      {(rows) => (
        <CardGrid>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </CardGrid>
      )}
    </Chunks>
  );
}

export const Cards = memo(CardChunks) as typeof CardChunks;

interface ListCardProps {
  title: ReactNode;
  /** How it stands, beside the title. */
  badge: ReactNode;
  children: ReactNode;
}

export function ListCard({ title, badge, children }: ListCardProps) {
  return (
    <Card className="flex h-full flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words font-sans font-semibold text-base leading-snug">{title}</h2>
        {badge}
      </div>
      {children}
    </Card>
  );
}

/** At the foot of a card. */
export function EditButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <div className="mt-auto flex justify-end pt-1">
      <Button variant="outline" size="small" aria-label={`Edit ${title}`} onClick={onClick}>
        Edit
      </Button>
    </div>
  );
}

const SIX = ["one", "two", "three", "four", "five", "six"];

export function CardGridSkeleton() {
  return (
    <CardGrid>
      {SIX.map((place) => (
        <li key={place}>
          <Card className="grid gap-3 p-4">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-9 w-20" />
          </Card>
        </li>
      ))}
    </CardGrid>
  );
}
