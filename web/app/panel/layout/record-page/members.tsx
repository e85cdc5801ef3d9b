// What belongs to a thread beside its timeline: jobs, tickets, warranties, and where the buildings are.
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { longDate } from "~/lib/dates";
import { startCase } from "~/lib/labels";
import { LookBadge } from "~/ui/look-badge";
import { leadStatuses } from "../../sales/leads/lead";
import { ticketStatuses } from "../../service/tickets/ticket";
import { orderStatuses } from "../../service/work-orders/work-order";
import type { Kind } from "../../shell/entries";
import { RecordLink } from "../../shell/record-link";
import { may, useUser } from "../../shell/user";
import type { Member, Property } from "./thread";

const warrantyStatuses = {
  draft: { label: "Draft", variant: "secondary", mark: "empty" },
  confirmed: { label: "Confirmed", variant: "default", mark: "check" },
  void: { label: "Void", variant: "destructive", mark: "full" },
} as const;

interface Group {
  kind: string;
  title: string;
  looks: Parameters<typeof LookBadge>[0]["looks"];
  /** How the kind opens, and whose it is to open. */
  opens?: { kind: Kind; flag: "canManageLeads" | "canManageWorkOrders" | "canManageTickets" };
}

const GROUPS: Group[] = [
  {
    kind: "work_order",
    title: "Work orders",
    looks: orderStatuses,
    opens: { kind: "work_order", flag: "canManageWorkOrders" },
  },
  {
    kind: "support_ticket",
    title: "Tickets",
    looks: ticketStatuses,
    opens: { kind: "ticket", flag: "canManageTickets" },
  },
  { kind: "warranty", title: "Warranties", looks: warrantyStatuses },
  { kind: "lead", title: "Leads", looks: leadStatuses, opens: { kind: "lead", flag: "canManageLeads" } },
];

function Title({ member, opens }: { member: Member; opens: Group["opens"] }) {
  const user = useUser();
  const readable = opens && (may(user, opens.flag) || may(user, "canViewAllData"));
  if (!readable) return member.title;
  return (
    <RecordLink kind={opens.kind} id={member.id}>
      {member.title}
    </RecordLink>
  );
}

function about({ kind, day, note, setAside }: Member): string {
  const told = [
    note && startCase(note),
    setAside && startCase(setAside),
    day && (kind === "warranty" ? `until ${longDate(day)}` : longDate(day)),
  ];
  return told.filter(Boolean).join(" · ");
}

function Members({ group, members }: { group: Group; members: Member[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-sans font-semibold text-base">{group.title}</h3>
      <ul className="grid gap-2">
        {members.map((member) => (
          <li key={member.id} className="flex items-start justify-between gap-3">
            <span className="min-w-0 break-words">
              <Title member={member} opens={group.opens} />
              {about(member) && <span className="block text-muted">{about(member)}</span>}
            </span>
            <LookBadge looks={group.looks} value={member.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The members of each kind that there are; `own` is the record of the page itself. */
export function Thread({ members, own }: { members: Member[]; own: string }) {
  return GROUPS.map((group) => {
    const theirs = members.filter(({ kind, id }) => kind === group.kind && id !== own);
    return theirs.length > 0 && <Members key={group.kind} group={group} members={theirs} />;
  });
}

function Line({ children }: { children: ReactNode }) {
  return <p className="whitespace-pre-line break-words">{children}</p>;
}

interface PlacesProps {
  properties: Property[];
  /** The client's own address. */
  address: string;
}

/** What can hurt stands first. */
export function Places({ properties, address }: PlacesProps) {
  const told = properties.filter(
    (place) => place.address || place.access || place.hazards || place.feet || place.stories,
  );
  if (told.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="font-sans font-semibold text-base">Properties</h3>
      <ul className="grid gap-3">
        {told.map((place) => (
          <li key={place.id} className="grid gap-1">
            {place.hazards && (
              <div className="flex gap-2 rounded-control bg-warn-tint p-3 text-on-warn-tint">
                <TriangleAlert aria-hidden className="size-5 shrink-0" />
                <Line>{place.hazards}</Line>
              </div>
            )}
            <p className="break-words font-semibold">
              {place.name ? `${place.name}: ` : ""}
              {place.address ?? address}
            </p>
            {(place.feet || place.stories) && (
              <p className="text-muted">
                {[place.feet && `${place.feet} feet`, place.stories && `${place.stories} stories`]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            )}
            {place.access && <Line>{place.access}</Line>}
          </li>
        ))}
      </ul>
    </section>
  );
}
