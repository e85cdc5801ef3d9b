// What the installation does every so often, and how that goes.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { startCase } from "~/lib/labels";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { Moment } from "~/ui/moment";
import { Unloaded } from "../../../list/unloaded";

type Chore = Schemas["ChoreRow"];

const PATH = "/api/panel/chores";

/** What each does, for those who read its name. */
const NAMES: Record<string, string> = {
  answers_due: "Remind staff of messages whose answer is due soon",
  answers: "Clear answers kept for repeated requests",
  erasures: "Erase people who asked for it",
  history: "Clear old history",
  retention: "Erase what is too old",
  letters: "Clear old emails",
  limits: "Clear limits that have expired",
  newsletter: "Write newsletters in batches",
  posts: "Publish scheduled posts",
  notifications: "Clear old notifications",
  photos: "Remove photos that no record uses",
  staff_mail: "Write emails to staff, right away and in the morning",
  sessions: "End expired sessions",
  visits: "Write emails to clients about their visits",
  webhooks: "Clear old webhook deliveries",
  steps_due: "Remind staff of next steps that are due",
};

export const useChores = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

/** Failed, and not done since. */
export const isFailing = ({ fault }: Chore): boolean => fault !== null;

const MINUTE = 60_000;

function Next({ chore: { running, due } }: { chore: Chore }) {
  const clock = useClock();
  if (running) return "running now";
  if (new Date(due).getTime() - Date.now() < MINUTE) return "next in a moment";
  return (
    <>
      next <Moment at={due}>{clock.ago(due)}</Moment>
    </>
  );
}

function ChoreItem({ chore }: { chore: Chore }) {
  const { name, lastOk, fault, tries } = chore;
  const clock = useClock();
  return (
    <li className="grid gap-x-4 gap-y-1 border-hairline border-t py-2 sm:grid-cols-[1fr_auto] sm:items-baseline">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {NAMES[name] ?? startCase(name)}
        {fault !== null && <Badge variant="warning">Failed</Badge>}
      </span>
      <span className="text-muted">
        {lastOk ? (
          <>
            done <Moment at={lastOk}>{clock.recent(lastOk)}</Moment>
          </>
        ) : (
          "not done yet"
        )}
        {", "}
        <Next chore={chore} />
      </span>
      {fault !== null && (
        <p className="break-words sm:col-span-2">
          {tries > 1 ? `Failed ${tries} times in a row` : "Failed last time"} and will be tried again automatically: “
          {fault}”
        </p>
      )}
    </li>
  );
}

export function Chores() {
  const { data, isError, refetch } = useChores();
  return (
    <section aria-labelledby="chores" className="mt-8">
      <Card className="grid gap-2 p-4">
        <h2 id="chores" className="font-sans font-semibold text-h4">
          Background jobs
        </h2>
        {isError && <Unloaded retry={refetch}>The background jobs could not be loaded.</Unloaded>}
        {data?.length === 0 && <p className="text-muted">Nothing has run here yet.</p>}
        <ul>
          {data?.map((chore) => (
            <ChoreItem key={chore.name} chore={chore} />
          ))}
        </ul>
      </Card>
    </section>
  );
}
