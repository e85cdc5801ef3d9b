// The page of a lead or a client: who and where, what is open now, and everything that happened. It opens over any screen, for
// whoever may read the record.
import { Mail, Navigation, Pencil, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { mailto, tel } from "~/lib/contact";
import { dollars } from "~/lib/money";
import { Button } from "~/ui/button";
import { LookBadge } from "~/ui/look-badge";
import { Day, Detail, Details } from "../../list/details";
import { RecordBody } from "../../list/record-body";
import { clientStatuses } from "../../sales/clients/client";
import { Convert } from "../../sales/leads/convert";
import { leadStatuses } from "../../sales/leads/lead";
import { editAddress } from "../../shell/record-address";
import { may, useUser } from "../../shell/user";
import { useNames } from "../../staff/queries";
import { Log } from "./log";
import { Places, Thread } from "./members";
import { NextStepPart } from "./next-step";
import type { PageKind, RecordPage, useRecordPage } from "./thread";
import { Timeline } from "./timeline";

interface Tap {
  href: string;
  icon: ReactNode;
  label: string;
  /** Leaves the panel for a map. */
  outside?: boolean;
}

function Taps({ taps }: { taps: Tap[] }) {
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

const mapOf = (address: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

function tapsOf(email: string, phone: string | null, address: string | null): Tap[] {
  const call = phone && tel(phone);
  const mail = mailto(email);
  return [
    ...(call ? [{ href: call, icon: <Phone aria-hidden />, label: "Call" }] : []),
    ...(mail ? [{ href: mail, icon: <Mail aria-hidden />, label: "Mail" }] : []),
    ...(address ? [{ href: mapOf(address), icon: <Navigation aria-hidden />, label: "Navigate", outside: true }] : []),
  ];
}

function Who({ page }: { page: RecordPage }) {
  const nameOf = useNames();
  const { lead, client } = page;
  const person = lead ?? client;
  if (!person) return null;
  return (
    <>
      <Taps taps={tapsOf(person.email, person.phone, person.address)} />
      <Details>
        <Detail term="Email">{person.email}</Detail>
        {person.phone && <Detail term="Phone">{person.phone}</Detail>}
        {person.address && <Detail term="Address">{person.address}</Detail>}
        {lead?.estimatedValue != null && <Detail term="Value">{dollars(lead.estimatedValue)}</Detail>}
        {lead?.source && <Detail term="Source">{lead.source}</Detail>}
        {lead && <Detail term="Assigned">{nameOf(lead.assignedTo)}</Detail>}
        {client && (
          <Detail term="Client since">
            <Day value={client.createdAt} />
          </Detail>
        )}
      </Details>
    </>
  );
}

const hasJob = ({ members }: RecordPage) => members.some(({ kind }) => kind === "work_order");

interface PageProps {
  kind: PageKind;
  id: string;
}

function Page({ kind, id, page }: PageProps & { page: RecordPage }) {
  const user = useUser();
  const writable = may(user, "canManageLeads");
  const edit = editAddress(user, kind, id);
  return (
    <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid content-start gap-6">
        <div className="flex flex-wrap items-center gap-3">
          {page.lead && <LookBadge looks={leadStatuses} value={page.lead.status} />}
          {page.client && <LookBadge looks={clientStatuses} value={page.client.status} />}
          {writable && edit && (
            <Button asChild variant="outline" size="small" className="ml-auto print:hidden">
              <Link href={edit} data-edit>
                <Pencil aria-hidden />
                Edit
              </Link>
            </Button>
          )}
        </div>
        <Who page={page} />
        {writable && page.lead && !hasJob(page) && <Convert lead={page.lead} isClient={page.client !== null} />}
        <NextStepPart kind={kind} id={id} step={page.nextStep} writable={writable} />
        {page.client && <Places properties={page.properties} address={page.client.address} />}
        <Thread members={page.members} own={id} />
      </div>
      <div className="grid content-start gap-6">
        {writable && <Log kind={kind} id={id} />}
        <Timeline kind={kind} id={id} first={page.timeline} />
      </div>
    </div>
  );
}

interface ViewProps extends PageProps {
  record: ReturnType<typeof useRecordPage>;
}

/** What stands in the sheet, once it is there. */
export function RecordPageView({ kind, id, record }: ViewProps) {
  return <RecordBody record={record}>{(page) => <Page kind={kind} id={id} page={page} />}</RecordBody>;
}
