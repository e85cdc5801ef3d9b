// One ticket in the list.
import { memo } from "react";
import { nameIn } from "~/lib/labels";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { LookBadge } from "~/ui/look-badge";
import { Day, Detail, Details } from "../../list/details";
import { BranchDetail } from "../../staff/branch";
import { useNames } from "../../staff/queries";
import { categoryNames, priorityLooks, statusLooks } from "./labels";
import type { Ticket } from "./queries";

interface TicketCardProps {
  ticket: Ticket;
  onEdit: (id: string) => void;
}

export const TicketCard = memo(function TicketCard({ ticket, onEdit }: TicketCardProps) {
  const nameOf = useNames();
  return (
    <Card className="flex h-full flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words font-sans font-semibold text-base leading-snug">{ticket.subject}</h2>
        <LookBadge looks={statusLooks} value={ticket.status} />
      </div>
      <div className="flex flex-wrap gap-2">
        <LookBadge looks={priorityLooks} value={ticket.priority} />
        <Badge variant="outline">{nameIn(categoryNames, ticket.category)}</Badge>
      </div>
      <p className="line-clamp-3 break-words text-muted">{ticket.description}</p>
      <Details>
        <Detail term="Created">
          <Day value={ticket.createdAt} />
        </Detail>
        <Detail term="Created by">{nameOf(ticket.createdBy)}</Detail>
        <BranchDetail id={ticket.branchId} />
        <Detail term="Assigned">{nameOf(ticket.assignedTo)}</Detail>
      </Details>
      <div className="mt-auto flex justify-end pt-1">
        <Button variant="outline" size="small" aria-label={`Edit ${ticket.subject}`} onClick={() => onEdit(ticket.id)}>
          Edit
        </Button>
      </div>
    </Card>
  );
});
