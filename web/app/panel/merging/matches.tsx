// Those who may be the same person, each with what can be done about it. Who listens is told once, and not interrupted.
import { UserRoundCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { useWrite } from "../any-record/write";
import { RecordLink } from "../list/record-link";
import { agreement, dismissMatch, type Match, offerMatch, sentenceOf } from "./match";

interface MatchesProps {
  matches: Match[];
  className?: string;
  /** What can be done about one. */
  children: (match: Match) => ReactNode;
}

export function Matches({ matches, className, children }: MatchesProps) {
  const clock = useClock();
  return (
    // While there is nobody it takes no place, and stays, so that whatever comes is read out.
    <div className={matches.length > 0 ? className : "sr-only"}>
      <p role="status" className="sr-only">
        {matches.map((match) => `${match.name}: ${sentenceOf(match, clock)}.`).join(" ")}
      </p>
      {matches.length > 0 && (
        <ul aria-label="May be the same person" className="grid gap-2">
          {matches.map((match) => (
            <li
              key={match.id}
              className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-ok-tint p-3 text-on-ok-tint text-small"
            >
              <div className="flex gap-2">
                <UserRoundCheck aria-hidden className="size-5 shrink-0" />
                <p className="min-w-0 break-words">
                  <RecordLink kind={match.kind === "lead" ? "lead" : "client"} id={match.id} className="font-semibold">
                    {match.name}
                  </RecordLink>
                  <span className="block">{sentenceOf(match, clock)}</span>
                  <span className="block text-tiny">{agreement(match)}</span>
                </p>
              </div>
              <div className="flex flex-wrap gap-2">{children(match)}</div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Says for good that a record or message and a match are not the same, with a way back. */
export function NotTheSame({ id, match }: { id: string; match: Match }) {
  const pair = { oneId: id, otherId: match.id };
  const about = ["match", id, match.id];
  const again = useWrite({ about, send: offerMatch, done: () => "Offered again", failed: "Failed to offer it again" });
  const { write, busy } = useWrite({
    about,
    send: dismissMatch,
    done: () => `${match.name} is somebody else`,
    failed: "Failed to save that they are not the same",
    undo: (sent) => void again.write(sent),
  });
  return (
    <Button size="small" variant="quiet" className="text-inherit" busy={busy} onClick={() => write(pair)}>
      Not the Same
    </Button>
  );
}
