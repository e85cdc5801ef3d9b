// What happened to a record, newest first, in plain words.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Schemas } from "~/api/client";
import { useClock } from "~/ui/clock";
import { Disclosure } from "~/ui/disclosure";
import { Moment } from "~/ui/moment";
import { isManager } from "../user/roles";
import { useUser } from "../user/user";
import { fieldName, Shown, saysFrom, toldOf } from "./shown";

type Event = Schemas["Event"];

const ACTIONS: Record<string, string> = {
  create: "created this",
  update: "changed this",
  delete: "removed this",
  merge: "merged this into another",
  part: "brought this back",
  quote_request: "took a quote request",
};
const BEGINS = new Set(["create", "part"]);
/** Acts after which the record is not there. */
export const ENDS = new Set(["delete", "merge"]);
/** Letters of a text that are enough to know it by. */
const LONGEST = 80;

interface ChangedFieldsProps {
  changes: Record<string, unknown[]>;
  /** What the log calls the act; of what was made or removed one side says everything. */
  action: string;
  /** Letters of a text that are enough to know it by. */
  longest: number;
}

/** The fields that a change touched, each as it was and as it is since, in words. */
export function ChangedFields({ changes, action, longest }: ChangedFieldsProps) {
  const told = toldOf(changes).filter(([, [old, now]]) => action === "update" || (old ?? now) !== null);
  return (
    <ul className="mt-1 grid gap-0.5 text-muted">
      {told.map(([field, [old, now]]) => (
        <li key={field} className="wrap-anywhere">
          {fieldName(field)}:{" "}
          {action === "update" && saysFrom(field, old) && (
            <>
              <Shown field={field} value={old} longest={longest} /> {"→"}{" "}
            </>
          )}
          <Shown field={field} value={ENDS.has(action) ? old : now} longest={longest} />
        </li>
      ))}
    </ul>
  );
}

const auditOf = (id: string) => `/panel/settings?${new URLSearchParams({ tab: "audit", record: id })}`;

/** From a record to everything that was ever done to it, for those who see Settings. */
export function AuditLink({ id }: { id: string }) {
  if (!isManager(useUser().role)) return null;
  return (
    <p className="mt-3 text-small">
      <Link href={auditOf(id)} className="text-link underline underline-offset-4">
        Who did what here
      </Link>
    </p>
  );
}

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
          {!BEGINS.has(event.action) && !ENDS.has(event.action) && (
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
