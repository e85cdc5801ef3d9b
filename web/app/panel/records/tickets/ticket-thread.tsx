// Whose a ticket is and what it is about: lead or client, job, warranty, the message it came from, and the visits that it needed.

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { object } from "valibot";
import { Link } from "wouter";
import { optional } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { LookBadge } from "~/ui/look-badge";
import { useTyped } from "../../any-record/draft";
import { useOnce } from "../../any-record/once";
import { RecordPicker } from "../../any-record/picker";
import { Promised } from "../../any-record/promised";
import { RecordForm } from "../../any-record/record-form";
import { SmallForm } from "../../any-record/small-form";
import { useWrite } from "../../any-record/write";
import { Detail, Details } from "../../list/details";
import { LinkedRecord, mayRead } from "../../list/linked-record";
import { useRecord } from "../../list/list";
import { recordAddress } from "../../list/record-address";
import { RecordBody } from "../../list/record-body";
import { SmallPhotos } from "../../list/small-photos";
import { RecordVisits } from "../../schedule/visits-part";
import { useOpenMade } from "../../shell/open-made";
import { may, useUser } from "../../user/user";
import { ClientPicker } from "../clients/client-picker";
import { warranties } from "../clients/warranties/warranty";
import { MADE_WITHOUT, refuseMore, undoConversion } from "../leads/conversions";
import { LeadPicker } from "../leads/lead-picker";
import { asides } from "../work-orders/details";
import { orderStatuses, workOrders } from "../work-orders/work-order";
import type { Ticket } from "./ticket";
import { makeReturnVisit, type TicketDetails, ticketDetails } from "./ticket-details";

const schema = object({ clientId: optional(), leadId: optional(), workOrderId: optional(), warrantyId: optional() });

const values = (details: TicketDetails | null) => ({
  clientId: details?.clientId ?? "",
  leadId: details?.leadId ?? "",
  workOrderId: details?.workOrderId ?? "",
  warrantyId: details?.warrantyId ?? "",
});

/** A client, or a lead that is none yet; a job and a warranty of the client, which without one bring theirs along. */
function Pickers({ branchId }: Pick<Ticket, "branchId">) {
  const clientId: string = useWatch({ name: "clientId" });
  const here = { branchId: branchId ?? "" };
  const theirs = clientId ? { clientId } : here;
  return (
    <>
      <ClientPicker branchId={here.branchId} optional clears={["leadId", "workOrderId", "warrantyId"]} />
      <LeadPicker branchId={here.branchId} clears={["clientId", "workOrderId", "warrantyId"]} />
      <RecordPicker
        name="workOrderId"
        label="Job"
        optional
        kind={workOrders}
        within={theirs}
        title={({ title }) => title}
      />
      <RecordPicker
        name="warrantyId"
        label="Warranty"
        optional
        kind={warranties}
        within={theirs}
        title={({ number, place }) => `${number}, ${place}`}
      />
    </>
  );
}

interface ThreadProps {
  ticket: Ticket;
  details: TicketDetails;
}

function LinksForm({ ticket, details, onDone }: ThreadProps & { onDone: () => void }) {
  return (
    <RecordForm
      kind={ticketDetails}
      record={details}
      schema={schema}
      values={values}
      noun="ticket links"
      done="Ticket updated"
      takesBack
      onDone={onDone}
      onCancel={onDone}
    >
      <Pickers branchId={ticket.branchId} />
    </RecordForm>
  );
}

function Links({ client, lead, workOrder, warranty }: TicketDetails) {
  return (
    <Details>
      {(client || !lead) && (
        <Detail term="Client">{client ? <LinkedRecord kind="client" {...client} /> : "Not known yet"}</Detail>
      )}
      {lead && (
        <Detail term="Lead">
          <LinkedRecord kind="lead" {...lead} />
        </Detail>
      )}
      {workOrder && (
        <Detail term="Job">
          <LinkedRecord kind="work_order" {...workOrder} />
        </Detail>
      )}
      {warranty && (
        <Detail term="Warranty">
          <LinkedRecord kind="warranty" {...warranty} />
        </Detail>
      )}
    </Details>
  );
}

const VISITS = { ...orderStatuses, ...asides };
const OVER = ["completed", "cancelled"];

function Visits({ visits }: Pick<TicketDetails, "visits">) {
  if (visits.length === 0) return null;
  return (
    <ul aria-label="Return visits" className="grid gap-2">
      {visits.map(({ id, title, status }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">
            <LinkedRecord kind="work_order" id={id} title={title} />
          </span>
          <LookBadge looks={VISITS} value={status} />
        </li>
      ))}
    </ul>
  );
}

/** What the description does not repeat of the message that it came from. */
function Message({ ticket, details: { message, photos } }: ThreadProps) {
  if (message === null) return null;
  const repeated = ticket.description.includes(message);
  if (repeated && photos.length === 0) return <p className="text-muted">Made of a message from the website</p>;
  return (
    <div className="grid gap-2">
      <p className="text-muted">{repeated ? "Sent with the message" : "The message it came from"}</p>
      {!repeated && <p className="max-h-40 overflow-y-auto whitespace-pre-line break-words">{message}</p>}
      <SmallPhotos addresses={photos} />
    </div>
  );
}

function useReturnVisit(ticketId: string) {
  const about = ["return-visit", ticketId];
  const openMade = useOpenMade();
  const back = useWrite({ about, send: undoConversion, done: () => "Taken back", failed: "Failed to take it back" });
  const make = (promised: string | null, key: string) => makeReturnVisit(ticketId, { promised }, key);
  const { save, forget } = useOnce(make, refuseMore);
  return useWrite({
    about,
    send: save,
    done: ({ title }) => `Job made: ${title}`,
    open: ({ id }) => openMade("work_order", id),
    failed: "Failed to make a return visit",
    undo: (_sent, { conversionId }) => {
      forget();
      if (conversionId) void back.write(conversionId);
    },
  });
}

interface AskVisitProps {
  ticketId: string;
  close: () => void;
}

/** A job, with what the client was promised about it. */
function AskVisit({ ticketId, close }: AskVisitProps) {
  const { typed: promised, type } = useTyped(`return visit of ${ticketId}`, "");
  useEscape(close);
  const { write } = useReturnVisit(ticketId);
  return (
    <SmallForm
      aria-label="Return visit"
      className="grid gap-3"
      onSubmit={() => write(promised.trim() || null)}
      onSent={close}
      since={MADE_WITHOUT}
    >
      <Promised words={promised} type={type} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="small" sending="Saving...">
          Make Return Visit
        </SubmitButton>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </SmallForm>
  );
}

/** The visits of the ticket's job. */
function JobVisits({ id, branchId, close }: { id: string; branchId: string; close: () => void }) {
  useEscape(close);
  return (
    <section aria-label="Visits" className="grid gap-2">
      <RecordVisits kind="work_order" recordId={id} branchId={branchId} goesOn />
      <Button size="small" variant="quiet" className="justify-self-start" onClick={close}>
        Back
      </Button>
    </section>
  );
}

type Asking = "links" | "visit" | "schedule";

function Opened({ ticket, details }: ThreadProps) {
  const user = useUser();
  const [asking, ask] = useState<Asking | null>(null);
  const done = () => ask(null);
  if (asking === "links") return <LinksForm ticket={ticket} details={details} onDone={done} />;
  const visit = details.visits.find(({ status }) => !OVER.includes(status));
  const job = visit ?? (details.workOrder && !OVER.includes(details.workOrder.status) ? details.workOrder : null);
  return (
    <>
      <Links {...details} />
      <Message ticket={ticket} details={details} />
      {asking === "visit" && <AskVisit ticketId={ticket.id} close={done} />}
      {asking === "schedule" && job && <JobVisits id={job.id} branchId={ticket.branchId ?? ""} close={done} />}
      {!asking && may(user, "canManageTickets") && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" variant="outline" onClick={() => ask("links")}>
            {details.client || details.lead ? "Change Links" : "Choose Client"}
          </Button>
          {visit && mayRead(user, "work_order") && (
            <Button asChild size="small" variant="outline">
              <Link href={recordAddress(user, "work_order", visit.id)}>Open Job</Link>
            </Button>
          )}
          {job && may(user, "canAssignJobs") && (
            <Button size="small" variant="outline" onClick={() => ask("schedule")}>
              Schedule
            </Button>
          )}
          {!visit && (
            <Button size="small" disabled={!details.client} onClick={() => ask("visit")}>
              Return Visit
            </Button>
          )}
          {!details.client && <span className="text-muted">A visit needs a place to go to.</span>}
        </div>
      )}
      <Visits visits={details.visits} />
    </>
  );
}

export function TicketThread({ ticket }: { ticket: Ticket }) {
  return (
    <section aria-label="Thread" className="mb-6 grid gap-4 rounded-control border border-hairline p-4">
      <RecordBody record={useRecord(ticketDetails, ticket.id)}>
        {(details) => <Opened ticket={ticket} details={details} />}
      </RecordBody>
    </section>
  );
}
