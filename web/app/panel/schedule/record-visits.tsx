// The visits of a job, or to a lead's house: when somebody comes and who, one more, another day, and none after all.

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "~/api/client";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { Skeleton } from "~/ui/skeleton";
import { Reasons } from "../any-record/reasons";
import { useWrite } from "../any-record/write";
import { Unloaded } from "../list/unloaded";
import { weekdayAndDay } from "../shell/days";
import { useNames } from "../staff/queries";
import { may, useUser } from "../user/user";
import { type Visit, type VisitEdit, visits } from "./schedule";
import { timesOf, visitStatuses } from "./telling";
import { VisitForm } from "./visit-form";

const OPEN: Visit["status"][] = ["planned", "on_the_way", "started"];
const REASONS = ["Client cancelled", "Rain", "Not needed any more"];

interface Change {
  visit: Visit;
  edit: VisitEdit;
}

function useCancel(visit: Visit) {
  const about = [visits.path, visit.id];
  const failed = "Failed to update the visit";
  const send = ({ visit, edit }: Change, key: string) => visits.update(visit, edit, key);
  const back = useWrite({ about, send, done: () => "The visit stands again", failed });
  const { write, busy } = useWrite({
    about,
    send,
    done: () => "Visit cancelled",
    failed,
    undo: (_sent, saved) =>
      void back.write({ visit: saved, edit: { status: visit.status, reason: "Cancelled by mistake" } }),
  });
  return { cancel: (reason: string) => write({ visit, edit: { status: "cancelled", reason } }), busy };
}

function WhyNot({ visit, onDone }: { visit: Visit; onDone: () => void }) {
  const { cancel, busy } = useCancel(visit);
  return (
    <Reasons
      about={`cancel ${visit.id}`}
      action="Cancel Visit"
      question="Cancel this visit: why?"
      usual={REASONS}
      back="Back"
      busy={busy}
      onReason={async (reason) => {
        if (await cancel(reason)) onDone();
      }}
      onBack={onDone}
    />
  );
}

/** How it ended, as the crew told it. */
function Ending({ visit: { met, nobodyThere, missing } }: { visit: Visit }) {
  return (
    <>
      {(met || nobodyThere) && <p className="break-words">{nobodyThere ? "Nobody was there" : `Met ${met}`}</p>}
      {missing && (
        <p className="flex items-start gap-2 break-words rounded-control bg-warn-tint p-2 text-on-warn-tint">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Part of the checklist is left out: {missing}
        </p>
      )}
    </>
  );
}

function Answered({ reply }: { reply: NonNullable<Visit["reply"]> }) {
  const clock = useClock();
  const said = reply.what === "confirmed" ? "The client confirmed this visit" : "The client asks for another time";
  return (
    <p
      className={classes("break-words", reply.what === "asked" && "rounded-control bg-warn-tint p-2 text-on-warn-tint")}
    >
      {said} ({clock.day(reply.at)}){reply.words && <>: “{reply.words}”</>}
    </p>
  );
}

interface EntryProps {
  visit: Visit;
  plans: boolean;
  onChange: () => void;
}

function Entry({ visit, plans, onChange }: EntryProps) {
  const nameOf = useNames();
  const [cancelling, setCancelling] = useState(false);
  const { day, crew, status, reason, reply } = visit;
  const time = visit.startMinute === null ? "any time that day" : timesOf(visit);
  const isOpen = OPEN.includes(status);
  return (
    <li className="grid gap-2 border-hairline border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{day === null ? "Not scheduled yet" : `${weekdayAndDay(day)}, ${time}`}</span>
        <LookBadge looks={visitStatuses} value={status} />
      </div>
      <p className="text-muted">{crew.length > 0 ? crew.map((id) => nameOf(id)).join(", ") : "Nobody yet"}</p>
      {reply && <Answered reply={reply} />}
      {reason && <p className="break-words">{reason}</p>}
      {status === "done" && <Ending visit={visit} />}
      {plans && isOpen && !cancelling && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant={day === null ? "primary" : "outline"} onClick={onChange}>
            {day === null ? "Schedule" : "Change"}
          </Button>
          <Button size="small" variant="quiet" onClick={() => setCancelling(true)}>
            Cancel Visit
          </Button>
        </div>
      )}
      {cancelling && isOpen && <WhyNot visit={visit} onDone={() => setCancelling(false)} />}
    </li>
  );
}

interface RecordVisitsProps {
  kind: Schemas["RecordKind"];
  recordId: string;
  /** Where a first visit would be. */
  branchId: string;
  /** Whether one more can be planned. */
  goesOn: boolean;
}

export default function RecordVisits({ kind, recordId, branchId, goesOn }: RecordVisitsProps) {
  const plans = may(useUser(), kind === "lead" ? "canManageLeads" : "canAssignJobs");
  const [changing, setChanging] = useState<string | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: [visits.path, kind, recordId],
    queryFn: () => visits.of(kind, recordId),
  });
  if (isError && !data) return <Unloaded retry={refetch}>The visits could not be loaded.</Unloaded>;
  if (!data) return <Skeleton className="h-20" />;
  const record = { kind, recordId, branchId: data[0]?.branchId ?? branchId };
  const done = () => setChanging(null);
  return (
    <div className="grid gap-2">
      {data.length > 0 && (
        <ul>
          {data.map((visit) =>
            visit.id === changing ? (
              <li key={visit.id} className="rounded-control border border-control p-3">
                <VisitForm record={record} visit={visit} onDone={done} />
              </li>
            ) : (
              <Entry key={visit.id} visit={visit} plans={plans} onChange={() => setChanging(visit.id)} />
            ),
          )}
        </ul>
      )}
      {changing === "new" && (
        <div className="rounded-control border border-control p-3">
          <VisitForm record={record} visit={null} onDone={done} />
        </div>
      )}
      {plans && goesOn && changing === null && (
        <Button size="small" variant="outline" className="justify-self-start" onClick={() => setChanging("new")}>
          {data.length > 0 ? "Add Visit" : "Schedule Visit"}
        </Button>
      )}
    </div>
  );
}
