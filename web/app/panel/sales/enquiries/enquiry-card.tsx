// One message of a visitor, and what can be made of it.
import { useRef, useState } from "react";
import { Link } from "wouter";
import { isConflict, sentenceOf } from "~/api/error";
import { keyring } from "~/api/idempotency";
import { refreshPanel } from "~/api/queries";
import { timeSince } from "~/lib/dates";
import { nameIn, words } from "~/lib/people";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Moment } from "~/ui/moment";
import { notify, notifyError } from "~/ui/toast";
import { MailLink, PhoneLink } from "../../list/contact";
import { Day } from "../../list/details";
import { may, useUser } from "../../shell/user";
import { useNames } from "../../staff/queries";
import { topicNames } from "./labels";
import { archive, type Enquiry, makeLead, makeTicket, restore } from "./queries";

/** Runs one act at a time, tells how it went, and shows the inbox as it is when somebody else was first. */
function useAct() {
  const underway = useRef(false);
  const [busy, setBusy] = useState(false);
  async function run(act: () => Promise<unknown>, done: string, failed: string, undo?: () => void) {
    if (underway.current) return;
    underway.current = true;
    setBusy(true);
    try {
      await act();
      notify("Success", done, undo && { label: "Undo", act: undo });
    } catch (error) {
      notifyError("Error", sentenceOf(error, failed));
      if (isConflict(error)) void refreshPanel();
    } finally {
      underway.current = false;
      setBusy(false);
    }
  }
  return { busy, run };
}

function Waiting({ since }: { since: string }) {
  return <Moment at={since}>Waiting for {timeSince(since)}</Moment>;
}

type Run = ReturnType<typeof useAct>["run"];

const putBack = (run: Run, id: string, key: string) =>
  run(() => restore(id, key), "Message put back", "Failed to put the message back");

function PutBack({ id }: { id: string }) {
  const { busy, run } = useAct();
  const keyFor = useRef(keyring()).current;
  return (
    <Button size="small" variant="outline" disabled={busy} onClick={() => putBack(run, id, keyFor("restore"))}>
      Put Back
    </Button>
  );
}

/** What became of a message. A link stands only where it leads somewhere: to a record in reach, on a screen that is open. */
function Outcome({ enquiry }: { enquiry: Enquiry }) {
  const user = useUser();
  const nameOf = useNames();
  const who = enquiry.takenBy ? nameOf(enquiry.takenBy) : "a colleague elsewhere";
  return (
    <p className="text-muted">
      {words(enquiry.state)} by {who}
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

function Acts({ enquiry, branchId }: { enquiry: Enquiry; branchId: string }) {
  const user = useUser();
  const { busy, run } = useAct();
  const { id } = enquiry;
  const keyFor = useRef(keyring()).current;
  return (
    <div className="flex flex-wrap gap-2">
      {may(user, "canManageLeads") && (
        <Button
          size="small"
          disabled={busy}
          onClick={() =>
            run(
              () => makeLead(id, branchId, keyFor(["lead", branchId])),
              "Lead created successfully",
              "Failed to create lead",
            )
          }
        >
          Make Lead
        </Button>
      )}
      {may(user, "canManageTickets") && (
        <Button
          size="small"
          variant="outline"
          disabled={busy}
          onClick={() =>
            run(
              () => makeTicket(id, branchId, keyFor(["ticket", branchId])),
              "Support ticket created successfully",
              "Failed to create support ticket",
            )
          }
        >
          Make Ticket
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        disabled={busy}
        onClick={() =>
          run(
            () => archive(id, keyFor("archive")),
            "Message archived",
            "Failed to archive the message",
            () => void putBack(run, id, keyFor("restore")),
          )
        }
      >
        Archive
      </Button>
    </div>
  );
}

export function EnquiryCard({ enquiry, branchId }: { enquiry: Enquiry; branchId: string }) {
  const open = enquiry.state === "open";
  return (
    <Card className="flex h-full flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words font-sans font-semibold text-[1rem] leading-snug">{enquiry.name}</h2>
        <Badge variant={enquiry.topic === "emergency" ? "destructive" : "secondary"}>
          {nameIn(topicNames, enquiry.topic)}
        </Badge>
      </div>
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
    </Card>
  );
}
