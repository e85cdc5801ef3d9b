// An order that waits, or will not be done: with a reason, and taken up again as quickly.
import { useState } from "react";
import { queries } from "~/api/queries";
import { Button } from "~/ui/button";
import { LookBadge } from "~/ui/look-badge";
import { Reasons } from "../../any-record/reasons";
import { useWrite } from "../../any-record/write";
import { Day } from "../../list/details";
import { may, useUser } from "../../user/user";
import { type Aside, asides, type OrderDetails, orderDetails } from "./details";

interface Standing {
  aside: Aside | null;
  reason: string | null;
}

interface Wanted {
  details: OrderDetails;
  standing: Standing;
}

const SAID = { held: "On hold", cancelled: "Cancelled" };
const said = ({ aside }: Standing) => (aside ? SAID[aside] : "Taken up again");

async function send({ details, standing: { aside, reason } }: Wanted, key: string): Promise<OrderDetails> {
  const saved = await orderDetails.update(details, aside ? { aside, reason } : { aside }, key);
  queries.setQueryData([orderDetails.path, saved.id], saved);
  return saved;
}

function useSetAside(details: OrderDetails) {
  const about = [orderDetails.path, details.id, "aside"];
  const failed = "Failed to update work order";
  const back = useWrite({ about, send, done: said, failed });
  const { write, busy } = useWrite({
    about,
    send,
    done: said,
    failed,
    undo: ({ details: before }, saved) => void back.write({ details: saved, standing: before }),
  });
  return { set: (standing: Standing) => write({ details, standing }), busy };
}

/** Only those who assign jobs cancel one, or take it up again. */
const useMaySet = (aside: Aside | null) => {
  const user = useUser();
  return aside !== "cancelled" || may(user, "canAssignJobs");
};

interface SetAsideProps {
  details: OrderDetails;
  aside: Aside;
  editable: boolean;
}

/** Why nobody works on it now. */
export function SetAside({ details, aside, editable }: SetAsideProps) {
  const { asideSince, reason } = details;
  const { set, busy } = useSetAside(details);
  const maySet = useMaySet(aside);
  return (
    <section aria-label="Set aside" className="grid gap-3 rounded-control border border-control p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LookBadge looks={asides} value={aside} />
        {asideSince && (
          <span className="text-muted">
            since <Day value={asideSince} />
          </span>
        )}
      </div>
      <p className="break-words text-base">{reason}</p>
      {editable && maySet && (
        <Button className="min-h-12" busy={busy} onClick={() => set({ aside: null, reason: null })}>
          Take Up Again
        </Button>
      )}
    </section>
  );
}

const REASONS: Record<Aside, string[]> = {
  held: ["Rain", "Waiting for parts", "Nobody at home", "Client asked to wait"],
  cancelled: ["Client cancelled", "Made twice", "Not needed any more"],
};
const NAMES: Record<Aside, string> = { held: "Put on Hold", cancelled: "Cancel Order" };

/** The ways to set an open order aside. */
export function AsideButtons({ details }: { details: OrderDetails }) {
  const [asking, setAsking] = useState<Aside | null>(null);
  const { set, busy } = useSetAside(details);
  const mayCancel = useMaySet("cancelled");
  if (asking) {
    const setAside = (reason: string) => set({ aside: asking, reason });
    return (
      <Reasons
        about={`${asking} ${details.id}`}
        action={NAMES[asking]}
        question={`${NAMES[asking]}: why?`}
        usual={REASONS[asking]}
        back="Back"
        busy={busy}
        onReason={setAside}
        onBack={() => setAsking(null)}
      />
    );
  }
  const ways: Aside[] = mayCancel ? ["held", "cancelled"] : ["held"];
  return (
    <div className="flex gap-3">
      {ways.map((aside) => (
        <Button key={aside} variant="outline" className="min-h-12 flex-1" onClick={() => setAsking(aside)}>
          {NAMES[aside]}
        </Button>
      ))}
    </div>
  );
}
