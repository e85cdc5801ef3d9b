// What the client hears when somebody sets out: a window of arrival, proposed and changed by a press, or nothing.
import { ChevronDown, Mail, MailX } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Choice } from "~/ui/choice";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { type Arrival, arrivals, arrivalText, proposedArrival } from "./arrival";
import { nowThere, type OwnVisit } from "./own-visit";

/** Milliseconds after which a proposal is looked at again. */
const TICK = 30_000;
const NOBODY = "nobody";

/** The minute that it is, kept up to date. */
function useMinute(): number {
  const clock = useClock();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);
  return clock.minute(now);
}

/** What is said to a client who can be told: as proposed until somebody chooses; null for nothing. */
export function useArrival(visit: OwnVisit) {
  const today = useClock().dayIn(0, nowThere());
  const now = useMinute();
  const [chosen, choose] = useState<Arrival | null | undefined>(undefined);
  const proposed = proposedArrival(visit, today, now);
  const isPast = chosen && chosen.endMinute <= now;
  return {
    arrival: visit.tellsClient ? (chosen === undefined || isPast ? proposed : chosen) : null,
    offered: arrivals(proposed, now),
    choose,
  };
}

interface ArrivalRowProps {
  name: string | null;
  arrival: Arrival | null;
  offered: Arrival[];
  choose: (arrival: Arrival | null) => void;
}

export function ArrivalRow({ name, arrival, offered, choose }: ArrivalRowProps) {
  const [open, setOpen] = useState(false);
  const options = [
    ...offered.map((one) => ({ value: String(one.startMinute), label: arrivalText(one) })),
    { value: NOBODY, label: "Tell nobody" },
  ];
  const Icon = arrival ? Mail : MailX;
  return (
    <>
      <Button
        variant="quiet"
        className="min-h-14 w-full justify-start px-0 text-left font-normal hover:bg-transparent"
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{arrival ? `Tells ${name} you arrive` : `${name} is not told`}</span>
          {arrival && <span className="block font-semibold">{arrivalText(arrival)}</span>}
        </span>
        <span className="font-semibold">Change</span>
        <ChevronDown aria-hidden />
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="When do you arrive?">
        <Choice
          label="When do you arrive?"
          hideLabel
          options={options}
          value={arrival ? String(arrival.startMinute) : NOBODY}
          onChange={(value) => choose(offered.find(({ startMinute }) => String(startMinute) === value) ?? null)}
        />
        <Button className="mt-5 min-h-16 w-full text-h4" onClick={() => setOpen(false)}>
          OK
        </Button>
      </Dialog>
    </>
  );
}
