// What happened to a record, newest first, in plain words.
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "~/api/client";
import { useClock } from "~/ui/clock";
import { Disclosure } from "~/ui/disclosure";
import { Moment } from "~/ui/moment";
import { AuditLink } from "./audit-link";
import { ChangedFields } from "./changed-fields";

type Event = Schemas["Event"];

const ACTIONS: Record<string, string> = {
  create: "created this",
  update: "changed this",
  delete: "removed this",
  quote_request: "took a quote request",
};
/** Letters of a text that are enough to know it by. */
const LONGEST = 80;

/** A kind of record whose changes are kept. */
export interface Audited {
  path: string;
  history: (id: string) => Promise<Event[]>;
}

interface HistoryProps {
  kind: Audited;
  id: string;
}

function Events({ kind, id }: HistoryProps) {
  const clock = useClock();
  const { data, isError } = useQuery({
    queryKey: [kind.path, id, "history"],
    queryFn: () => kind.history(id),
    gcTime: 0,
  });
  if (isError) return <p role="alert">The history could not be loaded.</p>;
  if (!data) return <p className="text-muted">Loading...</p>;
  if (data.length === 0) return <p className="text-muted">Nothing has been changed here yet.</p>;
  return (
    <ol className="grid gap-3">
      {data.map((event) => (
        <li key={event.id}>
          <span className="font-semibold">{event.who}</span>
          {event.via && ` via ${event.via}`} {ACTIONS[event.action] ?? event.action}{" "}
          <Moment at={event.at} className="text-muted">
            {clock.ago(event.at)}
          </Moment>
          {event.action !== "create" && event.action !== "delete" && (
            <ChangedFields changes={event.changes} action={event.action} longest={LONGEST} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** Asked for only when somebody wants to see it. */
export function History(props: HistoryProps) {
  return (
    <Disclosure label="History" className="mt-6 border-hairline border-t pt-4">
      <Events {...props} />
      <AuditLink id={props.id} />
    </Disclosure>
  );
}
