// A month at a glance: how many visits each day has, and how full it is. A press leads to the day's week.

import { useQuery } from "@tanstack/react-query";
import { classes } from "~/ui/classes";
import { Skeleton } from "~/ui/skeleton";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { Unloaded } from "../list/unloaded";
import { monthName, weekdayAndDay } from "../shell/days";
import { closedText, type Load, loadText, loadWord, mondayOf, schedule } from "./schedule";

const DAYS = 42;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const LOADED = { over: "font-semibold text-danger", full: "font-semibold text-warning", "": "text-muted" };

const loadOf = ({ booked, open }: { booked: number; open: number }): Load => ({
  booked: Math.round(booked / 60),
  open: Math.round(open / 60),
});

interface MonthProps {
  branch: string;
  day: string;
  onWeek: (day: string) => void;
}

export default function Month({ branch, day, onWeek }: MonthProps) {
  const month = day.slice(0, 7);
  const first = mondayOf(`${month}-01`);
  const { data, isError, refetch } = useQuery({
    queryKey: [schedule.path, "month", branch, first],
    queryFn: () => schedule.month(branch, first, DAYS),
    placeholderData: (was) => was,
  });
  if (isError && !data) return <Unloaded retry={refetch}>The month could not be loaded.</Unloaded>;
  if (!data) return <Skeleton className="h-96" />;
  const days = data.days.filter((one) => mondayOf(one.day).slice(0, 7) <= month || one.day.slice(0, 7) === month);
  return (
    <section aria-label={monthName(day)}>
      <div aria-hidden className="grid grid-cols-7 gap-1.5 pb-1 text-center text-muted text-tiny">
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul className="grid grid-cols-7 gap-1.5">
        {days.map((one) => {
          const load = loadOf(one);
          const within = one.day.slice(0, 7) === month;
          const visits = one.visits === 1 ? "1 visit" : `${one.visits.toLocaleString("en-US")} visits`;
          return (
            <li key={one.day} className="min-w-0">
              <button
                type="button"
                aria-current={one.day === data.today ? "date" : undefined}
                onClick={() => onWeek(one.day)}
                className={classes(
                  "grid min-h-20 w-full min-w-0 content-start rounded-control border border-hairline p-1.5 text-left text-tiny hover:bg-sunk max-sm:min-h-16 max-sm:p-1",
                  within && "bg-surface",
                  one.day === data.today && "border-2 border-primary",
                )}
              >
                <VisuallyHidden>
                  {[weekdayAndDay(one.day), one.closed !== null && closedText(one.closed), visits, loadText(load)]
                    .filter(Boolean)
                    .join(", ")}
                </VisuallyHidden>
                <span aria-hidden className="contents">
                  <span className="font-semibold text-small">{Number(one.day.slice(8))}</span>
                  {one.closed !== null && <span className="truncate">{closedText(one.closed)}</span>}
                  {one.visits > 0 && (
                    <>
                      <span className="max-sm:hidden">{visits}</span>
                      <span className="sm:hidden">{one.visits.toLocaleString("en-US")}</span>
                      <span className={classes("max-sm:hidden", LOADED[loadWord(load)])}>{loadText(load)}</span>
                      <span className={classes("sm:hidden", LOADED[loadWord(load)])}>{loadWord(load)}</span>
                    </>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
