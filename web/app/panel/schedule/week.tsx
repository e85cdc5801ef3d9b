// The week of a branch: people by days, what waits to be planned and what is late; on a phone a day at a time.

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, CloudRain } from "lucide-react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { clockOf } from "~/lib/clock";
import { daysAfter, longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { type FilterRules, useFilters } from "../list/filters";
import { useOpenRecord, VISIT } from "../list/open-record";
import { recordAddress } from "../list/record-address";
import { FilterSelect, Toolbar } from "../list/toolbar";
import { Unloaded } from "../list/unloaded";
import { monthName, weekdayAndDay } from "../shell/days";
import { useHomeBranch, useOpenBranches } from "../staff/queries";
import { may, useUser } from "../user/user";
import { Board } from "./board";
import { DayList } from "./day-list";
import { useMoveVisit } from "./move-visit";
import { Objections } from "./objections";
import { byPlace, DAYS, mondayOf, monthFrom, type Planned, personName, schedule, type Week } from "./schedule";
import { VisitForm } from "./visit-form";
import { useWeekKeys } from "./week-keys";

const rules = { branchId: "text", day: "text", span: ["month"], rain: ["yes"] } as const satisfies FilterRules;
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

/** Opens what a visit is for, over the week. */
function useOpenVisit() {
  const user = useUser();
  const [, navigate] = useLocation();
  const { openRecord } = useOpenRecord();
  return ({ kind, recordId }: Planned) =>
    kind === "lead" ? navigate(recordAddress(user, "lead", recordId), { state: VISIT }) : openRecord(recordId);
}

// Loaded when somebody wants them.
const onDemand = { wanted: () => true, fallback: () => <Skeleton className="h-40" />, onError: () => undefined };
const Rain = lazyOnDemand(() => import("./rain"), onDemand);
const Absences = lazyOnDemand(() => import("./absences"), onDemand);
const Month = lazyOnDemand(() => import("./month"), onDemand);
const DayForm = lazyOnDemand(() => import("./day-form"), onDemand);

type Opened =
  | { what: "visit"; visit: Planned }
  | { what: "person"; id: string }
  | { what: "day"; day: string }
  | { what: "rain"; day: string; person?: string };

function titleOf(opened: Opened | null, week: Week): string {
  if (opened?.what === "visit") return opened.visit.title ?? "Visit";
  if (opened?.what === "person") return `Absences of ${personName(week, opened.id)}`;
  if (opened?.what === "day") return weekdayAndDay(opened.day);
  return "Move a Day's Visits";
}

interface OpenedPartProps {
  opened: Opened;
  week: Week;
  branch: string;
  open: (next: Opened) => void;
  close: () => void;
}

/** What stands in the window over the week. */
function OpenedPart({ opened, week, branch, open, close }: OpenedPartProps) {
  if (opened.what === "visit")
    return <VisitForm visit={opened.visit} record={{ ...opened.visit, branchId: branch }} onDone={close} />;
  if (opened.what === "rain")
    return <Rain week={week} branch={branch} day={opened.day} person={opened.person} onClose={close} />;
  if (opened.what === "day") {
    const day = week.days.find((one) => one.day === opened.day);
    return day ? <DayForm branch={branch} day={day} onDone={close} /> : null;
  }
  const today = week.days.some((one) => one.day === week.today) ? week.today : (week.days[0]?.day ?? "");
  return (
    <Absences
      week={week}
      places={byPlace(week)}
      person={opened.id}
      branch={branch}
      day={today}
      onMove={(day) => open({ what: "rain", day, person: opened.id })}
    />
  );
}

interface LoadedProps {
  week: Week;
  branch: string;
  day: string;
  goTo: (day: string) => void;
  opened: Opened | null;
  setOpened: (next: Opened | null) => void;
}

function Loaded({ week: known, branch, day, goTo, opened, setOpened }: LoadedProps) {
  const movable = may(useUser(), "canAssignJobs");
  const wide = useRoomy();
  const open = useOpenVisit();
  const { move, order, week, saving, asked, answer, undo } = useMoveVisit(known);
  const close = () => setOpened(null);
  const saved = useMemo(() => new Set(saving.split(" ").filter(Boolean)), [saving]);
  const acts = {
    movable,
    saving: saved,
    onOrder: order,
    onOpen: open,
    onSchedule: (visit: Planned) => setOpened({ what: "visit", visit }),
    onPerson: (id: string) => setOpened({ what: "person", id }),
    onDay: (one: string) => setOpened({ what: "day", day: one }),
  };
  useWeekKeys({
    t: () => goTo(""),
    r: () => movable && setOpened({ what: "rain", day }),
    "[": () => goTo(daysAfter(day, -DAYS)),
    "]": () => goTo(daysAfter(day, DAYS)),
    undo,
  });
  return (
    <>
      {wide ? <Board week={week} onMove={move} {...acts} /> : <DayList week={week} day={day} goTo={goTo} {...acts} />}
      {week.people.length === 0 && (
        <p className="mt-3 text-muted">Nobody in this branch can be sent out yet. Invite technicians in Users.</p>
      )}
      <Objections asked={asked} onAnswer={answer} />
      <Dialog
        open={opened !== null}
        onOpenChange={close}
        title={titleOf(opened, week)}
        shape={opened?.what === "rain" ? "large" : "medium"}
      >
        {opened && <OpenedPart opened={opened} week={week} branch={branch} open={setOpened} close={close} />}
      </Dialog>
    </>
  );
}

interface StepsProps {
  /** What is gone through. */
  unit: "Week" | "Month";
  onStep: (steps: number) => void;
  onNow: () => void;
}

/** To the week or month before, the present one, and the one after. */
function Steps({ unit, onStep, onNow }: StepsProps) {
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        className="size-10"
        aria-label={`${unit} before`}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button variant="outline" className="min-h-10 text-small" onClick={onNow}>
        This {unit}
      </Button>
      <Button variant="outline" size="icon" className="size-10" aria-label={`${unit} after`} onClick={() => onStep(1)}>
        <ChevronRight aria-hidden />
      </Button>
    </>
  );
}

export default function WeekView() {
  const home = useHomeBranch();
  const plans = may(useUser(), "canAssignJobs");
  const { filters, setFilter } = useFilters(rules);
  const [open, setOpen] = useState<Opened | null>(null);
  const branches = useOpenBranches();
  const branch = filters.branchId || home || branches[0]?.id || "";
  const clock = clockOf(branches.find(({ id }) => id === branch)?.timeZone);
  const day = IS_DAY.test(filters.day) ? filters.day : clock.dayIn(0);
  // An address may ask for the window of rain; closing that takes it away.
  const opened: Opened | null = open ?? (filters.rain && plans ? { what: "rain", day } : null);
  const setOpened = (next: Opened | null) => {
    setOpen(next);
    if (filters.rain) setFilter("rain", "");
  };
  const from = mondayOf(day);
  const byMonth = filters.span === "month";
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: schedule.key(branch, from),
    queryFn: () => schedule.week(branch, from),
    placeholderData: (was) => was,
    enabled: branch !== "" && !byMonth,
  });
  const goTo = (to: string) => setFilter("day", to);
  const unit = byMonth ? "Month" : "Week";
  const span = byMonth ? monthName(day) : `${longDate(from)} to ${longDate(daysAfter(from, DAYS - 1))}`;
  return (
    <>
      <Toolbar
        title={unit}
        refreshing={isFetching}
        count={[span, clock.zoneOn(from)].filter(Boolean).join(", ")}
        action={
          plans &&
          !byMonth && (
            <Button
              variant="outline"
              className="min-h-10 text-small"
              disabled={!data}
              onClick={() => setOpened({ what: "rain", day })}
            >
              <CloudRain aria-hidden />
              Rain
            </Button>
          )
        }
      >
        <Steps
          unit={unit}
          onStep={(steps) => goTo(byMonth ? monthFrom(day, steps) : daysAfter(day, steps * DAYS))}
          onNow={() => goTo("")}
        />
        <Button
          variant="outline"
          className="min-h-10 text-small"
          onClick={() => setFilter("span", byMonth ? "" : "month")}
        >
          {byMonth ? "Show Week" : "Show Month"}
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
      {byMonth && branch !== "" ? (
        <Month
          branch={branch}
          day={day}
          onWeek={(one) => {
            setFilter("span", "");
            goTo(one);
          }}
        />
      ) : isError && !data ? (
        <Unloaded retry={refetch}>The week could not be loaded.</Unloaded>
      ) : data ? (
        <Loaded week={data} branch={branch} day={day} goTo={goTo} opened={opened} setOpened={setOpened} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}
