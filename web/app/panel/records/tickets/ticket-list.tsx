// The list of tickets, and one ticket in it.
import { memo } from "react";
import { LookBadge, optionsOf } from "~/ui/look-badge";
import { Assigned } from "../../any-record/assigned";
import { dialogsOnDemand } from "../../any-record/dialogs-on-demand";
import { type RecordCardProps, RecordList } from "../../any-record/record-list";
import { useBeside } from "../../list/beside";
import { EditButton, ListCard } from "../../list/cards";
import { Day, Detail, Details } from "../../list/details";
import { LinkedRecord } from "../../list/linked-record";
import { BranchDetail } from "../../staff/branch";
import { NamesFault } from "../../staff/names-fault";
import { useEmails } from "../../staff/queries";
import { bulkTickets, type Ticket, ticketCategories, ticketPriorities, ticketStatuses, tickets } from "./ticket";
import { ticketColumns } from "./ticket-columns";
import { ticketDetails } from "./ticket-details";

/** What reports narrow the tickets by. */
const REPORTED = [
  "made",
  "resolved",
  "answered",
  "reopened",
  "open",
  "unsettled",
  "category",
  "priority",
  "assignedTo",
  "unassigned",
] as const;

const TicketDialogs = dialogsOnDemand(() => import("./ticket-dialogs"));

const TicketCard = memo(function TicketCard({ record: ticket, onEdit }: RecordCardProps<Ticket>) {
  const emailOf = useEmails();
  const beside = useBeside(ticketDetails, ticket.id);
  return (
    <ListCard title={ticket.subject} badge={<LookBadge looks={ticketStatuses} value={ticket.status} />}>
      <div className="flex flex-wrap gap-2">
        <LookBadge looks={ticketPriorities} value={ticket.priority} />
        <LookBadge looks={ticketCategories} value={ticket.category} />
      </div>
      <p className="line-clamp-3 break-words text-muted">{ticket.description}</p>
      <Details>
        {beside?.client ? (
          <Detail term="Client">
            <LinkedRecord kind="client" {...beside.client} />
          </Detail>
        ) : (
          beside?.lead && (
            <Detail term="Lead">
              <LinkedRecord kind="lead" {...beside.lead} />
            </Detail>
          )
        )}
        <Detail term="Created">
          <Day value={ticket.createdAt} />
        </Detail>
        <Detail term="Created by">{emailOf(ticket.createdBy)}</Detail>
        <BranchDetail id={ticket.branchId} />
        <Detail term="Assigned">
          <Assigned
            kind={tickets}
            record={ticket}
            title={ticket.subject}
            needs="canManageTickets"
            settled={ticket.status === "resolved" || ticket.status === "closed"}
            told={emailOf}
          />
        </Detail>
      </Details>
      <EditButton title={ticket.subject} onClick={() => onEdit(ticket.id)} />
    </ListCard>
  );
});

export function TicketList() {
  return (
    <RecordList
      kind={tickets}
      title="Support Tickets"
      noun="Ticket"
      search="Search tickets"
      choices={[
        { name: "status", label: "Filter by status", all: "All statuses", options: optionsOf(ticketStatuses) },
        { name: "priority", label: "Filter by priority", all: "All priorities", options: optionsOf(ticketPriorities) },
      ]}
      failed="Failed to fetch support tickets"
      none="No tickets found."
      help="Customers' questions and problems stay here until they are resolved."
      card={TicketCard}
      table={{ list: "tickets", columns: ticketColumns, bulk: bulkTickets }}
      dialogs={TicketDialogs}
      reported={REPORTED}
    >
      <NamesFault />
    </RecordList>
  );
}
