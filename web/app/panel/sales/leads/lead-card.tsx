// One lead in the list.
import { memo } from "react";
import { dollars } from "~/lib/money";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { LookBadge } from "~/ui/look-badge";
import { Contact } from "../../list/contact";
import { Day, Detail, Details } from "../../list/details";
import { Shown } from "../../records/shown";
import { BranchDetail } from "../../staff/branch";
import { useNames } from "../../staff/queries";
import { statusLooks } from "./labels";
import type { Lead } from "./queries";

interface LeadCardProps {
  lead: Lead;
  onEdit: (id: string) => void;
}

export const LeadCard = memo(function LeadCard({ lead, onEdit }: LeadCardProps) {
  const nameOf = useNames();
  return (
    <Card className="flex h-full flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words font-sans font-semibold text-base leading-snug">{lead.name}</h2>
        <LookBadge looks={statusLooks} value={lead.status} />
      </div>
      <Contact email={lead.email} phone={lead.phone} />
      <Details>
        {lead.estimatedValue !== null && (
          <Detail term="Value">
            <span className="font-semibold tabular-nums">{dollars(lead.estimatedValue)}</span>
          </Detail>
        )}
        {lead.address && <Detail term="Address">{lead.address}</Detail>}
        {lead.source && (
          <Detail term="Source">
            <Shown field="source" value={lead.source} />
          </Detail>
        )}
        <Detail term="Created">
          <Day value={lead.createdAt} />
        </Detail>
        <BranchDetail id={lead.branchId} />
        <Detail term="Assigned">{nameOf(lead.assignedTo)}</Detail>
      </Details>
      {lead.notes && <p className="line-clamp-3 break-words text-muted">{lead.notes}</p>}
      <div className="mt-auto flex justify-end pt-1">
        <Button variant="outline" size="small" aria-label={`Edit ${lead.name}`} onClick={() => onEdit(lead.id)}>
          Edit
        </Button>
      </div>
    </Card>
  );
});
