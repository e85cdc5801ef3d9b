// The list of leads, and one lead in it.
import { memo } from "react";
import { dollars } from "~/lib/money";
import { LookBadge, optionsOf } from "~/ui/look-badge";
import { EditButton, ListCard } from "../../list/cards";
import { Contact } from "../../list/contact";
import { Day, Detail, Details } from "../../list/details";
import { type RecordCardProps, RecordList } from "../../records/record-list";
import { Shown } from "../../records/shown";
import { RecordLink } from "../../shell/record-link";
import { BranchDetail } from "../../staff/branch";
import { NamesFault } from "../../staff/names-fault";
import { useNames } from "../../staff/queries";
import { type Lead, leadStatuses, leads } from "./lead";
import { LeadForm } from "./lead-form";

const LeadCard = memo(function LeadCard({ record: lead, onEdit }: RecordCardProps<Lead>) {
  const nameOf = useNames();
  return (
    <ListCard
      title={
        <RecordLink kind="lead" id={lead.id}>
          {lead.name}
        </RecordLink>
      }
      badge={<LookBadge looks={leadStatuses} value={lead.status} />}
    >
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
      <EditButton title={lead.name} onClick={() => onEdit(lead.id)} />
    </ListCard>
  );
});

export function LeadList() {
  return (
    <RecordList
      kind={leads}
      title="Leads"
      noun="Lead"
      search="Search leads"
      choices={[{ name: "status", label: "Filter by status", all: "All statuses", options: optionsOf(leadStatuses) }]}
      failed="Failed to fetch leads"
      none="No leads found."
      help="Quote requests from the website arrive here by themselves. You can also add a lead yourself."
      card={LeadCard}
      form={LeadForm}
    >
      <NamesFault />
    </RecordList>
  );
}
