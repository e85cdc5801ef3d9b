// An invitation that waits: until when, sent again, passed on as a link, or withdrawn.
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { useWrite } from "../../any-record/write";
import { LinkMaker } from "./passed-on-link";
import { inviteAgain, isOver, type Person, useSendsMail, withdraw } from "./user";

export function Invitation({ person, onGone }: { person: Person & { invitedUntil: string }; onGone: () => void }) {
  const clock = useClock();
  const sendsMail = useSendsMail();
  const about = ["invitation", person.id];
  const again = useWrite({
    about,
    send: inviteAgain,
    done: ({ email }) => `Another email is on its way to ${email}`,
    failed: "Failed to send the invitation",
  });
  const off = useWrite({
    about,
    send: withdraw,
    done: () => "The invitation was withdrawn",
    failed: "Failed to withdraw the invitation",
  });
  return (
    <section aria-labelledby="invitation" className="mb-6 grid gap-3 rounded-control bg-sunk p-4">
      <h3 id="invitation" className="font-sans font-semibold text-base">
        {isOver(person.invitedUntil) ? "The invitation has ended" : "The invitation is waiting"}
      </h3>
      <p>
        {isOver(person.invitedUntil) ? "It ended" : "It can be accepted until"} {clock.moment(person.invitedUntil)}.
      </p>
      {sendsMail === false && (
        <p className="text-muted">If you change the role, branch or region, the link ends. Make a new one then.</p>
      )}
      {sendsMail && (
        <p className="text-muted">
          If you change the role, branch or region, a new email replaces this one. If no email arrives, make a link and
          pass it on: the link in the email ends then.
        </p>
      )}
      <LinkMaker person={person.id}>Make New Link</LinkMaker>
      <div className="flex flex-wrap gap-3">
        {sendsMail && (
          <Button variant="outline" size="small" busy={again.busy} onClick={() => again.write(person.id)}>
            Send Again
          </Button>
        )}
        <Button
          variant="outline"
          size="small"
          busy={off.busy}
          onClick={async () => (await off.write(person.id)) && onGone()}
        >
          Withdraw Invitation
        </Button>
      </div>
    </section>
  );
}
