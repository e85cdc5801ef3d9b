// Today: one's own visits in their order, the next one open, on a phone in the rain.

import { RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Clock } from "~/lib/clock";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { ClockIn, useClock } from "~/ui/clock";
import { ScreenTitle } from "~/ui/screen-title";
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";
import { notify } from "~/ui/toast";
import { Unloaded } from "../../list/unloaded";
import { shortDay, weekdayAndDay } from "../../shell/days";
import { timesOf } from "../telling";
import { Complete } from "./complete";
import { type Hold, useHeld, withHeld } from "./held";
import { useKeptOpen } from "./kept-open";
import { operate } from "./operations";
import { useOwnDay } from "./own-day";
import { isOpen, type OwnDay, type OwnVisit, ownDay, titleOf } from "./own-visit";
import { MISTAKE, StepBar } from "./step-bar";
import { useSunlight } from "./sunlight";
import { VisitItem } from "./visit";

interface HeadProps {
  today: string;
  told: string;
  asOf: string | null;
  refreshing: boolean;
  onRefresh: () => void;
}

/** "7:12 AM" of today, and with its day of what is older. */
const toldOf = (clock: Clock, moment: string): string =>
  clock.dayIn(0, new Date(moment)) === clock.dayIn(0)
    ? clock.timeAt(moment)
    : `${clock.timeAt(moment)}, ${clock.day(moment)}`;

function Head({ today, told, asOf, refreshing, onRefresh }: HeadProps) {
  const clock = useClock();
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <ScreenTitle>Today</ScreenTitle>
        <p className="text-base">
          {weekdayAndDay(today)}
          {told && (
            <span role="status">
              , <span className="whitespace-nowrap">{told}</span>
            </span>
          )}
        </p>
        {asOf && <p className="text-base">As of {toldOf(clock, asOf)}</p>}
      </div>
      <Button
        variant="outline"
        size="icon"
        className="size-14"
        aria-label="Refresh"
        busy={refreshing}
        onClick={onRefresh}
      >
        <RefreshCw aria-hidden className={classes(refreshing && "animate-spin")} />
      </Button>
    </div>
  );
}

/** A day without visits says so, and when the next one is. */
function Free({ coming }: Pick<OwnDay, "coming">) {
  const [first] = coming;
  const visit = first?.visits[0];
  return (
    <div className="rounded-card border border-hairline bg-surface p-5">
      <p className="font-semibold text-h4">Nothing is planned for you today.</p>
      <p className="mt-2 text-base">
        {first && visit
          ? `Your next visit is on ${weekdayAndDay(first.day)}, ${timesOf(visit).toLowerCase() === "any time" ? "any time that day" : timesOf(visit)}: ${visit.name}.`
          : "Nor for the next six days. Those who plan see that you are free."}
      </p>
    </div>
  );
}

interface ListsProps {
  day: OwnDay;
  /** What has become of visits that hold words. */
  awayOf: (visit: OwnVisit) => string | undefined;
  opened: string | undefined;
  press: (id: string) => void;
  hold: Hold;
}

interface SectionProps {
  title: string;
  /** Keeps it for those who listen, where the head of the screen says it. */
  hidesTitle?: boolean;
  children: ReactNode;
}

function Section({ title, hidesTitle = false, children }: SectionProps) {
  return (
    <section className="grid gap-3">
      <h2 className={hidesTitle ? "sr-only" : "font-sans font-semibold text-h4 tracking-normal"}>{title}</h2>
      {children}
    </section>
  );
}

function Lists({ day: { left, today, coming }, awayOf, opened, press, hold }: ListsProps) {
  const items = (visits: OwnVisit[], withDay = false) => (
    <ul className="grid gap-3 [overflow-anchor:none]">
      {visits.map((visit) => (
        <VisitItem
          key={visit.id}
          visit={visit}
          {...(withDay && visit.day && { day: shortDay(visit.day) })}
          away={awayOf(visit)}
          open={visit.id === opened}
          onPress={() => press(visit.id)}
          onHold={hold}
        />
      ))}
    </ul>
  );
  return (
    <>
      {left.length > 0 && <Section title="Not finished">{items(left, true)}</Section>}
      {today.length > 0 && (
        <Section title="Visits" hidesTitle>
          {items(today)}
        </Section>
      )}
      {today.length + left.length === 0 && <Free coming={coming} />}
      {coming.map(({ day, visits }) => (
        <Section key={day} title={weekdayAndDay(day)}>
          {items(visits)}
        </Section>
      ))}
    </>
  );
}

const headingOf = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-visit="${id}"]`);

/** Brings what is next to the eye where it stands far below: on arrival, and when the one before it is done. */
function useSeen(id: string | undefined) {
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const heading = headingOf(id);
    if (heading && heading.getBoundingClientRect().top > innerHeight / 2) heading.scrollIntoView();
    if (heading && before.current) heading.focus({ preventScroll: true });
    before.current = id;
  }, [id]);
}

/** Where the heading of a visit stands on the page, in pixels, however far it is scrolled. */
function topOf(id: string | undefined): number | undefined {
  const heading = headingOf(id);
  return heading ? heading.getBoundingClientRect().top + scrollY : undefined;
}

/** The visit in which somebody types. */
const typedIn = () => document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-visit]")?.dataset.visit;

/** Keeps the heading of the visit under the hand where it stands, whatever comes or folds above it. The function that it returns names the visit that is pressed. */
function useStill(): (id: string) => void {
  const pressed = useRef<string | undefined>(undefined);
  const id = pressed.current ?? typedIn();
  const before = topOf(id);
  useLayoutEffect(() => {
    const now = topOf(id);
    if (before !== undefined && now !== undefined) scrollBy(0, now - before);
    pressed.current = undefined;
  });
  return (next) => {
    pressed.current = next;
  };
}

/** Which visit is open, and what a press on a heading does. */
function useOpened(next: string | undefined) {
  // An empty text for none; until something is pressed it is the next one.
  const [pressed, setPressed] = useState<string | null>(null);
  const opened = pressed ?? next;
  const keepStill = useStill();
  const press = (id: string) => {
    keepStill(id);
    setPressed(id === opened ? "" : id);
  };
  return { opened, press, goOn: () => setPressed(null) };
}

const takeBack = (visit: OwnVisit) => operate(visit, { status: visit.status, reason: MISTAKE });

const UNSAVED = "What you typed here is not saved yet. Save it, and it stays with the job.";

function Loaded({ visits, today }: { visits: OwnVisit[]; today: string }) {
  const [held, hold] = useHeld(visits);
  const listed = withHeld(visits, held);
  const day = ownDay(listed, today, held);
  const next = useKeptOpen(
    day.next?.id,
    (id) => id in held || listed.some((visit) => visit.id === id && isOpen(visit)),
  );
  const { opened, press, goOn } = useOpened(next);
  const [completing, setCompleting] = useState<OwnVisit | null>(null);
  useSeen(next);
  const own = (id: string | undefined) => visits.find((visit) => visit.id === id);
  const awayOf = ({ id, day }: OwnVisit) => {
    const now = own(id);
    if (now?.day === day) return undefined;
    return `This visit was ${now?.day ? `moved to ${weekdayAndDay(now.day)}` : "moved, cancelled, or given to others"}. ${UNSAVED}`;
  };
  const shown = own(opened);
  const inHand = shown && (shown.day ?? today) <= today ? shown : null;
  const ending = completing && { ...(own(completing.id) ?? completing), day: completing.day };
  return (
    <>
      <Lists day={day} awayOf={awayOf} opened={opened} press={press} hold={hold} />
      {inHand && (
        <ClockIn timeZone={inHand.timeZone}>
          <StepBar key={inHand.id} visit={inHand} onComplete={() => setCompleting(inHand)} />
        </ClockIn>
      )}
      <ClockIn timeZone={ending?.timeZone}>
        <Complete
          visit={ending}
          away={ending ? awayOf(ending) : undefined}
          onClose={() => setCompleting(null)}
          onDone={(visit) => {
            setCompleting(null);
            goOn();
            notify("Done", titleOf(visit), { label: "Undo", act: () => void takeBack(visit) });
          }}
        />
      </ClockIn>
    </>
  );
}

export default function Today() {
  useSunlight();
  const { visits, today, asOf, failed, refreshing, refresh } = useOwnDay();
  const now = visits ? ownDay(visits, today).today : [];
  const done = now.filter(({ status }) => status === "done").length;
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-11rem)] max-w-[44rem] flex-col gap-5">
      <Head
        today={today}
        told={now.length > 0 ? `${done} of ${now.length} done` : ""}
        asOf={asOf}
        refreshing={refreshing}
        onRefresh={refresh}
      />
      {visits ? (
        <Loaded visits={visits} today={today} />
      ) : failed ? (
        <Unloaded retry={refresh}>Your visits could not be loaded.</Unloaded>
      ) : (
        <SkeletonGroup label="Loading..." className="grid gap-3">
          <Skeleton className="h-80" />
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </SkeletonGroup>
      )}
    </div>
  );
}
