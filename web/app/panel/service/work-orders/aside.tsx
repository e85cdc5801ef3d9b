// An order that waits, or will not be done: with a reason, and taken up again as quickly.
import { useState } from "react";
import { queries } from "~/api/queries";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { Input } from "~/ui/input";
import { LookBadge } from "~/ui/look-badge";
import { useUnsavedGuard } from "~/ui/unsaved";
import { Day } from "../../list/details";
import { useWrite } from "../../records/write";
import { may, useUser } from "../../shell/user";
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
        <Button className="min-h-12" disabled={busy} onClick={() => set({ aside: null, reason: null })}>
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

interface ReasonProps {
  aside: Aside;
  busy: boolean;
  onReason: (reason: string) => void;
  onCancel: () => void;
}

/** One of the usual reasons in one tap, or another in one's own words. */
function Reason({ aside, busy, onReason, onCancel }: ReasonProps) {
  const [words, setWords] = useState("");
  const typed = words.trim();
  useUnsavedGuard(typed !== "");
  useEscape(onCancel);
  return (
    <form
      aria-label={NAMES[aside]}
      className="grid gap-3 rounded-control border border-control p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed) onReason(typed);
      }}
    >
      <p className="font-semibold">{NAMES[aside]}: why?</p>
      <div className="flex flex-wrap gap-2">
        {REASONS[aside].map((reason, index) => (
          <Button
            key={reason}
            variant="outline"
            className="min-h-12"
            autoFocus={index === 0}
            disabled={busy}
            onClick={() => onReason(reason)}
          >
            {reason}
          </Button>
        ))}
      </div>
      <Input
        aria-label="Another reason"
        placeholder="Another reason"
        maxLength={300}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="min-h-12" disabled={busy || !typed}>
          {busy ? "Saving..." : NAMES[aside]}
        </Button>
        <Button variant="quiet" className="min-h-12" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}

/** The ways to set an open order aside. */
export function AsideButtons({ details }: { details: OrderDetails }) {
  const [asking, setAsking] = useState<Aside | null>(null);
  const { set, busy } = useSetAside(details);
  const mayCancel = useMaySet("cancelled");
  if (asking) {
    const setAside = (reason: string) => set({ aside: asking, reason });
    return <Reason aside={asking} busy={busy} onReason={setAside} onCancel={() => setAsking(null)} />;
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
