// One lead in the list: who, what it is worth, what is next, and the presses that move it on.
import { Check, Clock } from "lucide-react";
import { memo } from "react";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { LookBadge } from "~/ui/look-badge";
import { Menu } from "~/ui/menu";
import { type NextStep, useDue, useNextStep } from "../../any-record/next-step";
import type { RecordCardProps } from "../../any-record/record-list";
import { Shown } from "../../any-record/shown";
import { useBeside } from "../../list/beside";
import { ListCard } from "../../list/cards";
import { Contact } from "../../list/contact";
import { Day, Detail, Details } from "../../list/details";
import { RecordLink } from "../../list/record-link";
import { BranchDetail } from "../../staff/branch";
import { useNames } from "../../staff/queries";
import { AssignedLead } from "./assigned-lead";
import { isOpen, type Lead, type LeadDetails, leadDetails, leadStatuses } from "./lead";
import { useMove } from "./move";
import { useOffer, WhyLost } from "./offer";
import { StageButtons } from "./stages";
import { EditableLeadValue } from "./value";

function Promised({ step: given }: { step: NextStep }) {
  const nameOf = useNames();
  const { step, busy, finish, snooze, snoozes } = useNextStep(given);
  const { late, text } = useDue(step);
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 break-words font-semibold">{step.words}</p>
        <p className={classes("text-tiny", late ? "text-danger" : "text-muted")}>
          {text}
          {" · "}
          {nameOf(step.assignedTo)}
        </p>
      </div>
      <Button variant="quiet" size="iconSmall" aria-label={`Done: ${step.words}`} busy={busy} onClick={finish}>
        <Check aria-hidden />
      </Button>
      <Menu heading="Put off" options={snoozes} onChoose={(day) => void snooze(day)}>
        <Button variant="quiet" size="iconSmall" aria-label={`Put off: ${step.words}`} busy={busy}>
          <Clock aria-hidden />
        </Button>
      </Menu>
    </>
  );
}

/** What is promised, or that nothing is; as high before it has come as after. */
function Step({ lead, details }: { lead: Lead; details: LeadDetails | null }) {
  const step = details?.nextStep;
  if (!step && !isOpen(lead)) return null;
  return (
    <div className="flex min-h-14 items-center gap-1 rounded-control bg-sunk py-1.5 pr-1 pl-3">
      {step && <Promised step={step} />}
      {details && !step && (
        <p className="flex flex-1 items-center justify-between gap-3 pr-2 text-muted">
          No next step
          <RecordLink kind="lead" id={lead.id}>
            Set one
          </RecordLink>
        </p>
      )}
    </div>
  );
}

/** How it ended: what it became, or why not. */
function Ending({ lead, details }: { lead: Lead; details: LeadDetails | null }) {
  const offer = useOffer();
  if (!details || isOpen(lead)) return null;
  if (lead.status === "lost") return <WhyLost lead={lead} details={details} />;
  return details.clientId ? (
    <RecordLink kind="client" id={details.clientId}>
      Open client
    </RecordLink>
  ) : (
    <Button variant="outline" size="small" className="self-start" onClick={() => offer(lead)}>
      Make Client or Hand Over
    </Button>
  );
}

export const LeadCard = memo(function LeadCard({ record: lead, onEdit }: RecordCardProps<Lead>) {
  const details = useBeside(leadDetails, lead.id);
  const stages = useMove(lead, details);
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
            <EditableLeadValue lead={lead} details={details} />
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
        <Detail term="Assigned">
          <AssignedLead lead={lead} />
        </Detail>
      </Details>
      {lead.notes && <p className="line-clamp-3 break-words text-muted">{lead.notes}</p>}
      <Ending lead={lead} details={details} />
      <div className="mt-auto grid gap-2 pt-1">
        <Step lead={lead} details={details} />
        <div className="flex items-center gap-1">
          <StageButtons lead={lead} {...stages} />
          <Button
            variant="outline"
            size="small"
            className="ml-auto"
            aria-label={`Edit ${lead.name}`}
            onClick={() => onEdit(lead.id)}
          >
            Edit
          </Button>
        </div>
      </div>
    </ListCard>
  );
});
