// Everything that happened around a person, newest first, in words.
import { useLayoutEffect, useRef, useState } from "react";
import { startCase } from "~/lib/labels";
import { dollars } from "~/lib/money";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { useClock } from "~/ui/clock";
import { Moment } from "~/ui/moment";
import { AuditLink } from "../../any-record/history";
import { fieldName, Shown, saysFrom, toldOf } from "../../any-record/shown";
import { useWrite } from "../../any-record/write";
import { SmallPhotos } from "../../list/small-photos";
import { visitorDid } from "../../records/enquiries/enquiry";
import { undoConversion } from "../../records/leads/conversions";
import {
  activityTypes,
  outcomes,
  type PageKind,
  type Source,
  type TimelineEvent,
  undoMerge,
  useTimeline,
} from "./thread";

const SOURCES: { value: Source | null; label: string }[] = [
  { value: null, label: "Everything" },
  { value: "activity", label: "Calls and notes" },
  { value: "message", label: "Messages" },
  { value: "request", label: "Requests" },
  { value: "conversion", label: "Milestones" },
  { value: "change", label: "Changes" },
];

const KINDS: Record<string, string> = {
  lead: "lead",
  client: "client",
  work_order: "work order",
  support_ticket: "ticket",
  warranty: "warranty",
  property: "property",
};

const ACTS: Record<string, string> = {
  create: "created",
  update: "changed",
  delete: "removed",
  merge: "merged",
  part: "brought back",
};

/** Letters of a text that are enough to know it by. */
const LONGEST = 160;

interface TellingProps {
  event: TimelineEvent;
  /** The id of the page's own record. */
  own: string;
  /** What the records of the thread are called, by id, or by the name of a field and the id in it. */
  titles: Record<string, string>;
}

/** Which record it happened to; the page's own and the client's own address need no name. */
function Subject({ event, own }: Pick<TellingProps, "event" | "own">) {
  if (event.recordId === own && event.kind !== "property") return <>this {KINDS[event.kind]}</>;
  if (!event.title) return <>the {KINDS[event.kind]}</>;
  return (
    <>
      the {KINDS[event.kind]} <span className="font-semibold">{event.title}</span>
    </>
  );
}

interface ValuesProps {
  changes: TimelineEvent["changes"];
  /** Whether what was before is told as well. */
  from: boolean;
  titles: TellingProps["titles"];
}

function Values({ changes, from, titles }: ValuesProps) {
  const shown = (field: string, value: unknown) =>
    titles[`${field} ${value}`] ?? titles[String(value)] ?? <Shown field={field} value={value} longest={LONGEST} />;
  const told = toldOf(changes).filter(([, [old, now]]) => old !== now && (from || now !== null));
  if (told.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-muted">
      {told.map(([field, [old, now]]) => (
        <li key={field} className="break-words">
          {fieldName(field)}:{" "}
          {from && saysFrom(field, old) && (
            <>
              {shown(field, old)} {"→"}{" "}
            </>
          )}
          {shown(field, now)}
        </li>
      ))}
    </ul>
  );
}

interface Photo {
  id: string;
  url: string;
}

/** Where those can be seen that a change of a job added. */
function addedPhotos({ kind, changes: { images } }: TimelineEvent): string[] {
  const [before, now] = (images ?? []) as [Photo[] | null, Photo[] | null];
  if (kind !== "work_order" || !now) return [];
  return now.filter(({ id }) => !before?.some((photo) => photo.id === id)).map(({ url }) => url);
}

function Change({ event, own, titles }: TellingProps) {
  return (
    <>
      <p>
        <span className="font-semibold">{event.who}</span>
        {event.via && ` via ${event.via}`} {ACTS[event.action] ?? startCase(event.action)}{" "}
        <Subject event={event} own={own} />
      </p>
      {event.action === "update" && <Values changes={event.changes} from titles={titles} />}
      <SmallPhotos addresses={addedPhotos(event)} told="The job, as the crew saw it" />
    </>
  );
}

/** A next step that is done has happened. */
const ACTIVITIES: Record<string, string> = { ...activityTypes, next_step: "Done" };

function Activity({ event, own }: TellingProps) {
  const told = [
    event.outcome && outcomes[event.outcome as keyof typeof outcomes],
    event.minutes !== null && `${event.minutes} min`,
  ].filter(Boolean);
  return (
    <>
      <p>
        <span className="font-semibold">{event.who ?? "The client was told by email"}</span>
        {event.who && " · "}
        {event.who && (ACTIVITIES[event.action] ?? startCase(event.action))}
        {told.length > 0 && ` · ${told.join(" · ")}`}
        {event.recordId !== own && (
          <>
            {" · "}
            <Subject event={event} own={own} />
          </>
        )}
      </p>
      {event.words && <p className="whitespace-pre-line break-words">{event.words}</p>}
    </>
  );
}

/** What a request tells: the price range in one line, and a name where it is not the lead's. */
function asked({ changes, title }: TimelineEvent): TimelineEvent["changes"] {
  const [low, high] = [changes.low?.[1], changes.high?.[1]];
  const told = Object.entries(changes).filter(
    ([field, [, now]]) => !["low", "high"].includes(field) && !(field === "name" && now === title),
  );
  if (typeof low === "number" && typeof high === "number")
    told.push(["range", [null, `${dollars(low)} to ${dollars(high)}`]]);
  return Object.fromEntries(told);
}

function FromVisitor({ event, titles }: TellingProps) {
  return (
    <>
      <p className="font-semibold">{visitorDid(event.action)}</p>
      {event.words && <p className="whitespace-pre-line break-words">{event.words}</p>}
      {event.source === "request" && <Values changes={asked(event)} from={false} titles={titles} />}
      <SmallPhotos addresses={event.photos} />
    </>
  );
}

/** What was made of what, around the record that it happened to. */
const CONVERSIONS: Record<string, [before: string, after: string]> = {
  client: ["made", "a client"],
  attached_client: ["attached", "to the client"],
  first_job: ["handed over", ""],
  return_visit: ["made", "as a return visit"],
  lead: ["made", "from a message"],
  ticket: ["made", "from a message"],
  attachment: ["attached a message to", ""],
};

function Undo({ event }: { event: TimelineEvent }) {
  const { write, busy } = useWrite({
    about: ["undo", event.id],
    send: (id: string, key) => (event.action === "merge" ? undoMerge(id, key) : undoConversion(id, key)),
    done: () => "Taken back",
    failed: "Failed to take it back",
  });
  return (
    <Button size="small" variant="outline" className="print:hidden" busy={busy} onClick={() => write(event.id)}>
      Undo
    </Button>
  );
}

/** What was done around a record, where it depends on who else was part of it. */
function told({ action, kind, words }: TimelineEvent): [before: string, after: string] {
  if (action === "detachment" && kind === "lead") return ["detached", `from ${words ?? "a client"}`];
  if (action === "detachment") return [`detached ${words ?? "a lead"} from`, ""];
  return [`merged ${words ?? `another ${KINDS[kind]}`} into`, ""];
}

function Conversion({ event, own }: TellingProps) {
  const [before, after] = CONVERSIONS[event.action] ?? told(event);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 break-words">
        <span className="font-semibold">{event.who}</span> {before} <Subject event={event} own={own} /> {after}
      </p>
      {event.undoable && <Undo event={event} />}
    </div>
  );
}

const FORMS: Record<Source, typeof Change> = {
  change: Change,
  activity: Activity,
  request: FromVisitor,
  message: FromVisitor,
  conversion: Conversion,
};

/** Puts the focus on the first event of a page that was asked for, unless the person has gone elsewhere meanwhile. */
function useFollowing(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const asked = useRef<{ from: Element | null; at: number } | null>(null);
  useLayoutEffect(() => {
    const { from, at } = asked.current ?? {};
    if (at === undefined || count <= at) return;
    asked.current = null;
    // A button that waits for its answer loses the focus to the page.
    if ([from, document.body].includes(document.activeElement ?? undefined)) {
      (list.current?.children[at] as HTMLElement | undefined)?.focus();
    }
  }, [count]);
  const follow = () => {
    asked.current = { from: document.activeElement, at: count };
  };
  return { list, follow };
}

interface TimelineProps {
  kind: PageKind;
  id: string;
  first: Parameters<typeof useTimeline>[3];
  titles: TellingProps["titles"];
  className: string;
}

export function Timeline({ kind, id, first, titles, className }: TimelineProps) {
  const clock = useClock();
  const [source, setSource] = useState<Source | null>(null);
  const { data, isError, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useTimeline(
    kind,
    id,
    source,
    first,
  );
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const { list, follow } = useFollowing(events.length);
  return (
    <section aria-label="Timeline" className={classes("grid content-start gap-4", className)}>
      <fieldset aria-label="Show" className="flex flex-wrap gap-2 print:hidden">
        {SOURCES.map(({ value, label }) => (
          <Button
            key={label}
            size="small"
            variant={source === value ? "primary" : "outline"}
            aria-pressed={source === value}
            onClick={() => setSource(value)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {isPending && <p className="text-muted">Loading...</p>}
      {isError && events.length === 0 && <p role="alert">The timeline could not be loaded.</p>}
      {data && events.length === 0 && <p className="text-muted">Nothing yet.</p>}
      <ol ref={list} className="grid gap-4 border-hairline border-l pl-4">
        {events.map((event) => {
          const Form = FORMS[event.source];
          return (
            <li key={event.id} data-event={event.source} tabIndex={-1} className="grid gap-1">
              <Form event={event} own={id} titles={titles} />
              <Moment at={event.at} className="text-muted text-tiny">
                <span className="print:hidden">{clock.recent(event.at)}</span>
                <span className="hidden print:inline">{clock.moment(event.at)}</span>
              </Moment>
            </li>
          );
        })}
      </ol>
      {source === "change" && <AuditLink id={id} />}
      {hasNextPage && (
        <Button
          variant="outline"
          size="small"
          data-more
          busy={isFetchingNextPage}
          onClick={() => {
            follow();
            void fetchNextPage();
          }}
        >
          {isFetchingNextPage ? "Loading..." : "Show More"}
        </Button>
      )}
    </section>
  );
}
