// Who may have sent a message, and what it may be about: one press joins it to what is known of them.
import { ShieldCheck } from "lucide-react";
import { Button } from "~/ui/button";
import { RecordLink } from "../../list/record-link";
import type { Match } from "../../merging/match";
import { Matches, NotTheSame } from "../../merging/matches";
import { may, useUser } from "../../user/user";
import type { useActs } from "./acts";
import type { useMessageMatches } from "./enquiry";

interface SenderProps {
  id: string;
  acts: ReturnType<typeof useActs>;
  known: NonNullable<ReturnType<typeof useMessageMatches>["data"]>;
}

interface UseProps {
  whose: Pick<Match, "kind" | "id" | "name">;
  acts: SenderProps["acts"];
}

/** Staff who manage leads take the message to the record; staff who manage tickets make one for the lead or client. */
function Use({ whose, acts: { busy, attach, ticket } }: UseProps) {
  const user = useUser();
  const kind = whose.kind === "lead" ? "lead" : "client";
  const attaches = may(user, "canManageLeads");
  const tickets = may(user, "canManageTickets");
  return (
    <>
      {attaches && (
        <Button size="small" busy={busy} onClick={() => attach.write({ kind, recordId: whose.id })}>
          Use
        </Button>
      )}
      {tickets && (
        <Button
          size="small"
          variant={attaches ? "outline" : "primary"}
          className={attaches ? "text-inherit" : ""}
          aria-label={`${attaches ? "Ticket" : "Use"} for ${whose.name}`}
          busy={busy}
          onClick={() => ticket.write(kind === "lead" ? { leadId: whose.id } : { clientId: whose.id })}
        >
          {attaches ? "Ticket" : "Use"}
        </Button>
      )}
    </>
  );
}

/** Where the sender is not known, the one who has the warranty may be. */
function Warranties({ known, acts }: Omit<SenderProps, "id">) {
  if (known.warranties.length === 0) return null;
  const isKnown = (id: string) => known.people.some((match) => match.id === id);
  return (
    <ul aria-label="Warranties named in the message" className="grid gap-2">
      {known.warranties.map(({ id, number, clientId, holder }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2">
          <p className="flex min-w-0 gap-2">
            <ShieldCheck aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 break-words">
              Warranty{" "}
              <RecordLink kind="warranty" id={id}>
                {number}
              </RecordLink>{" "}
              of {holder}
            </span>
          </p>
          {!isKnown(clientId) && (
            <div className="flex gap-2">
              <Use whose={{ kind: "client", id: clientId, name: holder }} acts={acts} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Sender({ id, acts, known }: SenderProps) {
  return (
    <>
      <Warranties known={known} acts={acts} />
      <Matches matches={known.people}>
        {(match) => (
          <>
            <Use whose={match} acts={acts} />
            <NotTheSame id={id} match={match} />
          </>
        )}
      </Matches>
    </>
  );
}
