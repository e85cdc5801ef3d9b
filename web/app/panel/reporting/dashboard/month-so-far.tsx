// How the month goes against the one before: each number opens its list, and its small line shows the pace.
import { Link } from "wouter";
import type { Schemas } from "~/api/client";
import { Card } from "~/ui/card";
import { Compared, FigureLink, Known } from "../reports/figure";

type MonthFigure = Schemas["MonthFigure"];

const WIDTH = 120;
const HEIGHT = 32;
/** Days of the longest month: all lines have one scale. */
const DAYS = 31;

/** What had come by each day. */
function runningTotals(days: number[]): number[] {
  let total = 0;
  return days.map((number) => {
    total += number;
    return total;
  });
}

/** This month as a line, the month before as dashes. The numbers beside it say the same. */
function Pace({ days, daysBefore }: MonthFigure) {
  const [now, before] = [runningTotals(days), runningTotals(daysBefore)];
  const most = Math.max(1, now.at(-1) ?? 0, before.at(-1) ?? 0);
  const path = (totals: number[]) =>
    `M0,${HEIGHT}${totals.map((total, day) => `L${((day + 1) / DAYS) * WIDTH},${HEIGHT * (1 - total / most)}`).join("")}`;
  return (
    <svg
      aria-hidden="true"
      viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
      className="h-9 w-full"
      preserveAspectRatio="none"
      fill="none"
      strokeWidth="2"
    >
      <path d={path(before)} stroke="var(--muted)" strokeDasharray="4 3" vectorEffect="non-scaling-stroke" />
      <path d={path(now)} stroke="var(--primary)" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

export function MonthSoFar({ month }: { month: MonthFigure[] }) {
  return (
    <Card className="p-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-sans font-semibold text-base">This Month So Far</h2>
        <p className="text-muted text-tiny">
          Compared with the same days last month (dashed).{" "}
          <Link href="/panel/reports" className="text-link underline underline-offset-4">
            All reports
          </Link>
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        {month.map((each) => (
          <div key={each.column.id}>
            <dt className="text-muted">{each.column.title}</dt>
            <dd>
              <FigureLink
                figure={each.number}
                column={each.column}
                of="this month"
                className="font-bold font-display text-h4 tabular-nums leading-tight"
              />
              <Known figure={each.number} />
              <Pace {...each} />
              <p className="text-tiny">
                <Compared figure={each.number} column={each.column} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
