// One letter: to whom, about what, how it stands, and what can be decided about it. What it says is not shown.
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import { useWrite } from "../../../any-record/write";
import { ListCard } from "../../../list/cards";
import { Detail, Details } from "../../../list/details";
import { may, useUser } from "../../../user/user";
import { type Letter, letterStates, letters, sendAgain, settleAsArrived, takeBack, whatKeeps } from "./letter";

function useDecisions(id: string) {
  const about = [letters.path, id];
  const back = useWrite({
    about,
    send: takeBack,
    done: () => "Undone: the email is as it was",
    failed: "Failed to undo this",
  });
  const undo = () => void back.write(id);
  const again = useWrite({
    about,
    send: sendAgain,
    done: ({ recipient }) => `The email to ${recipient} will be sent again in a few seconds`,
    failed: "Failed to send the email again",
    undo,
  });
  const arrived = useWrite({
    about,
    send: settleAsArrived,
    done: ({ recipient }) => `The email to ${recipient} counts as sent`,
    failed: "Failed to save this",
    undo,
  });
  return { again, arrived };
}

function Decisions({ letter: { id, state, subject, recipient } }: { letter: Letter }) {
  const { again, arrived } = useDecisions(id);
  const named = `${subject} to ${recipient}`;
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      <Button
        size="small"
        variant={state === "unsure" ? "outline" : "primary"}
        aria-label={`Send Again: ${named}`}
        busy={again.busy}
        onClick={() => again.write(id)}
      >
        Send Again
      </Button>
      {state === "unsure" && (
        <Button
          size="small"
          variant="outline"
          aria-label={`It Arrived: ${named}`}
          busy={arrived.busy}
          onClick={() => arrived.write(id)}
        >
          It Arrived
        </Button>
      )}
    </div>
  );
}

/** When it left, or when it is tried next. */
function Leaves({ letter: { state, sentAt, due } }: { letter: Letter }) {
  const clock = useClock();
  if (sentAt) {
    return (
      <Detail term="Sent">
        <Moment at={sentAt}>{clock.recent(sentAt)}</Moment>
      </Detail>
    );
  }
  if (state !== "waiting") return null;
  return (
    <Detail term="Next try">
      <Moment at={due}>{new Date(due).getTime() > Date.now() ? clock.ago(due) : "now"}</Moment>
    </Detail>
  );
}

export function LetterCard({ letter }: { letter: Letter }) {
  const decides = may(useUser(), "canEditConfig");
  const keeps = whatKeeps(letter);
  return (
    <ListCard title={letter.subject} badge={<LookBadge looks={letterStates} value={letter.state} />}>
      <Details>
        <Detail term="To">{letter.recipient}</Detail>
        <Detail term="Written">
          <Moment at={letter.createdAt}>{useClock().moment(letter.createdAt)}</Moment>
        </Detail>
        <Leaves letter={letter} />
      </Details>
      {keeps && <p className="break-words">{keeps}</p>}
      {decides && ["dead", "unsure", "held"].includes(letter.state) && <Decisions letter={letter} />}
    </ListCard>
  );
}
