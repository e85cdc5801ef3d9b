// How mail leaves, and a test letter whose way is followed until somebody has tried it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "~/api/client";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useWrite } from "../../../any-record/write";
import { Unloaded } from "../../../list/unloaded";
import { may, useUser } from "../../../user/user";
import { type Letter, letters, sendTrial, useMail, whatKeeps } from "./letter";

/** Milliseconds between looks at the test letter, and how many looks. */
const LOOK = 1_000;
const LOOKS = 20;

/** Whether somebody has tried it. */
const isTried = ({ state, tries }: Letter) => state !== "waiting" || tries > 0;

const told = (letter: Letter) =>
  letter.state === "sent"
    ? `The mail server took it. It should be in the inbox of ${letter.recipient}.`
    : whatKeeps(letter) || `On its way to ${letter.recipient}...`;

function Followed({ written }: { written: Letter }) {
  const [looks, setLooks] = useState(0);
  const { data: letter = written } = useQuery({
    queryKey: [letters.path, "followed", written.id],
    queryFn: () => {
      setLooks((was) => was + 1);
      return letters.one(written.id);
    },
    refetchInterval: ({ state: { data } }) => (looks >= LOOKS || (data && isTried(data)) ? false : LOOK),
  });
  const gaveUp = looks >= LOOKS && !isTried(letter);
  return (
    <p role="status">
      {gaveUp ? "It has not gone out yet. Refresh the list later to see where it stands." : told(letter)}
    </p>
  );
}

export function Trial() {
  const { email } = useUser();
  const [written, setWritten] = useState<Letter | null>(null);
  const { write, busy } = useWrite({
    send: (_: string, key) => sendTrial(key),
    failed: "Failed to send the test email",
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        size="small"
        variant="outline"
        busy={busy}
        onClick={async () => setWritten((await write(email)) ?? written)}
      >
        Send Me a Test Email
      </Button>
      {written && <Followed key={written.id} written={written} />}
    </div>
  );
}

export function Way({ server, sender, worker }: Schemas["MailSetup"]) {
  if (worker === "off") {
    return <p>No mail goes out from here: DUSKLINE_WORKER is off. Emails wait until it is on.</p>;
  }
  if (server === null) {
    return (
      <p>No mail server is set, so emails are kept as files on the server. Those who run it set DUSKLINE_SMTP_URL.</p>
    );
  }
  return (
    <p>
      Mail goes out as <strong>{sender}</strong> through <strong>{server}</strong>.
    </p>
  );
}

export function Setup() {
  const { data, isError, refetch } = useMail();
  const tries = may(useUser(), "canEditConfig");
  return (
    <Card className="mb-5 grid gap-3 p-4">
      {isError && <Unloaded retry={refetch}>The mail settings could not be loaded.</Unloaded>}
      {data ? <Way {...data} /> : !isError && <p className="text-muted">Loading...</p>}
      {tries && <Trial />}
    </Card>
  );
}
