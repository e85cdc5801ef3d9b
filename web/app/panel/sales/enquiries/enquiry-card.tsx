// One message of a visitor, and what can be made of it.
import { Link } from "wouter";
import { timeSince } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { Button } from "~/ui/button";
import { LookBadge } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import { ListCard } from "../../list/cards";
import { MailLink, PhoneLink } from "../../list/contact";
import { Day } from "../../list/details";
import { useBusy, useWrite } from "../../records/write";
import { may, useUser } from "../../shell/user";
import { useNames } from "../../staff/queries";
import { archive, type Enquiry, enquiries, makeLead, makeTicket, restore, topics } from "./enquiry";

function Waiting({ since }: { since: string }) {
  return <Moment at={since}>Waiting for {timeSince(since)}</Moment>;
}

/** What may be done with a message happens once: whoever is second is told who was first. */
const about = (id: string) => [enquiries.path, id];

const usePutBack = (id: string) =>
  useWrite({
    about: about(id),
    send: restore,
    done: () => "Message put back",
    failed: "Failed to put the message back",
  });

function PutBack({ id }: { id: string }) {
  const { busy, write } = usePutBack(id);
  return (
    <Button size="small" variant="outline" disabled={busy} onClick={() => write(id)}>
      Put Back
    </Button>
  );
}

/** What became of a message. A link stands only where it leads somewhere: to a record in scope, on a screen that is open. */
function Outcome({ enquiry }: { enquiry: Enquiry }) {
  const user = useUser();
  const nameOf = useNames();
  const who = enquiry.takenBy ? nameOf(enquiry.takenBy) : "a colleague elsewhere";
  return (
    <p className="text-muted">
      {startCase(enquiry.state)} by {who}
      {enquiry.takenAt && (
        <>
          {" on "}
          <Day value={enquiry.takenAt} />
        </>
      )}
      {enquiry.leadId && may(user, "canManageLeads") && (
        <>
          {" · "}
          <Link href={`/panel/leads?id=${enquiry.leadId}`} className="text-link underline underline-offset-4">
            Open lead
          </Link>
        </>
      )}
      {enquiry.ticketId && may(user, "canManageTickets") && (
        <>
          {" · "}
          <Link href={`/panel/tickets?id=${enquiry.ticketId}`} className="text-link underline underline-offset-4">
            Open ticket
          </Link>
        </>
      )}
    </p>
  );
}

function Acts({ enquiry: { id }, branchId }: { enquiry: Enquiry; branchId: string }) {
  const user = useUser();
  const busy = useBusy(about(id));
  const lead = useWrite({
    about: about(id),
    send: (branch: string, key) => makeLead(id, branch, key),
    done: () => "Lead created successfully",
    failed: "Failed to create lead",
  });
  const ticket = useWrite({
    about: about(id),
    send: (branch: string, key) => makeTicket(id, branch, key),
    done: () => "Support ticket created successfully",
    failed: "Failed to create support ticket",
  });
  const putBack = usePutBack(id);
  const archiving = useWrite({
    about: about(id),
    send: archive,
    done: () => "Message archived",
    failed: "Failed to archive the message",
    undo: putBack.write,
  });
  return (
    <div className="flex flex-wrap gap-2">
      {may(user, "canManageLeads") && (
        <Button size="small" disabled={busy} onClick={() => lead.write(branchId)}>
          Make Lead
        </Button>
      )}
      {may(user, "canManageTickets") && (
        <Button size="small" variant="outline" disabled={busy} onClick={() => ticket.write(branchId)}>
          Make Ticket
        </Button>
      )}
      <Button size="small" variant="quiet" disabled={busy} onClick={() => archiving.write(id)}>
        Archive
      </Button>
    </div>
  );
}

export function EnquiryCard({ enquiry, branchId }: { enquiry: Enquiry; branchId: string }) {
  const open = enquiry.state === "open";
  return (
    <ListCard title={enquiry.name} badge={<LookBadge looks={topics} value={enquiry.topic} />}>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <MailLink email={enquiry.email} />
        {enquiry.phone && <PhoneLink phone={enquiry.phone} />}
        <span className="text-muted">
          {open ? <Waiting since={enquiry.createdAt} /> : <Day value={enquiry.createdAt} />}
        </span>
      </div>
      <p className="whitespace-pre-line break-words">{enquiry.message}</p>
      <div className="mt-auto grid justify-items-start gap-3 pt-1">
        {open ? <Acts enquiry={enquiry} branchId={branchId} /> : <Outcome enquiry={enquiry} />}
        {enquiry.state === "archived" && <PutBack id={enquiry.id} />}
      </div>
    </ListCard>
  );
}
