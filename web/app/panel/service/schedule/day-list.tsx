// One day of a branch as a list, for a phone: who goes where, and what nobody is sent to yet.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { longDate } from "~/lib/dates";
import { fullName } from "~/lib/people";
import { Button } from "~/ui/button";
import type { Acts } from "./grid";
import { byPlace, NOBODY, nameOf, type Week } from "./schedule";
import { VisitCard } from "./visit-card";

interface DayListProps {
  week: Week;
  day: string;
  onDay: (days: number) => void;
  acts: Acts;
}

export function DayList({ week, day, onDay, acts }: DayListProps) {
  const places = useMemo(() => byPlace(week), [week]);
  const { closed } = week.days.find((one) => one.day === day) ?? {};
  const rows = [
    { id: NOBODY, who: "Nobody yet" },
    ...week.people.map((one) => ({ id: one.id, who: fullName(one) || one.email })),
  ];
  const filled = rows.flatMap(({ id, who }) => {
    const found = places.get(nameOf({ person: id, day }));
    return found ? [{ id, who, found }] : [];
  });
  return (
    <section aria-label={longDate(day)}>
      <div className="mb-3 flex items-center justify-between">
        <Button variant="outline" size="icon" aria-label="Day before" onClick={() => onDay(-1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <h2 className="text-center font-sans font-semibold text-base">
          {longDate(day)}
          {closed && <span className="block font-normal text-muted text-small">{closed}</span>}
        </h2>
        <Button variant="outline" size="icon" aria-label="Day after" onClick={() => onDay(1)}>
          <ChevronRight aria-hidden />
        </Button>
      </div>
      {filled.length === 0 && <p className="text-muted">Nothing is planned on this day.</p>}
      {filled.map(({ id, who, found }) => (
        <div key={id} className="mb-3">
          <h3 className="mb-1 font-sans font-semibold text-small">{who}</h3>
          <div className="grid gap-1.5">
            {found.map((visit) => (
              <VisitCard
                key={visit.id}
                visit={visit}
                from={{ person: id, day }}
                clashes={false}
                {...acts}
                movable={false}
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}
