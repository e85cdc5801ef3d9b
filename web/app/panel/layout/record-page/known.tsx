// Who else may be the same person as the lead or client of a page: taken together in a press, or said to be somebody else.
import { Button } from "~/ui/button";
import { type Match, useMatches } from "../../merging/match";
import { Matches, NotTheSame } from "../../merging/matches";
import { useAttach } from "../../records/leads/attach";
import type { PageKind, Person, RecordPage } from "./thread";

/** Says that a lead is the lead of a client who is there already. */
function Attach({ leadId, clientId }: { leadId: string; clientId: string }) {
  const { write, busy } = useAttach(leadId);
  return (
    <Button size="small" busy={busy} onClick={() => write(clientId)}>
      Use
    </Button>
  );
}

interface KnownProps {
  kind: PageKind;
  person: Person;
  page: RecordPage;
  onMerge: (goneId: string) => void;
}

function Act({ kind, person, page, onMerge, match }: KnownProps & { match: Match }) {
  if (match.kind === kind) {
    return (
      <Button size="small" aria-label={`Merge with ${match.name}`} onClick={() => onMerge(match.id)}>
        Merge
      </Button>
    );
  }
  if (kind === "client") return <Attach leadId={match.id} clientId={person.id} />;
  return page.client === null && <Attach leadId={person.id} clientId={match.id} />;
}

export function Known(props: KnownProps) {
  const { person, page } = props;
  const { email, phone, address } = person;
  const matches = useMatches({ email, phone, address, exceptId: person.id });
  const own = [page.client?.id, ...page.members.map(({ id }) => id)];
  return (
    <Matches matches={matches.filter(({ id }) => !own.includes(id))} className="print:hidden">
      {(match) => (
        <>
          <Act {...props} match={match} />
          <NotTheSame id={person.id} match={match} />
        </>
      )}
    </Matches>
  );
}
