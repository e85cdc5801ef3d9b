// Makes a link that lets somebody in, where no mail leaves. It is shown once: the server keeps no copy.
import { Copy } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Input } from "~/ui/input";
import { notify, notifyError } from "~/ui/toast";
import { useWrite } from "../../records/write";
import { makeLink, type PassedOn } from "./user";

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    notify("Copied");
  } catch {
    notifyError("Error", "The link could not be copied. Select it and copy it yourself.");
  }
}

function Shown({ link, until }: PassedOn) {
  const id = useId();
  const clock = useClock();
  return (
    <div className="grid gap-1.5" role="status">
      <label htmlFor={id} className="font-semibold text-small">
        Link
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          readOnly
          value={link}
          className="min-w-0 flex-1 text-small"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="outline" onClick={() => copy(link)}>
          <Copy aria-hidden /> Copy
        </Button>
      </div>
      <p className="text-muted text-small">
        Pass it on yourself: it is shown only now. It works once, until {clock.moment(until)}.
      </p>
    </div>
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
      disabled={busy}
      onClick={async () => setMade(await write(person))}
    >
      {children}
    </Button>
  );
}
