// Makes a link that lets somebody in, where no mail leaves or none arrives. It is shown once: the server keeps no copy.
import { useState } from "react";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { ShownOnce } from "~/ui/shown-once";
import { useWrite } from "../../any-record/write";
import { makeLink, type PassedOn } from "./user";

function Shown({ link, until }: PassedOn) {
  const clock = useClock();
  return (
    <ShownOnce label="Link" value={link}>
      Pass it on yourself: it is shown only now. It works once, until {clock.moment(until)}.
    </ShownOnce>
  );
}

interface LinkMakerProps {
  person: string;
  /** What the button reads. */
  children: string;
}

export function LinkMaker({ person, children }: LinkMakerProps) {
  const [made, setMade] = useState<PassedOn | null>(null);
  const { write, busy } = useWrite({
    about: ["link", person],
    send: (id: string) => makeLink(id),
    failed: "Failed to make a link",
  });
  if (made) return <Shown {...made} />;
  return (
    <Button
      variant="outline"
      size="small"
      className="justify-self-start"
      busy={busy}
      onClick={async () => setMade(await write(person))}
    >
      {children}
    </Button>
  );
}
