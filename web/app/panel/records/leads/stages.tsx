// How far a lead has come, and the buttons that move it on: to the next stage in one press, to any other from a menu.
import { ArrowRight, EllipsisVertical } from "lucide-react";
import { Button } from "~/ui/button";
import { optionsOf } from "~/ui/look-badge";
import { Menu } from "~/ui/menu";
import { type Lead, type LeadStatus, leadStatuses } from "./lead";

/** The order of the stages, as the server lists them. */
export const STAGES = Object.keys(leadStatuses) as LeadStatus[];

/** The stage after this one on the way to being won. */
const nextOf = (status: LeadStatus): LeadStatus | undefined =>
  status === "won" || status === "lost" ? undefined : STAGES[STAGES.indexOf(status) + 1];

interface StageProps {
  lead: Lead;
  busy: boolean;
  move: (to: LeadStatus) => void;
}

/** Any stage, from a menu. */
export function StageMenu({ lead, busy, move }: StageProps) {
  return (
    <Menu
      heading="Move to"
      options={optionsOf(leadStatuses)}
      chosen={lead.status}
      onChoose={(status) => move(status as LeadStatus)}
    >
      <Button variant="quiet" size="iconSmall" aria-label={`Move ${lead.name}`} busy={busy}>
        <EllipsisVertical aria-hidden />
      </Button>
    </Menu>
  );
}

export function StageButtons(props: StageProps) {
  const { lead, busy, move } = props;
  const next = nextOf(lead.status);
  return (
    <>
      {next && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Move ${lead.name} to ${leadStatuses[next].label}`}
          busy={busy}
          onClick={() => move(next)}
        >
          <ArrowRight aria-hidden />
          {leadStatuses[next].label}
        </Button>
      )}
      <StageMenu {...props} />
    </>
  );
}
