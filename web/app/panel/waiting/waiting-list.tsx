// Each thing that waits on this device: what it is, why it waits, and what can be done about it.
import { useEffect, useState } from "react";
import type { Clock } from "~/lib/clock";
import type { Waiting } from "~/offline/operation";
import { type Pause, sendWaiting } from "~/offline/sender";
import { changeWaiting, discardWaiting, inOrder, takeDiscardBack } from "~/offline/waiting";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { copyText } from "~/ui/copy";
import { Dialog } from "~/ui/dialog";
import { saveFile } from "../list/save-file";
import { useUser } from "../user/user";
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

interface ItemProps {
  operation: Waiting;
  /** Whether its person has just discarded it, and may take that back. */
  gone: boolean;
}

/** When it was done, and for which job. */
const placeOf = (clock: Clock, { at, place }: Waiting): string =>
  [clock.timeAt(at), clock.day(at), place].filter(Boolean).join(", ");

const photoIn = ({ form = [] }: Waiting): File | null =>
  form.map(({ value }) => value).find((value) => value instanceof File) ?? null;

function Photo({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img src={address} alt="What was taken" className="h-32 justify-self-start rounded-control bg-sunk" />;
}

/** What was discarded keeps its place and its size: nothing else comes under the finger. */
function Actions({ operation, gone }: ItemProps) {
  const clock = useClock();
  const { state, title, words } = operation;
  if (state === "waiting") return null;
  const photo = photoIn(operation);
  const copied = [title, placeOf(clock, operation), words].filter(Boolean).join("\n");
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {state === "refused" && (
        <Button variant="outline" className="min-h-12" disabled={gone} onClick={() => void tryAgain(operation)}>
          Try Again
        </Button>
      )}
      {(words || state === "refused") && (
        <Button variant="outline" className="min-h-12" onClick={() => void copyText(copied, "text")}>
          Copy Words
        </Button>
      )}
      {photo && (
        <Button variant="outline" className="min-h-12" onClick={() => saveFile(photo, photo.name)}>
          Save Photo
        </Button>
      )}
      {gone ? (
        <Button variant="quiet" className="min-h-12" onClick={() => void takeDiscardBack(operation)}>
          Undo
        </Button>
      ) : (
        <Button variant="quiet" className="min-h-12" onClick={() => void discardWaiting(operation)}>
          {state === "refused" ? "Discard" : "All Right"}
        </Button>
      )}
    </div>
  );
}

const STATES = { waiting: "Waits", refused: "Not taken", told: "Saved" };
/** Where its person is done with it: what was saved stays saved. */
const GONE = { ...STATES, waiting: "Discarded", refused: "Discarded" };

function Item({ operation, gone }: ItemProps) {
  const clock = useClock();
  const { title, state, said, words } = operation;
  const photo = state === "refused" ? photoIn(operation) : null;
  return (
    <li className="grid gap-2 py-4">
      <p className="flex items-baseline justify-between gap-3 text-base">
        <span className="font-semibold">{title}</span>
        <span role="status" className="min-w-20 shrink-0 text-right text-muted text-small">
          {(gone ? GONE : STATES)[state]}
        </span>
      </p>
      <p className="text-muted text-small">{placeOf(clock, operation)}</p>
      {photo && <Photo file={photo} />}
      {words && <p className="whitespace-pre-line break-words rounded-control bg-sunk p-3 text-base">{words}</p>}
      {said.map((sentence) => (
        <p key={sentence} className="text-base">
          {sentence}
        </p>
      ))}
      <Actions operation={operation} gone={gone} />
    </li>
  );
}

interface WaitingListProps {
  open: boolean;
  onClose: () => void;
  onLeave: () => void;
}

export default function WaitingList({ open, onClose, onLeave }: WaitingListProps) {
  const { own, discarded, others, pause } = useOwnWork(useUser().id);
  const shown = inOrder([...own, ...discarded]);
  const waits = own.some(({ state }) => state === "waiting");
  const told = own.filter(({ state }) => state === "told");
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={shown.length > 0 || !others ? "Changes on this device" : `Changes by ${others.who}`}
    >
      {pause && waits && <p className="text-base">{WHY[pause]}</p>}
      <ul className="grid divide-y divide-hairline">
        {shown.map((operation) => (
          <Item key={operation.id} operation={operation} gone={discarded.includes(operation)} />
        ))}
      </ul>
      {told.length > 1 && (
        <Button
          variant="outline"
          className="mt-2 min-h-12"
          onClick={() => told.forEach((one) => void discardWaiting(one))}
        >
          All Right for All {told.length}
        </Button>
      )}
      {waits && (
        <Button className="mt-2 min-h-12" onClick={() => void sendWaiting()}>
          Send Now
        </Button>
      )}
      {others && <OthersWork others={others} onLeave={onLeave} onLater={onClose} />}
    </Dialog>
  );
}
