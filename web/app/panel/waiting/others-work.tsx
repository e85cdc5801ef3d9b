// Asks what becomes of work that somebody else did on this device. The answer that loses nothing comes first.
import { Button } from "~/ui/button";
import { useUser } from "../user/user";
import { changes, discardOfOthers, type Others, SOMEBODY } from "./own-work";

interface OthersWorkProps {
  others: Others;
  onLeave: () => void;
  onLater: () => void;
}

export function OthersWork({ others: { who, count }, onLeave, onLater }: OthersWorkProps) {
  const { id } = useUser();
  const [wait, they, them] = count === 1 ? ["waits", "it is", "it"] : ["wait", "they are", "them"];
  return (
    <section aria-label={`Changes by ${who}`} className="grid gap-4">
      <p className="text-base">
        {`${changes(count)} by ${who} ${wait} on this device. Log out so ${who === SOMEBODY ? "they" : who} can sign in and send ${them}. `}
        {`If you discard ${them}, ${they} lost for good.`}
      </p>
      <Button className="min-h-12" onClick={onLeave}>
        Log Out
      </Button>
      <Button variant="outline" className="min-h-12" onClick={onLater}>
        Not Now
      </Button>
      <Button variant="destructive" className="min-h-12" onClick={() => void discardOfOthers(id)}>
        Discard {changes(count, "Change")}
      </Button>
    </section>
  );
}
