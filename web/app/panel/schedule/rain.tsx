// A day that is lost to rain, or to somebody who is sick: where its visits would go, changed where needed, moved at once, and whom
// to tell then.

import { useQuery } from "@tanstack/react-query";
import { Mail, MessageSquare, Phone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { Field } from "~/forms/fields";
import { mailto, tel } from "~/lib/contact";
import { daysAfter } from "~/lib/dates";
import { Button } from "~/ui/button";
import { Input, Select } from "~/ui/input";
import { Skeleton } from "~/ui/skeleton";
import { notify } from "~/ui/toast";
import { useTyped } from "../any-record/draft";
import { useWrite } from "../any-record/write";
import { Unloaded } from "../list/unloaded";
import { shortDay, weekdayAndDay } from "../shell/days";
import { useTextTo } from "../shell/text-message";
import { goalOf, goingOf, moveOf, type Proposal, STAYS, TRAY, usualReason, WITHOUT } from "./lost-day";
import { ObjectionList } from "./objections";
import { type Objection, objectionsIn, personName, type Week } from "./schedule";
import { timesOf } from "./telling";

type Moved = Schemas["MoveRow"];

/** Days that are offered after the lost one. */
const AHEAD = 14;

const MOVES = "/api/panel/schedule/moves";
const move = (body: Schemas["NewMove"], key: string) =>
  bodyOf(api.post("/api/panel/schedule/moves", { body, headers: keyed(key) }));
const takeBack = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/schedule/moves/{id}/undo", { params: { path: { id } }, headers: keyed(key) }));

const visitsOf = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "visit" : "visits"}`;

/** "Back where they were", and what somebody changed since. */
const saidOfUndo = ({ left }: Schemas["UndoneRow"]) =>
  left.length === 0
    ? "All visits are back where they were"
    : `Back where they were, but for what was changed since: ${left.map(({ title }) => title).join(", ")}`;

const saidOfMove = (count: number, anyway: boolean) =>
  count === 0 ? "Move Visits" : `Move ${visitsOf(count)}${anyway ? " anyway" : ""}`;

interface RowProps {
  proposal: Proposal;
  names: string;
  choices: { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

function Row({ proposal, names, choices, value, onChoose }: RowProps) {
  const title = proposal.title ?? "Visit";
  return (
    <li className="grid gap-2 border-hairline border-b py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_15rem] sm:items-center">
      <div className="min-w-0">
        <p className="break-words font-semibold">{title}</p>
        <p className="text-muted text-small">
          {timesOf(proposal)}
          {names && `, ${names}`}
        </p>
      </div>
      <Select
        aria-label={`Where ${title} goes`}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        options={choices}
        className={value === TRAY ? "border-warning" : undefined}
      />
    </li>
  );
}

type Person = Moved["toTell"][number];

/** Somebody with all of their visits: one call tells of them. */
interface Client extends Pick<Person, "name" | "phone" | "email" | "byMail"> {
  visits: Person[];
}

function clientsOf(people: Person[]): Client[] {
  const clients = new Map<string, Client>();
  for (const person of people) {
    const { name, phone, email, byMail } = person;
    const who = JSON.stringify([name, phone, email]);
    const known = clients.get(who) ?? { name, phone, email, byMail, visits: [] };
    clients.set(who, { ...known, byMail: known.byMail && byMail, visits: [...known.visits, person] });
  }
  return [...clients.values()];
}

function nowOf({ day, ...visit }: Person): string {
  if (day === null) return "Not scheduled any more";
  return `Now ${weekdayAndDay(day)}${visit.startMinute === null ? "" : `, ${timesOf(visit)}`}`;
}

function Told({ client }: { client: Client }) {
  const { name, phone, email, byMail, visits } = client;
  const call = phone && tel(phone);
  const text = useTextTo(name ?? "", phone);
  const mail = email && mailto(email);
  return (
    <li className="grid gap-2 border-hairline border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="break-words font-semibold">{name}</span>
        {visits.map((visit) => (
          <span key={visit.visitId} className="text-muted text-small">
            {nowOf(visit)}
          </span>
        ))}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {call && (
          <Button asChild size="small" variant={byMail ? "outline" : "primary"}>
            <a href={call}>
              <Phone aria-hidden />
              Call {phone}
            </a>
          </Button>
        )}
        {text && (
          <Button asChild size="small" variant="outline">
            <a href={text}>
              <MessageSquare aria-hidden />
              Text
            </a>
          </Button>
        )}
        {mail && (
          <Button asChild size="small" variant="outline">
            <a href={mail}>
              <Mail aria-hidden />
              Mail
            </a>
          </Button>
        )}
        <span className={byMail ? "text-muted text-small" : "font-semibold text-small text-warning"}>
          {byMail ? "Gets an email in five minutes" : call || mail ? "Gets no email: tell them" : "No way to tell them"}
        </span>
      </div>
    </li>
  );
}

interface DoneProps {
  moved: Moved;
  count: number;
  /** Gives whether all is back. */
  onUndo: () => Promise<boolean>;
  onClose: () => void;
}

/** Undo, which stays at hand for a while after the window, however that is closed. */
function useUndo({ count, onUndo, onClose }: DoneProps): () => Promise<void> {
  const undone = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the window goes
  useEffect(
    () => () => {
      if (!undone.current) notify("Success", `${visitsOf(count)} moved`, { label: "Undo", act: () => void onUndo() });
    },
    [],
  );
  return async () => {
    undone.current = await onUndo();
    if (undone.current) onClose();
  };
}

function Done(props: DoneProps) {
  const { moved, count, onClose } = props;
  const undo = useUndo(props);
  const clients = clientsOf(moved.toTell);
  const [byMail, toCall] = [clients.filter((one) => one.byMail), clients.filter((one) => !one.byMail)];
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold">
        {count === 1 ? "1 visit is" : `${count.toLocaleString("en-US")} visits are`} moved.
        {toCall.length > 0 && ` ${toCall.length.toLocaleString("en-US")} below to call or write to.`}
      </p>
      {clients.length > 0 && (
        <ul aria-label="To tell">
          {[...toCall, ...byMail].map((client) => (
            <Told key={client.visits[0]?.visitId} client={client} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onClose}>Done</Button>
        <Button variant="outline" onClick={undo}>
          Undo
        </Button>
      </div>
    </div>
  );
}

interface RainProps {
  week: Week;
  branch: string;
  day: string;
  /** Who is sick; everybody stays at home without one. */
  person?: string | undefined;
  onClose: () => void;
}

export default function Rain({ week, branch, day: first, person: sick = "", onClose }: RainProps) {
  const [day, setDay] = useState(first);
  const [person, setPerson] = useState(sick);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [objections, setObjections] = useState<Partial<Record<Objection, string>> | null>(null);
  const [moved, setMoved] = useState<{ row: Moved; count: number } | null>(null);
  const { typed, type: setTyped } = useTyped<string | null>(
    `${first} of ${sick || branch}`,
    null,
    () => moved === null,
  );
  const name = person ? personName(week, person) : "";
  const reason = typed ?? usualReason(name);
  const lost = { branchId: branch, day, ...(person && { userId: person }) };
  const { data, isError, refetch } = useQuery({
    queryKey: [MOVES, "preview", lost],
    queryFn: () => bodyOf(api.post("/api/panel/schedule/moves/preview", { body: lost })),
    enabled: day !== "" && moved === null,
    gcTime: 0,
  });
  const back = useWrite({ about: [MOVES], send: takeBack, done: saidOfUndo, failed: "Failed to take it back" });
  const { write, busy } = useWrite({
    about: [MOVES],
    send: move,
    failed: "Failed to move the visits",
    meets: (error) => {
      const found = objectionsIn(error);
      setObjections(found);
      return found !== null;
    },
  });

  const going = goingOf(data ?? [], chosen);
  const choicesOf = ({ day: to, crew }: Proposal) => [
    ...Array.from({ length: AHEAD }, (_, at) => daysAfter(day, at + 1)).map((value) => ({
      value,
      label: value === to ? `${shortDay(value)} (crew is free)` : shortDay(value),
    })),
    { value: TRAY, label: to === null ? "Not scheduled (no free day)" : "Not scheduled" },
    ...(person && crew.length > 1 ? [{ value: WITHOUT, label: `Same day, without ${name}` }] : []),
    { value: STAYS, label: "Leave it as it is" },
  ];
  /** Another choice is another plan: what spoke against the former is said no more. */
  function choose(next: Record<string, string>) {
    setChosen(next);
    setObjections(null);
  }
  async function commit() {
    const sent = moveOf(going, chosen, { day, person }, objections ?? {});
    const row = await write({ branchId: branch, reason: reason.trim() || usualReason(name), ...sent });
    if (row) setMoved({ row, count: going.length });
  }
  if (moved)
    return (
      <Done
        moved={moved.row}
        count={moved.count}
        onUndo={async () => (await back.write(moved.row.id)) !== null}
        onClose={onClose}
      />
    );
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field id="lost-day" label="Lost day">
          <Input
            id="lost-day"
            type="date"
            value={day}
            onChange={(event) => {
              setDay(event.currentTarget.value);
              choose({});
            }}
          />
        </Field>
        <Field id="lost-who" label="Whose visits">
          <Select
            id="lost-who"
            value={person}
            onChange={(event) => {
              setPerson(event.currentTarget.value);
              choose({});
            }}
            options={[
              { value: "", label: "Everybody's" },
              ...week.people.map(({ id }) => ({ value: id, label: personName(week, id) })),
            ]}
          />
        </Field>
        <Field id="lost-reason" label="Reason">
          <Input
            id="lost-reason"
            maxLength={300}
            value={reason}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
      </div>
      {isError && <Unloaded retry={refetch}>The visits of that day could not be loaded.</Unloaded>}
      {!data && !isError && day !== "" && <Skeleton className="h-24" />}
      {data && data.length > 0 && (
        <ul aria-label="Where they would go" className="max-h-[45dvh] overflow-y-auto">
          {data.map((proposal) => (
            <Row
              key={proposal.id}
              proposal={proposal}
              names={proposal.crew.map((id) => personName(week, id)).join(", ")}
              choices={choicesOf(proposal)}
              value={goalOf(proposal, chosen)}
              onChoose={(value) => choose({ ...chosen, [proposal.id]: value })}
            />
          ))}
        </ul>
      )}
      {objections && (
        <div role="alert" className="max-h-[30dvh] overflow-y-auto">
          <ObjectionList objections={objections} />
        </div>
      )}
      {data && (
        <p className="text-muted">
          {data.length === 0 && "Nothing to move. "}What has begun, is done or is pinned stays where it is.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button disabled={going.length === 0} busy={busy} onClick={() => void commit()}>
          {busy ? "Moving..." : saidOfMove(going.length, objections !== null)}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
