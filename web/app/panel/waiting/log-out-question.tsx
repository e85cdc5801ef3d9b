// Asks before a log-out that would take along what was not sent. The answer that loses nothing comes first.
import { useState } from "react";
import { sendWaiting } from "~/offline/sender";
import { waitingNow } from "~/offline/waiting";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { changes, isUnsent } from "./own-work";

interface LogOutQuestionProps {
  person: string;
  open: boolean;
  onStay: () => void;
  /** Nothing is left, or what is left is given up. */
  onGo: () => void;
}

const unsentOf = (person: string): number =>
  waitingNow().operations.filter((one) => one.person === person && isUnsent(one)).length;

export default function LogOutQuestion({ person, open, onStay, onGo }: LogOutQuestionProps) {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  async function send() {
    setSending(true);
    await sendWaiting();
    setSending(false);
    if (unsentOf(person) === 0) onGo();
    else setFailed(true);
  }
  return (
    <Dialog open={open} onOpenChange={onStay} title={`${changes(unsentOf(person))} not sent yet`}>
      <div className="grid gap-4">
        <p className="text-base">Logging out clears this device. What was not sent would be lost.</p>
        {failed && (
          <p role="alert" className="text-base text-danger">
            Not all of it could be sent. Stay until there is a connection, or look at what needs you.
          </p>
        )}
        <Button className="min-h-12" busy={sending} onClick={send}>
          {sending ? "Sending..." : "Send and Log Out"}
        </Button>
        <Button variant="outline" className="min-h-12" onClick={onStay}>
          Stay
        </Button>
        <Button variant="destructive" className="min-h-12" onClick={onGo}>
          Discard and Log Out
        </Button>
      </div>
    </Dialog>
  );
}
