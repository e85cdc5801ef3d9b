// A record in a card over any screen, to be read: for those who may see it without having its screen. The address names it,
// so that Back closes it.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { allOf } from "~/api/client";
import { longDate } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { dollars } from "~/lib/money";
import { fullName } from "~/lib/people";
import { Dialog } from "~/ui/dialog";
import { type Look, LookBadge } from "~/ui/look-badge";
import { Contact, MailLink } from "../list/contact";
import { Day, Detail, Details } from "../list/details";
import { useRecord } from "../list/list";
import { RecordBody } from "../list/record-body";
import { users } from "../people/users/user";
import { clientStatuses, clients } from "../sales/clients/client";
import { leadStatuses, leads } from "../sales/leads/lead";
import { orderStatuses, workOrders } from "../service/work-orders/work-order";
import type { Kind } from "../shell/entries";
import { recordAddress } from "../shell/record-address";
import { may, useUser } from "../shell/user";
import { useNames } from "../staff/queries";
import { RoleBadge } from "../staff/role-badge";

function RecordLink({ kind, id, children }: { kind: Kind; id: string; children: ReactNode }) {
  return (
    <Link href={recordAddress(useUser(), kind, id)} className="text-link underline underline-offset-4">
      {children}
    </Link>
  );
}

interface HeadProps {
  name: string;
  badge: ReactNode;
}

const Head = ({ name, badge }: HeadProps) => (
  <div className="flex items-start justify-between gap-3">
    <h3 className="min-w-0 break-words font-sans font-semibold text-h4">{name}</h3>
    {badge}
  </div>
);

function LeadFacts({ id }: { id: string }) {
  const nameOf = useNames();
  return (
    <RecordBody record={useRecord(leads, id)}>
      {(lead) => (
        <>
          <Head name={lead.name} badge={<LookBadge looks={leadStatuses} value={lead.status} />} />
          <Contact email={lead.email} phone={lead.phone} />
          <Details>
            {lead.address && <Detail term="Address">{lead.address}</Detail>}
            {lead.estimatedValue !== null && <Detail term="Value">{dollars(lead.estimatedValue)}</Detail>}
            {lead.source && <Detail term="Source">{lead.source}</Detail>}
            <Detail term="Created">
              <Day value={lead.createdAt} />
            </Detail>
            <Detail term="Assigned">{nameOf(lead.assignedTo)}</Detail>
          </Details>
          {lead.notes && <p className="whitespace-pre-line break-words">{lead.notes}</p>}
        </>
      )}
    </RecordBody>
  );
}

/** The orders of a client, for those who may read orders. */
function Orders({ clientId }: { clientId: string }) {
  const orders = useQuery({
    queryKey: [workOrders.path, "all", clientId],
    queryFn: () => allOf(workOrders.list, { clientId }),
  });
  return (
    <section className="grid gap-2">
      <h4 className="font-sans font-semibold text-base">Work Orders</h4>
      <RecordBody record={orders}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-muted">None yet.</p>
          ) : (
            <ul className="grid gap-2">
              {rows.map(({ id, title, status }) => (
                <li key={id} className="flex items-start justify-between gap-3">
                  <span className="min-w-0 break-words">
                    <RecordLink kind="work_order" id={id}>
                      {title}
                    </RecordLink>
                  </span>
                  <LookBadge looks={orderStatuses} value={status} />
                </li>
              ))}
            </ul>
          )
        }
      </RecordBody>
    </section>
  );
}

function ClientFacts({ id }: { id: string }) {
  const user = useUser();
  const reads = (flag: "canManageLeads" | "canManageWorkOrders") => may(user, flag) || may(user, "canViewAllData");
  return (
    <RecordBody record={useRecord(clients, id)}>
      {(client) => (
        <>
          <Head name={client.name} badge={<LookBadge looks={clientStatuses} value={client.status} />} />
          <Contact email={client.email} phone={client.phone} />
          <Details>
            <Detail term="Address">{client.address}</Detail>
            <Detail term="Client since">
              <Day value={client.createdAt} />
            </Detail>
            {client.leadId && reads("canManageLeads") && (
              <Detail term="Lead">
                <RecordLink kind="lead" id={client.leadId}>
                  Open lead
                </RecordLink>
              </Detail>
            )}
          </Details>
          {reads("canManageWorkOrders") && <Orders clientId={client.id} />}
        </>
      )}
    </RecordBody>
  );
}

function OrderFacts({ id }: { id: string }) {
  const nameOf = useNames();
  return (
    <RecordBody record={useRecord(workOrders, id)}>
      {(order) => (
        <>
          <Head name={order.title} badge={<LookBadge looks={orderStatuses} value={order.status} />} />
          <Details>
            <Detail term="Client">
              <RecordLink kind="client" id={order.clientId}>
                Open client
              </RecordLink>
            </Detail>
            <Detail term="Priority">{startCase(order.priority)}</Detail>
            <Detail term="Scheduled">{order.scheduledDate ? longDate(order.scheduledDate) : "Not scheduled"}</Detail>
            <Detail term="Assigned">{nameOf(order.assignedTo)}</Detail>
          </Details>
          {order.description && <p className="whitespace-pre-line break-words">{order.description}</p>}
          {order.notes && <p className="whitespace-pre-line break-words text-muted">{order.notes}</p>}
        </>
      )}
    </RecordBody>
  );
}

const personLooks: Record<string, Look> = {
  active: { label: "Active", variant: "default", mark: "check" },
  inactive: { label: "Inactive", variant: "outline", mark: "empty" },
};

function PersonFacts({ id }: { id: string }) {
  const people = useQuery({
    queryKey: [users.path, "card", id],
    queryFn: async () => (await allOf(users.list, {})).filter((person) => person.id === id),
  });
  return (
    <RecordBody record={people}>
      {([person]) =>
        person ? (
          <>
            <Head
              name={fullName(person) || person.email}
              badge={<LookBadge looks={personLooks} value={person.status} />}
            />
            <MailLink email={person.email} />
            <RoleBadge role={person.role} />
          </>
        ) : (
          <p>This person could not be found.</p>
        )
      }
    </RecordBody>
  );
}

const CARDS: Record<string, { title: string; Facts: (props: { id: string }) => ReactNode }> = {
  lead: { title: "Lead", Facts: LeadFacts },
  client: { title: "Client", Facts: ClientFacts },
  work_order: { title: "Work Order", Facts: OrderFacts },
  user: { title: "Colleague", Facts: PersonFacts },
};

/** Puts the focus on the window's heading whenever another record is shown in it. */
function useHeadingFocus(shown: string) {
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is what moves the focus
  useEffect(() => {
    body.current?.closest("[role=dialog]")?.querySelector<HTMLElement>("h2")?.focus();
  }, [shown]);
  return body;
}

function Body({ id, facts: Facts }: { id: string; facts: (props: { id: string }) => ReactNode }) {
  return (
    <div ref={useHeadingFocus(id)} className="grid gap-4">
      <Facts key={id} id={id} />
    </div>
  );
}

export interface RecordCardProps {
  kind: string;
  id: string;
  onClose: () => void;
}

export default function RecordCard({ kind, id, onClose }: RecordCardProps) {
  const card = CARDS[kind];
  if (!card) return null;
  return (
    <Dialog open onOpenChange={onClose} title={card.title}>
      <Body id={id} facts={card.Facts} />
    </Dialog>
  );
}
