// One kind of record with its counts. It leads to the screen of that kind, for those who may open it.
import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { Card } from "~/ui/card";

interface StatCardProps {
  title: string;
  /** The screen of these records, or null for a card that leads nowhere. */
  href: string | null;
  total: number;
  parts: { term: string; count: number }[];
  /** Whether one's role reads these records; otherwise the zeros say nothing about the company. */
  readable: boolean;
}

export function StatCard({ title, href, total, parts, readable }: StatCardProps) {
  return (
    <Card className="relative grid content-start gap-4 p-4 has-[a:hover]:border-control">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-sans font-semibold text-base">
          {href ? (
            <Link href={href} className="text-ink no-underline after:absolute after:inset-0">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {href && <ArrowRight aria-hidden className="size-4 text-muted" />}
      </div>
      <dl className="grid gap-1 tabular-nums">
        <div className="mb-2 flex items-baseline gap-2">
          <dt className="order-last text-muted">Total</dt>
          <dd className="font-bold font-display text-[2rem] leading-none">{total.toLocaleString("en-US")}</dd>
        </div>
        {parts.map(({ term, count }) => (
          <div key={term} className="flex justify-between gap-4 border-hairline border-t py-1">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold">{count.toLocaleString("en-US")}</dd>
          </div>
        ))}
      </dl>
      {!readable && <p className="text-muted text-tiny">Your role does not include these records.</p>}
    </Card>
  );
}
