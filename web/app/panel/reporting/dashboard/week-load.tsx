// How full the next seven days of a branch are; a day opens in the week, and rain is one press away.

import { CloudRain } from "lucide-react";
import { Link } from "wouter";
import type { Schemas } from "~/api/client";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { shortDay } from "../../shell/days";
import { may, useUser } from "../../user/user";

type Day = Schemas["DayLoadRow"];

const address = (branch: string, day: string) =>
  `/panel/work-orders?view=week&branchId=${encodeURIComponent(branch)}&day=${day}`;

const many = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

/** "3 visits, 2 crews", "Closed: Training". */
function wordsOf({ visits, crews, closed }: Day): string {
  const planned = visits === 0 ? "No visits" : many(visits, "visit", "visits");
  if (closed) return visits === 0 ? closed : `${planned}, but ${closed}`;
  return crews === null ? planned : `${planned}, ${many(crews, "crew", "crews")}`;
}

function DayColumn({ branch, day, most }: { branch: string; day: Day; most: number }) {
  return (
    <li className="relative flex items-center gap-3 border-hairline border-t py-2 first:border-t-0 md:flex-col md:items-stretch md:border-t-0 md:py-0">
      <Link
        href={address(branch, day.day)}
        className="w-24 shrink-0 font-semibold text-ink no-underline after:absolute after:inset-0 hover:underline md:w-auto"
      >
        {shortDay(day.day)}
      </Link>
      <div aria-hidden className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-sunk md:flex-none">
        <div className="h-full bg-primary" style={{ width: `${(day.visits / most) * 100}%` }} />
      </div>
      <p className="w-28 shrink-0 text-muted text-tiny md:order-last md:w-auto">{wordsOf(day)}</p>
    </li>
  );
}

export function WeekLoad({ branch, week }: { branch: string; week: Day[] }) {
  const plans = may(useUser(), "canAssignJobs");
  const most = Math.max(1, ...week.map(({ visits }) => visits));
  const [today] = week;
  return (
    <Card className="p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-sans font-semibold text-base">The Next Seven Days</h2>
        {plans && today && (
          <Button asChild variant="outline" size="small">
            <Link href={`${address(branch, today.day)}&rain=yes`}>
              <CloudRain aria-hidden />
              Rain
            </Link>
          </Button>
        )}
      </div>
      <ul className="md:grid md:grid-cols-7 md:gap-3">
        {week.map((day) => (
          <DayColumn key={day.day} branch={branch} day={day} most={most} />
        ))}
      </ul>
    </Card>
  );
}
