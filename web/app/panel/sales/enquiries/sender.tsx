// Who may have sent a message, and what it may be about: one press joins it to what is known of them.
import { ShieldCheck } from "lucide-react";
import { Button } from "~/ui/button";
import { RecordLink } from "../../shell/record-link";
import { may, useUser } from "../../shell/user";
import type { Match } from "../recognition/match";
import { Matches, NotTheSame } from "../recognition/matches";
import type { useActs } from "./acts";
import type { useMessageMatches } from "./enquiry";

interface SenderProps {
  id: string;
  acts: ReturnType<typeof useActs>;
  known: NonNullable<ReturnType<typeof useMessageMatches>["data"]>;
}

interface ActProps {
  match: Match;
  acts: SenderProps["acts"];
}

/** Whoever manages leads takes the message to the record; whoever manages tickets makes one for the client. */
function Act({ match, acts: { busy, attach, ticket } }: ActProps) {
  const user = useUser();
  const kind = match.kind === "lead" ? "lead" : "client";
  const attaches = may(user, "canManageLeads");
  const forClient = kind === "client" && may(user, "canManageTickets");
  return (
    <>
      {attaches && (
        <Button size="small" disabled={busy} onClick={() => attach.write({ kind, recordId: match.id })}>
          Use
        </Button>
      )}
      {forClient && (
        <Button
          size="small"
          variant={attaches ? "outline" : "primary"}
          className={attaches ? "text-inherit" : ""}
          aria-label={`${attaches ? "Ticket" : "Use"} for ${match.name}`}
          disabled={busy}
          onClick={() => ticket.write({ clientId: match.id })}
        >
          {attaches ? "Ticket" : "Use"}
        </Button>
      )}
    </>
  );
}

function Warranties({ known }: Pick<SenderProps, "known">) {
  if (known.warranties.length === 0) return null;
  return (
    <ul aria-label="Warranties named in the message" className="grid gap-1">
      {known.warranties.map(({ id, number, clientId, holder }) => (
        <li key={id} className="flex gap-2">
          <ShieldCheck aria-hidden className="size-5 shrink-0" />
          <span className="min-w-0 break-words">
            Warranty {number} of{" "}
            <RecordLink kind="client" id={clientId}>
              {holder}
            </RecordLink>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Sender({ id, acts, known }: SenderProps) {
  return (
    <>
      <Warranties known={known} />
      <Matches matches={known.people}>
        {(match) => (
          <>
            <Act match={match} acts={acts} />
            <NotTheSame id={id} match={match} />
          </>
        )}
      </Matches>
    </>
  );
}
