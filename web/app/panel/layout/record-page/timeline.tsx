// Everything that happened around a person, newest first, in words.
import { useState } from "react";
import { relativeTime } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { Button } from "~/ui/button";
import { Moment } from "~/ui/moment";
import { fieldName, Shown } from "../../records/shown";
import { activityTypes, outcomes, type PageKind, type Source, type TimelineEvent, useTimeline } from "./thread";

const SOURCES: { value: Source | null; label: string }[] = [
  { value: null, label: "Everything" },
  { value: "activity", label: "Calls and notes" },
  { value: "message", label: "Messages" },
  { value: "request", label: "Requests" },
  { value: "change", label: "Changes" },
];

const KINDS: Record<string, string> = {
  lead: "lead",
  client: "client",
  work_order: "work order",
  support_ticket: "ticket",
  warranty: "warranty",
};

const ACTS: Record<string, string> = { create: "created", update: "changed", delete: "removed" };

/** Letters of a text that are enough to know it by. */
const LONGEST = 160;

/** Which record it happened to; of the page's own record nothing needs to be said. */
function Subject({ event, own }: { event: TimelineEvent; own: string }) {
  if (event.recordId === own) return <>this {KINDS[event.kind]}</>;
  return (
    <>
      the {KINDS[event.kind]} <span className="font-semibold">{event.title}</span>
    </>
  );
}

function Values({ changes, from }: { changes: TimelineEvent["changes"]; from: boolean }) {
  const told = Object.entries(changes).filter(([, [old, now]]) => old !== now && (from || now !== null));
  if (told.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-muted">
      {told.map(([field, [old, now]]) => (
        <li key={field} className="break-words">
          {fieldName(field)}:{" "}
          {from && (
            <>
              <Shown field={field} value={old} longest={LONGEST} /> {"→"}{" "}
            </>
          )}
          <Shown field={field} value={now} longest={LONGEST} />
        </li>
      ))}
    </ul>
  );
}

function Photos({ addresses }: { addresses: string[] }) {
  if (addresses.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {addresses.map((address, number) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            <img
              src={`${address}?small=true`}
              alt={`The house, as the visitor sent it (${number + 1})`}
              loading="lazy"
              className="size-20 rounded-control border border-hairline object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Change({ event, own }: { event: TimelineEvent; own: string }) {
  return (
    <>
      <p>
        <span className="font-semibold">{event.who}</span> {ACTS[event.action] ?? event.action}{" "}
        <Subject event={event} own={own} />
      </p>
      {event.action === "update" && <Values changes={event.changes} from />}
    </>
  );
}

function Activity({ event, own }: { event: TimelineEvent; own: string }) {
  const told = [
    event.outcome && outcomes[event.outcome as keyof typeof outcomes],
    event.minutes !== null && `${event.minutes} min`,
  ].filter(Boolean);
  return (
    <>
      <p>
        <span className="font-semibold">{event.who}</span>
        {" · "}
        {activityTypes[event.action as keyof typeof activityTypes] ?? startCase(event.action)}
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

function FromVisitor({ event }: { event: TimelineEvent }) {
  return (
    <>
      <p className="font-semibold">
        {event.source === "request" ? "Asked for a quote" : `Wrote: ${startCase(event.action)}`}
      </p>
      {event.words && <p className="whitespace-pre-line break-words">{event.words}</p>}
      {event.source === "request" && <Values changes={event.changes} from={false} />}
      <Photos addresses={event.photos} />
    </>
  );
}

const FORMS: Record<Source, typeof Change> = {
  change: Change,
  activity: Activity,
  request: FromVisitor,
  message: FromVisitor,
};

interface TimelineProps {
  kind: PageKind;
  id: string;
  first: Parameters<typeof useTimeline>[3];
}

export function Timeline({ kind, id, first }: TimelineProps) {
  const [source, setSource] = useState<Source | null>(null);
  const { data, isError, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useTimeline(
    kind,
    id,
    source,
    first,
  );
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <section aria-label="Timeline" className="grid gap-4">
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
      <ol className="grid gap-4 border-hairline border-l pl-4">
        {events.map((event) => {
          const Form = FORMS[event.source];
          return (
            <li key={event.id} data-event={event.source} tabIndex={-1} className="grid gap-1">
              <Form event={event} own={id} />
              <Moment at={event.at} className="text-muted text-tiny">
                {relativeTime(event.at)}
              </Moment>
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <Button variant="outline" size="small" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading..." : "Show More"}
        </Button>
      )}
    </section>
  );
}
