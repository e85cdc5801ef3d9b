// What belongs to a thread beside its timeline: what is open now, and the jobs, tickets and warranties of before.

import { useState } from "react";
import type { Clock } from "~/lib/clock";
import { longDate } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { LinkedRecord } from "../../list/linked-record";
import { warrantyStatuses } from "../../records/clients/warranties/warranty";
import { leadStatuses } from "../../records/leads/lead";
import { ticketStatuses } from "../../records/tickets/ticket";
import { orderStatuses } from "../../records/work-orders/work-order";
import { RecordVisits } from "../../schedule/visits-part";
import type { Kind } from "../../user/entries";
import { may, useUser } from "../../user/user";
import type { Member } from "./thread";

interface Group {
  kind: string;
  title: string;
  looks: Parameters<typeof LookBadge>[0]["looks"];
  /** What the kind is called where it opens. */
  opens: Kind;
}

/** By kind, in the order in which they stand. */
const GROUPS: Group[] = [
  { kind: "work_order", title: "Work orders", looks: orderStatuses, opens: "work_order" },
  { kind: "support_ticket", title: "Tickets", looks: ticketStatuses, opens: "ticket" },
  { kind: "warranty", title: "Warranties", looks: warrantyStatuses, opens: "warranty" },
  { kind: "lead", title: "Leads", looks: leadStatuses, opens: "lead" },
];

/** When a job was done, or is planned for; until when a warranty holds. */
function when({ kind, day, doneAt }: Member, clock: Clock): string | null {
  if (doneAt) return `done ${clock.day(doneAt)}`;
  return day && (kind === "warranty" ? `until ${longDate(day)}` : longDate(day));
}

function about(member: Member, clock: Clock): string {
  const { note, setAside } = member;
  const told = [note && startCase(note), setAside && startCase(setAside), when(member, clock)];
  return told.filter(Boolean).join(" · ");
}

/** When somebody comes to a job, planned on the spot. */
function Visits({ job, branchId }: { job: Member; branchId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-2">
      <Button
        size="small"
        variant="outline"
        className="justify-self-start"
        aria-expanded={open}
        aria-label={`Schedule ${job.title}`}
        onClick={() => setOpen(!open)}
      >
        Schedule
      </Button>
      {open && (
        <section aria-label={`Visits of ${job.title}`}>
          <RecordVisits kind="work_order" recordId={job.id} branchId={branchId} goesOn />
        </section>
      )}
    </div>
  );
}

interface MembersProps {
  title: string;
  members: Member[];
  /** Where visits of its jobs are planned by the user. */
  plannedIn?: string | null;
}

function Members({ title, members, plannedIn = null }: MembersProps) {
  const clock = useClock();
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-sans font-semibold text-base">{title}</h3>
      <ul className="grid gap-2">
        {members.map((member) => {
          const group = GROUPS.find(({ kind }) => kind === member.kind);
          const told = about(member, clock);
          return (
            <li key={member.id} className="grid gap-2">
              <div className="flex items-start justify-between gap-3">
                <span className="min-w-0 break-words">
                  {group && <LinkedRecord kind={group.opens} id={member.id} title={member.title} />}
                  {told && <span className="block text-muted">{told}</span>}
                </span>
                {group && <LookBadge looks={group.looks} value={member.status} />}
              </div>
              {plannedIn !== null && member.kind === "work_order" && <Visits job={member} branchId={plannedIn} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const SETTLED: Record<string, string[]> = { work_order: ["completed"], support_ticket: ["resolved", "closed"] };

/** Whether there is still something to do about a job or a ticket. */
const isOpen = ({ kind, status, setAside }: Member): boolean =>
  kind in SETTLED && !SETTLED[kind]?.includes(status) && setAside !== "cancelled";

/** By day, and what has none last. */
const byDay = (one: Member, other: Member): number => (one.day ?? "9").localeCompare(other.day ?? "9");

/** The jobs to come, the next first, and the open tickets. */
export function OpenNow({ members, branchId }: { members: Member[]; branchId: string }) {
  const plans = may(useUser(), "canAssignJobs");
  const open = members.filter(isOpen).sort(byDay);
  return open.length > 0 && <Members title="Open now" members={open} plannedIn={plans ? branchId : null} />;
}

/** The other members of each kind that there are; `own` is the record of the page itself. */
export function Thread({ members, own }: { members: Member[]; own: string }) {
  return GROUPS.map(({ kind, title }) => {
    const theirs = members.filter((member) => member.kind === kind && member.id !== own && !isOpen(member));
    return theirs.length > 0 && <Members key={kind} title={title} members={theirs} />;
  });
}
