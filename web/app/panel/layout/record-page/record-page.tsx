// The page of a lead or a client: who and where, what is open now, and everything that happened. It opens over any screen, for
// those who may read the record.
import { Mail, Merge, MessageSquare, Navigation, Pencil, Phone, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { mailto, mapOf, tel } from "~/lib/contact";
import { timeSince } from "~/lib/dates";
import { Button } from "~/ui/button";
import { LookBadge } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import { Shown } from "../../any-record/shown";
import { Day, Detail, Details } from "../../list/details";
import { LinkedRecord } from "../../list/linked-record";
import { newFor, VISIT } from "../../list/open-record";
import { editAddress } from "../../list/record-address";
import { RecordBody } from "../../list/record-body";
import { DrawingPart } from "../../pictures/drawing-part";
import { clientStatuses } from "../../records/clients/client";
import { AssignedLead } from "../../records/leads/assigned-lead";
import { ChangeClient } from "../../records/leads/attach";
import { Convert } from "../../records/leads/convert";
import { isOpen, type Lead, leadStatuses } from "../../records/leads/lead";
import { useMove } from "../../records/leads/move";
import { Offers, WhyLost } from "../../records/leads/offer";
import { StageButtons } from "../../records/leads/stages";
import { EditableLeadValue, LeadValue } from "../../records/leads/value";
import { RecordVisits } from "../../schedule/visits-part";
import { useTextTo } from "../../shell/text-message";
import { BranchFacts } from "../../staff/branch";
import { BranchClock } from "../../staff/branch-clock";
import { entries, type Kind } from "../../user/entries";
import { may, useUser } from "../../user/user";
import { Known } from "./known";
import { Log } from "./log";
import { OpenNow, Thread } from "./members";
import { MergeDialog } from "./merge";
import { NextStepPart, Promises } from "./next-step";
import { Properties } from "./properties";
import type { PageKind, Person, RecordPage, useRecordPage } from "./thread";
import { Timeline } from "./timeline";

interface Tap {
  href: string;
  icon: ReactNode;
  label: string;
  /** Leaves the panel for a map. */
  outside?: boolean;
}

function Taps({ person }: { person: Person }) {
  const taps = useTaps(person);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {taps.map(({ href, icon, label, outside }) => (
        <Button key={label} asChild variant="outline" size="small">
          <a href={href} {...(outside && { target: "_blank", rel: "noreferrer" })}>
            {icon}
            {label}
          </a>
        </Button>
      ))}
    </div>
  );
}

function useTaps({ name, email, phone, address }: Person): Tap[] {
  const call = phone && tel(phone);
  const text = useTextTo(name, phone);
  const mail = mailto(email);
  return [
    ...(call ? [{ href: call, icon: <Phone aria-hidden />, label: "Call" }] : []),
    ...(text ? [{ href: text, icon: <MessageSquare aria-hidden />, label: "Text" }] : []),
    ...(mail ? [{ href: mail, icon: <Mail aria-hidden />, label: "Mail" }] : []),
    ...(address ? [{ href: mapOf(address), icon: <Navigation aria-hidden />, label: "Navigate", outside: true }] : []),
  ];
}

/** Moves the lead on, as its card in the list does. */
function Stage({ lead, facts }: { lead: Lead; facts: RecordPage["leadFacts"] }) {
  return (
    <Detail term="Stage">
      <div className="flex items-center gap-1">
        <span className={isOpen(lead) ? "hidden print:inline" : ""}>{leadStatuses[lead.status].label}</span>
        <span className="contents print:hidden">
          <StageButtons lead={lead} {...useMove(lead, facts)} />
        </span>
      </div>
    </Detail>
  );
}

/** Whose the lead is; where that was a mistake, it is put right here. */
function Became({ lead, client }: { lead: Lead; client: NonNullable<RecordPage["client"]> }) {
  const [changing, setChanging] = useState(false);
  const writable = may(useUser(), "canManageLeads");
  if (changing) return <ChangeClient lead={lead} close={() => setChanging(false)} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <LinkedRecord kind="client" id={client.id} title={client.name} />
      {writable && (
        <Button
          size="small"
          variant="quiet"
          className="print:hidden"
          aria-label="Change client"
          onClick={() => setChanging(true)}
        >
          Change
        </Button>
      )}
    </div>
  );
}

function Who({ page }: { page: RecordPage }) {
  const writable = may(useUser(), "canManageLeads");
  const Value = writable ? EditableLeadValue : LeadValue;
  const { lead, leadFacts, client } = page;
  const person = lead ?? client;
  if (!person) return null;
  return (
    <>
      <Taps person={person} />
      <Details>
        <Detail term="Email">{person.email}</Detail>
        {person.phone && (
          <Detail term="Phone">
            <Shown field="phone" value={person.phone} />
          </Detail>
        )}
        {person.address && <Detail term="Address">{person.address}</Detail>}
        {lead && writable && <Stage lead={lead} facts={leadFacts} />}
        {lead?.estimatedValue != null && (
          <Detail term="Value">
            <Value lead={lead} details={leadFacts} />
          </Detail>
        )}
        {lead?.source && (
          <Detail term="Source">
            <Shown field="source" value={lead.source} />
          </Detail>
        )}
        {lead && (
          <Detail term="Assigned">
            <AssignedLead lead={lead} />
          </Detail>
        )}
        {lead && (
          <Detail term="First response">
            {leadFacts?.firstResponseAt ? (
              <Moment at={leadFacts.firstResponseAt}>
                after {timeSince(lead.createdAt, new Date(leadFacts.firstResponseAt))}
              </Moment>
            ) : (
              <span className="text-muted">None yet</span>
            )}
          </Detail>
        )}
        {lead?.status === "lost" && leadFacts && (
          <Detail term="Lost because">
            <WhyLost lead={lead} details={leadFacts} />
          </Detail>
        )}
        {lead && client && (
          <Detail term="Client">
            <Became lead={lead} client={client} />
          </Detail>
        )}
        {client && (
          <Detail term="Client since">
            <Day value={client.createdAt} />
          </Detail>
        )}
      </Details>
      {lead?.notes && <p className="whitespace-pre-line break-words">{lead.notes}</p>}
    </>
  );
}

/** What the records of the thread are called, by id; a building by its field's name as well: a client's own has the client's id. */
function titlesOf({ client, members, properties }: RecordPage): Record<string, string> {
  const places = properties.map(({ id, name, address }) => [`propertyId ${id}`, name ?? address ?? client?.address]);
  const people = client ? [[client.id, client.name]] : [];
  return Object.fromEntries([...places, ...people, ...members.map(({ id, title }) => [id, title])]);
}

interface PageProps {
  kind: PageKind;
  id: string;
}

interface HeadProps extends PageProps {
  page: RecordPage;
  onMerge: () => void;
}

function Head({ kind, id, page, onMerge }: HeadProps) {
  const user = useUser();
  const edit = editAddress(user, kind, id);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {page.lead && <LookBadge looks={leadStatuses} value={page.lead.status} />}
      {page.client && <LookBadge looks={clientStatuses} value={page.client.status} />}
      {may(user, "canManageLeads") && edit && (
        <div className="ml-auto flex gap-2 print:hidden">
          <Button variant="quiet" size="small" onClick={onMerge}>
            <Merge aria-hidden />
            Merge
          </Button>
          <Button asChild variant="outline" size="small">
            <Link href={edit} state={VISIT} data-edit>
              <Pencil aria-hidden />
              Edit
            </Link>
          </Button>
        </div>
      )}
    </div>
  );
}

/** When somebody looks at the house. */
function Survey({ lead }: { lead: Lead }) {
  return (
    <section aria-label="Visits" className="grid gap-2">
      <h3 className="font-sans font-semibold text-base">Visits</h3>
      <RecordVisits kind="lead" recordId={lead.id} branchId={lead.branchId} goesOn={isOpen(lead)} />
    </section>
  );
}

/** What is made for a client from here, for those who make it. */
const MADE: (Kind | undefined)[] = ["work_order", "ticket"];

function NewFor({ clientId, leadId }: { clientId: string; leadId: string | undefined }) {
  const user = useUser();
  return (
    <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
      {entries
        .filter(({ kind, allowed }) => MADE.includes(kind) && allowed(user))
        .map(({ path, makes }) => (
          <Button key={path} asChild size="small" variant="outline">
            <Link href={newFor(path, clientId, leadId)} state={VISIT}>
              <Plus aria-hidden />
              {makes}
            </Link>
          </Button>
        ))}
    </div>
  );
}

/** Two columns; on a phone their parts stand below each other in an order of their own, so that logging a call is near the top. */
const COLUMN = "contents lg:grid lg:content-start lg:gap-6";
const PART = "grid content-start gap-6";

function Page({ kind, id, person, page }: PageProps & { person: Person; page: RecordPage }) {
  const [merging, setMerging] = useState<string | null>(null);
  const writable = may(useUser(), "canManageLeads");
  const { lead, leadFacts, client, members, promises, properties } = page;
  return (
    <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={COLUMN}>
        <div className={PART}>
          <Head kind={kind} id={id} page={page} onMerge={() => setMerging("")} />
          <Who page={page} />
          <BranchFacts id={person.branchId} />
          {writable && lead && <Convert lead={lead} isClient={client !== null} hasJob={Boolean(leadFacts?.jobId)} />}
          {client && <NewFor clientId={client.id} leadId={lead?.id} />}
        </div>
        <div className={`order-2 ${PART}`}>
          <NextStepPart kind={kind} person={person} step={page.nextStep} writable={writable} />
          <Promises promises={promises} titles={titlesOf(page)} />
          {lead && <Survey lead={lead} />}
          <OpenNow members={members} branchId={person.branchId} />
          {client && <Properties clientId={client.id} properties={properties} address={client.address} />}
          <Thread members={members} own={id} />
          {writable && <Known kind={kind} person={person} page={page} onMerge={setMerging} />}
        </div>
      </div>
      <div className={COLUMN}>
        {writable && <Log kind={kind} id={id} className="order-1" />}
        <DrawingPart kind={kind} id={id} about={person.name}>
          {(drawings) => (
            <section aria-label="Drawing of lights" className="order-2 grid gap-2">
              <h3 className="font-sans font-semibold text-base">Drawing of lights</h3>
              {drawings}
            </section>
          )}
        </DrawingPart>
        <Timeline kind={kind} id={id} first={page.timeline} titles={titlesOf(page)} className="order-3" />
      </div>
      {writable && (
        <MergeDialog kind={kind} kept={person} goneId={merging} onOpen={setMerging} onClose={() => setMerging(null)} />
      )}
    </div>
  );
}

interface ViewProps extends PageProps {
  record: ReturnType<typeof useRecordPage>;
}

/** What stands in the sheet, once it is there. */
export function RecordPageView({ kind, id, record }: ViewProps) {
  return (
    <RecordBody record={record}>
      {(page) => {
        const person = kind === "lead" ? page.lead : page.client;
        return (
          person && (
            <BranchClock branchId={person.branchId}>
              <Offers>
                <Page kind={kind} id={id} person={person} page={page} />
              </Offers>
            </BranchClock>
          )
        );
      }}
    </RecordBody>
  );
}
