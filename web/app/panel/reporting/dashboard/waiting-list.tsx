// What waits for somebody: each line says how much there is of it, and opens just that.
import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import type { Schemas } from "~/api/client";
import { timeSince } from "~/lib/dates";
import { Card } from "~/ui/card";
import { counted } from "../../user/waiting";

type Waiting = Schemas["Waiting"];
type Wait = Schemas["Wait"];

interface Line {
  href: string;
  count: number;
  /** What there is one of, and several. */
  one: string;
  several: string;
  /** How long they have waited, or are late. */
  told?: string;
  late?: boolean;
}

/** What is late first, then what soon will be, else since when the oldest waits. */
function toldOf({ oldest, near, late }: Wait): Pick<Line, "told" | "late"> {
  if (late > 0) return { told: `${counted(late)} past the promised time`, late: true };
  if (near > 0) return { told: `${counted(near)} to be answered soon`, late: true };
  return oldest ? { told: `The oldest has waited ${timeSince(oldest)}` } : {};
}

const answers = (wait: Wait | null, line: Pick<Line, "href" | "one" | "several">): Line[] =>
  wait ? [{ ...line, count: wait.count, ...toldOf(wait) }] : [];

const counts = (count: number | null, line: Pick<Line, "href" | "one" | "several">): Line[] =>
  count === null ? [] : [{ ...line, count }];

function linesOf({ messages, tickets, leads, unassigned, undated, untold }: Waiting): Line[] {
  return [
    ...answers(messages, { href: "/panel/leads?tab=inbox", one: "message to answer", several: "messages to answer" }),
    ...answers(tickets, {
      href: "/panel/tickets?status=open",
      one: "ticket that nobody has begun",
      several: "tickets that nobody has begun",
    }),
    ...counts(leads, {
      href: "/panel/leads?step=none",
      one: "lead without a next step",
      several: "leads without a next step",
    }),
    ...counts(unassigned, {
      href: "/panel/work-orders?view=list&status=pending&assignedTo=nobody",
      one: "work order without a person",
      several: "work orders without a person",
    }),
    ...counts(undated, {
      href: "/panel/work-orders?view=list&status=pending&assignedTo=all&undated=yes",
      one: "work order without a day",
      several: "work orders without a day",
    }),
    ...counts(untold, {
      href: "/panel/work-orders?view=week",
      one: "past visit that nobody reported on",
      several: "past visits that nobody reported on",
    }),
  ].filter(({ count }) => count > 0);
}

function WaitingLine({ href, count, one, several, told, late }: Line) {
  return (
    <li className="relative flex min-h-12 items-center gap-3 border-hairline border-t py-1.5 first:border-t-0">
      <span className="min-w-10 text-right font-bold font-display text-h4 tabular-nums">{counted(count)}</span>
      <div className="min-w-0 flex-1">
        <Link href={href} className="font-semibold text-ink no-underline after:absolute after:inset-0 hover:underline">
          {count === 1 ? one : several}
        </Link>
        {told && <p className={late ? "text-danger" : "text-muted"}>{told}</p>}
      </div>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
    </li>
  );
}

/** Nothing for those who could do nothing about any of it. */
export function WaitingList({ waiting }: { waiting: Waiting }) {
  if (Object.values(waiting).every((told) => told === null)) return null;
  const lines = linesOf(waiting);
  return (
    <Card className="p-5">
      <h2 className="mb-2 font-sans font-semibold text-base">Waiting</h2>
      {lines.length === 0 ? (
        <p className="text-muted">Nothing waits for you.</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <WaitingLine key={line.href} {...line} />
          ))}
        </ul>
      )}
    </Card>
  );
}
