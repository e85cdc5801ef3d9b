// Each thing that waits on this device: what it is, why it waits, and what can be done about it.
import type { Waiting } from "~/offline/operation";
import { type Pause, sendWaiting } from "~/offline/sender";
import { changeWaiting, forgetWaiting } from "~/offline/waiting";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { copyText } from "../shell/copy";
import { useUser } from "../shell/user";
import { OthersWork } from "./others-work";
import { useOwnWork } from "./own-work";

const WHY: Record<Exclude<Pause, null>, string> = {
  unreachable: "The service cannot be reached. What waits is sent as soon as it can.",
  busy: "The service is busy. What waits is sent in a moment.",
  "signed-out": "Your session has ended. What waits is sent when you have signed in again.",
};

const tryAgain = async (operation: Waiting) => {
  await changeWaiting({ ...operation, state: "waiting" });
  await sendWaiting();
};

function Actions({ operation }: { operation: Waiting }) {
  const { state, words } = operation;
  if (state === "waiting") return null;
  return (
    <div className="flex flex-wrap gap-3">
      {state === "refused" && (
        <Button variant="outline" className="min-h-12" onClick={() => void tryAgain(operation)}>
          Try Again
        </Button>
      )}
      {words && (
        <Button variant="outline" className="min-h-12" onClick={() => void copyText(words, "text")}>
          Copy Words
        </Button>
      )}
      <Button variant="quiet" className="min-h-12" onClick={() => void forgetWaiting(operation)}>
        {state === "refused" ? "Discard" : "All Right"}
      </Button>
    </div>
  );
}

const STATES = { waiting: "Waits", refused: "Not taken", told: "Saved" };

function Item({ operation }: { operation: Waiting }) {
  const clock = useClock();
  const { title, place, at, state, said, words } = operation;
  return (
    <li className="grid gap-2 py-4">
      <p className="flex items-baseline justify-between gap-3 text-base">
        <span className="font-semibold">{title}</span>
        <span className="shrink-0 text-muted text-small">{STATES[state]}</span>
      </p>
      <p className="text-muted text-small">{[clock.timeAt(at), clock.day(at), place].filter(Boolean).join(", ")}</p>
      {state !== "waiting" && words && (
        <p className="whitespace-pre-line break-words rounded-control bg-sunk p-3 text-base">{words}</p>
      )}
      {said.map((sentence) => (
        <p key={sentence} className="text-base">
          {sentence}
        </p>
      ))}
      <Actions operation={operation} />
    </li>
  );
}

interface WaitingListProps {
  open: boolean;
  onClose: () => void;
  onLeave: () => void;
}

export default function WaitingList({ open, onClose, onLeave }: WaitingListProps) {
  const { own, others, pause } = useOwnWork(useUser().id);
  const waits = own.some(({ state }) => state === "waiting");
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={own.length > 0 || !others ? "Changes on this device" : `Changes by ${others.who}`}
    >
      {pause && waits && <p className="text-base">{WHY[pause]}</p>}
      <ul className="grid divide-y divide-hairline">
        {own.map((operation) => (
          <Item key={operation.id} operation={operation} />
        ))}
      </ul>
      {waits && (
        <Button className="mt-2 min-h-12" onClick={() => void sendWaiting()}>
          Send Now
        </Button>
      )}
      {others && <OthersWork others={others} onLeave={onLeave} onLater={onClose} />}
    </Dialog>
  );
}
