// What a lead that is won or lost asks for next: a client and a first job, or the reason. It is offered, and nothing waits for it.
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Textarea } from "~/ui/input";
import { Skeleton } from "~/ui/skeleton";
import { notify } from "~/ui/toast";
import { isOffered, lostReasons, useChoices } from "../../any-record/choices";
import { useTyped } from "../../any-record/draft";
import { useWrite } from "../../any-record/write";
import { useBesideQuery } from "../../list/beside";
import { Unloaded } from "../../list/unloaded";
import { may, useUser } from "../../user/user";
import { Convert } from "./convert";
import { type Lead, type LeadDetails, leadDetails } from "./lead";

const Offering = createContext<(lead: Lead) => void>(() => {});

/** Gives what offers the next thing for a lead that is won or lost; for others it does nothing. */
export const useOffer = () => useContext(Offering);

/** Why a lead was lost, as its card and its page tell it; staff who may write say so, or otherwise than before. */
export function WhyLost({ lead, details }: { lead: Lead; details: Pick<LeadDetails, "lostReason" | "lostNote"> }) {
  const offer = useOffer();
  const writable = may(useUser(), "canManageLeads");
  const { lostReason, lostNote } = details;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      {lostReason ? (
        <p className="min-w-0 wrap-anywhere">
          {lostReason}
          {lostNote && <span className="text-muted"> · {lostNote}</span>}
        </p>
      ) : (
        !writable && <p>Not said yet</p>
      )}
      {/* One button before and after: the focus comes back to it. */}
      {writable && (
        <Button
          size="small"
          variant={lostReason ? "quiet" : "outline"}
          className="print:hidden"
          onClick={() => offer(lead)}
        >
          {lostReason ? "Change Reason" : "Say Why"}
        </Button>
      )}
    </div>
  );
}

interface OfferProps {
  lead: Lead;
  close: () => void;
}

/** A reason with its note, of details as they stood when it was pressed. */
interface Said {
  details: LeadDetails;
  lostReason: string;
  lostNote: string | null;
}

function Reasons({ lead, details, close }: OfferProps & { details: LeadDetails }) {
  const { data: reasons, isError, refetch } = useChoices(lostReasons);
  const saved = details.lostNote ?? "";
  const [began, setBegan] = useState(saved);
  const { typed, type } = useTyped(`lost ${lead.id}`, began);
  const note = typed === began ? saved : typed;
  const { write } = useWrite({
    about: ["lost-reason", lead.id],
    line: [leadDetails.path, lead.id],
    send: ({ details: before, ...said }: Said, key) => leadDetails.update(before, said, key),
    done: ({ lostReason }) => `Lost: ${lostReason}`,
    failed: "Failed to save the reason",
  });
  const latest = useRef(note);
  latest.current = note;
  async function choose(reason: string) {
    const said = { details, lostReason: reason, lostNote: note.trim() || null };
    if (!(await write(said))) return void refetch(); // it may have been retired since
    if (latest.current === note) return close();
    setBegan(note.trim());
    notify("Not all of it yet", "The reason is saved, but not what you wrote since. Press it again to keep that too.");
  }
  return (
    <>
      {/* The focus begins here: in the note, it would bring up a phone's keyboard over the reasons. */}
      <fieldset aria-label="Reason" tabIndex={-1} data-start className="grid grid-cols-2 gap-2">
        {reasons?.filter(isOffered).map(({ id, words }) => (
          <Button
            key={id}
            variant="outline"
            aria-pressed={words === details.lostReason}
            className="wrap-anywhere aria-pressed:border-2 aria-pressed:border-primary max-sm:px-2 max-sm:text-small"
            onClick={() => choose(words)}
          >
            {words}
          </Button>
        ))}
        {!reasons && !isError && <Skeleton className="col-span-2 h-48" />}
        {isError && (
          <Unloaded retry={refetch} className="col-span-2">
            The reasons could not be loaded.
          </Unloaded>
        )}
      </fieldset>
      {saved !== began && note !== saved && (
        <p role="note" className="wrap-anywhere whitespace-pre-line rounded-card bg-sunk p-3">
          A colleague has written: {saved || "nothing"}. A reason saves your words in their place.
        </p>
      )}
      <Textarea
        aria-label="What happened"
        placeholder="What happened, if it is worth a note"
        maxLength={10_000}
        className="min-h-20"
        value={note}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </>
  );
}

function Offer({ lead, close }: OfferProps) {
  const { data: details, isError, refetch } = useBesideQuery(leadDetails, lead.id);
  return (
    <div className="grid gap-4">
      {lead.status === "lost" ? (
        <>
          {details && <Reasons lead={lead} details={details} close={close} />}
          {!details && !isError && <Skeleton className="h-48" />}
          {!details && isError && <Unloaded retry={refetch}>What was said so far could not be loaded.</Unloaded>}
        </>
      ) : (
        <Convert lead={lead} isClient={Boolean(details?.clientId)} hasJob={false} onDone={close} />
      )}
    </div>
  );
}

const TITLES: Record<string, (lead: Lead) => { title: string; description: string }> = {
  lost: ({ name }) => ({
    title: `Why was ${name} lost?`,
    description: "One press is enough. A note goes with it. Both can wait.",
  }),
  won: ({ name }) => ({
    title: `${name} is won`,
    description: "Hand Over makes the client and the first job. Make Client leaves the job for later.",
  }),
};

export function Offers({ children }: { children: ReactNode }) {
  const [lead, setLead] = useState<Lead | null>(null);
  const close = () => setLead(null);
  const said = lead && TITLES[lead.status]?.(lead);
  return (
    <Offering.Provider value={setLead}>
      {children}
      <Dialog open={Boolean(said)} onOpenChange={close} title={said?.title} description={said?.description}>
        {lead && <Offer key={lead.id} lead={lead} close={close} />}
      </Dialog>
    </Offering.Provider>
  );
}
