// Who takes care of a lead, on its card and its page.
import { Assigned } from "../../any-record/assigned";
import { useNames } from "../../staff/queries";
import { isOpen, type Lead, leads } from "./lead";

export function AssignedLead({ lead }: { lead: Lead }) {
  return (
    <Assigned
      kind={leads}
      record={lead}
      title={lead.name}
      needs="canManageLeads"
      settled={!isOpen(lead)}
      told={useNames()}
    />
  );
}
