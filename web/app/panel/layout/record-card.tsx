// A record over any screen. A lead or a client has a page; a warranty stands in a card, and so does another record for those
// who may read it without having its screen. The address names it, so that Back closes it.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { allOf } from "~/api/client";
import { longDate } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { fullName } from "~/lib/people";
import { Dialog } from "~/ui/dialog";
import { type Look, LookBadge } from "~/ui/look-badge";
import { MailLink } from "../list/contact";
import { Detail, Details } from "../list/details";
import { useRecord } from "../list/list";
import { RecordBody } from "../list/record-body";
import { RecordLink } from "../list/record-link";
import { SmallPhotos } from "../list/small-photos";
import { users } from "../people/users/user";
import { OpenedWarrantyView } from "../records/clients/warranties/opened-warranty";
import { asides, type OrderDetails, orderDetails } from "../records/work-orders/details";
import { Hazards } from "../records/work-orders/place";
import { WasPromised } from "../records/work-orders/promised";
import { orderStatuses, workOrders } from "../records/work-orders/work-order";
import { useNames } from "../staff/queries";
import { RoleBadge } from "../staff/role-badge";
import { RecordSheet } from "./record-page/record-sheet";

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

/** What can hurt, what was promised, and why nobody works on it now, for staff who are asked on the telephone. */
function Beside({ details: { property, promised, aside, reason } }: { details: OrderDetails }) {
  return (
    <>
      {property?.hazards && <Hazards hazards={property.hazards} />}
      {promised && <WasPromised words={promised} />}
      {aside && (
        <p className="flex flex-wrap items-center gap-2">
          <LookBadge looks={asides} value={aside} />
          <span className="min-w-0 break-words">{reason}</span>
        </p>
      )}
    </>
  );
}

function OrderFacts({ id }: { id: string }) {
  const nameOf = useNames();
  const details = useRecord(orderDetails, id);
  return (
    <RecordBody record={useRecord(workOrders, id)}>
      {(order) => (
        <>
          <Head name={order.title} badge={<LookBadge looks={orderStatuses} value={order.status} />} />
          <RecordBody record={details}>{(found) => <Beside details={found} />}</RecordBody>
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
          <SmallPhotos addresses={order.images.map(({ url }) => url)} told="The job, as the crew saw it" />
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
  work_order: { title: "Work Order", Facts: OrderFacts },
  warranty: { title: "Warranty", Facts: OpenedWarrantyView },
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
  if (kind === "lead" || kind === "client") return <RecordSheet kind={kind} id={id} onClose={onClose} />;
  const card = CARDS[kind];
  if (!card) return null;
  return (
    <Dialog open onOpenChange={onClose} title={card.title}>
      <Body id={id} facts={card.Facts} />
    </Dialog>
  );
}
