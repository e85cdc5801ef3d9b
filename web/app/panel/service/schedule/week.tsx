// The week of a branch: people by days, what waits to be planned and what is late; on a phone a day at a time.
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { daysAfter, longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { Skeleton } from "~/ui/skeleton";
import { type FilterRules, useFilters } from "../../list/filters";
import { FilterSelect, Toolbar } from "../../list/toolbar";
import { Unloaded } from "../../list/unloaded";
import { may, useUser } from "../../shell/user";
import { useHomeBranch, useOpenBranches } from "../../staff/queries";
import { DayList } from "./day-list";
import { type Acts, Grid } from "./grid";
import { useMoveVisit } from "./move-visit";
import { Objections } from "./objections";
import { DAYS, mondayOf, type Planned, schedule, type Week } from "./schedule";
import { ScheduleForm } from "./schedule-form";
import { Tray } from "./tray";

const rules = { branchId: "text", day: "text" } as const satisfies FilterRules;
const ROOMY = "(min-width: 48rem)";
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

const roomy = () => matchMedia(ROOMY);

/** Whether a week fits beside its names. */
const useRoomy = () =>
  useSyncExternalStore(
    (changed) => {
      const media = roomy();
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => roomy().matches,
  );

function Loaded({ week, day, onDay }: { week: Week; day: string; onDay: (days: number) => void }) {
  const user = useUser();
  const wide = useRoomy();
  const { move, asked, answer } = useMoveVisit();
  const [opened, setOpened] = useState<Planned | null>(null);
  const acts: Acts = { movable: may(user, "canAssignJobs"), onMove: move, onSchedule: setOpened };
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_15rem]">
        {wide ? <Grid week={week} acts={acts} /> : <DayList week={week} day={day} onDay={onDay} acts={acts} />}
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-1">
          <Tray label="Not scheduled" empty="Everything has a day." tray={week.unplanned} takes {...acts} />
          <Tray label="Late" empty="Nothing is late." tray={week.late} {...acts} />
        </div>
      </div>
      <Objections asked={asked} onAnswer={answer} />
      <Dialog open={opened !== null} onOpenChange={() => setOpened(null)} title={opened?.title ?? "Visit"}>
        {opened && <ScheduleForm visit={opened} people={week.people} onDone={() => setOpened(null)} />}
      </Dialog>
    </>
  );
}

export default function WeekView() {
  const home = useHomeBranch();
  const today = useClock().dayIn(0);
  const { filters, setFilter } = useFilters(rules);
  const branches = useOpenBranches();
  const branch = filters.branchId || home;
  const day = IS_DAY.test(filters.day) ? filters.day : today;
  const from = mondayOf(day);
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: [schedule.path, branch, from],
    queryFn: () => schedule.week(branch, from),
    placeholderData: (was) => was,
    enabled: branch !== "",
  });
  const goTo = (days: number) => setFilter("day", daysAfter(day, days));
  return (
    <>
      <Toolbar
        title="Week"
        refreshing={isFetching}
        count={`${longDate(from)} to ${longDate(daysAfter(from, DAYS - 1))}`}
      >
        <Button variant="outline" size="icon" className="size-10" aria-label="Week before" onClick={() => goTo(-DAYS)}>
          <ChevronLeft aria-hidden />
        </Button>
        <Button variant="outline" className="min-h-10 text-small" onClick={() => setFilter("day", "")}>
          This Week
        </Button>
        <Button variant="outline" size="icon" className="size-10" aria-label="Week after" onClick={() => goTo(DAYS)}>
          <ChevronRight aria-hidden />
        </Button>
        {branches.length > 1 && (
          <FilterSelect
            label="Branch"
            value={branch}
            onChange={(id) => setFilter("branchId", id)}
            options={branches.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Toolbar>
      {isError && !data ? (
        <Unloaded retry={refetch}>The week could not be loaded.</Unloaded>
      ) : data ? (
        <Loaded week={data} day={day} onDay={goTo} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}
