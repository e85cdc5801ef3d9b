// A lead goes to another status by one press, or pulled to another column. It is shown there at once and taken back from the
// notice; where somebody else moved it meanwhile it stays where they put it.
import type { Query } from "~/api/client";
import { queries } from "~/api/queries";
import { notify } from "~/ui/toast";
import { pressOnce } from "../../any-record/attempt";
import { useWrite } from "../../any-record/write";
import { type Lead, type LeadDetails, type LeadStatus, leadStatuses, leads } from "./lead";
import { type Column, type Move, type Pages, withLead, withMove } from "./moved";
import { useOffer } from "./offer";

const send = ({ lead, to }: Move, key: string) =>
  pressOnce({ kind: leads, start: lead, sets: { status: to }, key, refused });

/** Shows a lead as it is in the lists on the screen: among those of its status, and in no other. */
function show(lead: Lead) {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: [leads.path, "list"], type: "active" })) {
    const { status } = queryKey[2] as Query;
    queries.setQueryData<Pages>(queryKey, (was) => was && withLead(was, lead, !status || status === lead.status));
  }
}

export function useMove(lead: Lead, details: Pick<LeadDetails, "valueKind"> | null) {
  const offer = useOffer();
  const { write, busy } = useWrite({
    about: ["lead-move", lead.id],
    line: [leads.path, lead.id],
    send,
    shows: ({ lead, to }) => show({ ...lead, status: to }),
    failed: "Failed to move the lead",
  });

  /** Gives the lead where it is moved now. */
  async function run(move: Move): Promise<Lead | null> {
    const written = write(move);
    queries.setQueriesData<Column[]>(
      { queryKey: [leads.path, "board"], type: "active" },
      (columns) => columns && withMove(columns, move, details),
    );
    const saved = await written;
    return saved && told(saved, move.lead.status);
  }

  function told(saved: Lead, from: LeadStatus): Lead {
    show(saved);
    notify("Success", `${saved.name} moved to ${leadStatuses[saved.status].label}`, {
      label: "Undo",
      act: () => void run({ lead: saved, to: from }),
    });
    return saved;
  }

  /** Gives whether it stands there now. */
  async function move(to: LeadStatus): Promise<boolean> {
    if (to === lead.status) return true;
    const saved = await run({ lead, to });
    if (saved) offer(saved);
    return saved !== null;
  }
  return { move, busy };
}

const refused = (saved: Lead | null): string =>
  saved
    ? `Someone else has moved ${saved.name} to ${leadStatuses[saved.status].label} meanwhile.`
    : "This lead was removed, or moved out of your reach.";
