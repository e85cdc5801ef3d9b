// One message of a visitor, and what can be made of it.
import { timeSince } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { Button } from "~/ui/button";
import { LookBadge } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import { fieldName, Shown } from "../../any-record/shown";
import { ListCard } from "../../list/cards";
import { MailLink, PhoneLink } from "../../list/contact";
import { Day, Detail, Details } from "../../list/details";
import { RecordLink } from "../../list/record-link";
import { SmallPhotos } from "../../list/small-photos";
import { useNames } from "../../staff/queries";
import { may, useUser } from "../../user/user";
import { useActs, usePutBack } from "./acts";
import { type Enquiry, topics, useMessageMatches } from "./enquiry";
import { Sender } from "./sender";

function Waiting({ since }: { since: string }) {
  return <Moment at={since}>Waiting for {timeSince(since)}</Moment>;
}

function PutBack({ id }: { id: string }) {
  const { busy, write } = usePutBack(id);
  return (
    <Button size="small" variant="outline" busy={busy} onClick={() => write(id)}>
      Put Back
    </Button>
  );
}

/** What the visitor said beside the words, and the number by which they know the message. */
function Said({ enquiry: { street, preferredTime, reference } }: { enquiry: Enquiry }) {
  if (!street && !preferredTime && !reference) return null;
  return (
    <Details>
      {street && <Detail term="Street">{street}</Detail>}
      {preferredTime && (
        <Detail term={fieldName("preferredTime")}>
          <Shown field="preferredTime" value={preferredTime} />
        </Detail>
      )}
      {reference && <Detail term="Reference">{reference}</Detail>}
    </Details>
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
      {enquiry.leadId && (
        <>
          {" · "}
          Lead:{" "}
          <RecordLink kind="lead" id={enquiry.leadId}>
            {enquiry.leadTitle}
          </RecordLink>
        </>
      )}
      {enquiry.ticketId && may(user, "canManageTickets") && (
        <>
          {" · "}
          Ticket:{" "}
          <RecordLink kind="ticket" id={enquiry.ticketId}>
            {enquiry.ticketTitle}
          </RecordLink>
        </>
      )}
      {enquiry.clientId && (
        <>
          {" · "}
          Client:{" "}
          <RecordLink kind="client" id={enquiry.clientId}>
            {enquiry.clientTitle}
          </RecordLink>
        </>
      )}
    </p>
  );
}

interface ActsProps {
  id: string;
  acts: ReturnType<typeof useActs>;
  branchId: string;
  /** Whether somebody may have sent it who is known: to use that is the next step then. */
  known: boolean;
}

function Acts({ id, acts, branchId, known }: ActsProps) {
  const user = useUser();
  const { busy, lead, ticket, archive } = acts;
  return (
    <div className="flex flex-wrap gap-2">
      {may(user, "canManageLeads") && (
        <Button size="small" variant={known ? "outline" : "primary"} busy={busy} onClick={() => lead.write(branchId)}>
          Make Lead
        </Button>
      )}
      {may(user, "canManageTickets") && (
        <Button size="small" variant="outline" busy={busy} onClick={() => ticket.write({ branchId })}>
          Make Ticket
        </Button>
      )}
      <Button size="small" variant="quiet" busy={busy} onClick={() => archive.write(id)}>
        Archive
      </Button>
    </div>
  );
}

/** What waits for somebody: who may have sent it, the photos that came with it, and what can be made of it. */
function Waits({ enquiry: { id }, branchId }: EnquiryCardProps) {
  const acts = useActs(id);
  const { data: known, isPending } = useMessageMatches(id);
  // Nothing stands under the hand before it stays where it is.
  if (isPending) return <div className="mt-auto h-9" />;
  return (
    <>
      {known && <SmallPhotos addresses={known.photos} />}
      <div className="mt-auto grid gap-3 pt-1">
        {known && <Sender id={id} acts={acts} known={known} />}
        <Acts
          id={id}
          acts={acts}
          branchId={branchId}
          known={Boolean(known?.people.length || known?.warranties.length)}
        />
      </div>
    </>
  );
}

interface EnquiryCardProps {
  enquiry: Enquiry;
  /** Where what is made of it goes. */
  branchId: string;
}

export function EnquiryCard({ enquiry, branchId }: EnquiryCardProps) {
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
      <Said enquiry={enquiry} />
      <p className="whitespace-pre-line break-words">{enquiry.message}</p>
      {open ? (
        <Waits enquiry={enquiry} branchId={branchId} />
      ) : (
        <div className="mt-auto grid justify-items-start gap-3 pt-1">
          <Outcome enquiry={enquiry} />
          {enquiry.state === "archived" && <PutBack id={enquiry.id} />}
        </div>
      )}
    </ListCard>
  );
}
