// How a visit ended: what of the checklist is left out and why, whom one met there, and whether the job is finished with it.

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Schemas } from "~/api/client";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Choice } from "~/ui/choice";
import { Dialog } from "~/ui/dialog";
import { Input } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import { Away } from "./away";
import { useMissing } from "./checklist";
import type { Check } from "./checks";
import { endingOf } from "./ending";
import { operate } from "./operations";
import { isJob, type OwnVisit } from "./own-visit";
import { useUnready } from "./unready";
import { NO_REASON, reasonOf, Why } from "./why";

type Closing = Schemas["Closing"];
type Met = "client" | "other" | "nobody";

const WHY = ["The client did not want it", "Not possible today", "Not needed here"] as const;

const LONGEST_NAME = 200;

interface LeftOutProps {
  lacking: Check[];
  /** What asks why. */
  children: ReactNode;
}

/** What is needed and not there, and why it is left out. */
function LeftOut({ lacking, children }: LeftOutProps) {
  return (
    <section aria-label="Still to do" className="grid gap-4">
      <div className="flex gap-3 rounded-card bg-warn-tint p-4 text-on-warn-tint">
        <TriangleAlert aria-hidden className="mt-0.5 size-6 shrink-0" />
        <div className="grid min-w-0 gap-1 text-base">
          <p className="font-semibold">Still to do</p>
          <ul className="grid list-disc gap-1 pl-5">
            {lacking.map(({ id, words }) => (
              <li key={id} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
        </div>
      </div>
      {children}
    </section>
  );
}

/** Whom one met; null until it is told. */
function metOf(client: string | null, met: Met | null, name: string): Pick<Closing, "met" | "nobodyThere"> | null {
  if (met === "nobody") return { met: null, nobodyThere: true };
  if (met === "client") return { met: client, nobodyThere: false };
  return met && name.trim() ? { met: name.trim(), nobodyThere: false } : null;
}

interface FormProps {
  visit: OwnVisit;
  onDone: () => void;
}

interface Typed {
  why: typeof NO_REASON;
  met: Met | null;
  name: string;
  finished: "yes" | "no";
}

function CompleteForm({ visit, onDone }: FormProps) {
  const lacking = useMissing(visit);
  const { typed, change } = useTyped<Typed>(
    `end of visit ${visit.id}`,
    { why: NO_REASON, met: null, name: "", finished: "yes" },
    // What one press chose is chosen again by one: only words are asked about.
    (now) => Boolean(now.name.trim() || now.why.words.trim()),
  );
  const { why, met, name, finished } = typed;
  const missing = reasonOf(why);
  const whom = metOf(visit.name, met, name);
  const asksIfFinished = isJob(visit) && visit.lastOpen;
  const noReason = lacking.length > 0 && missing === "" ? "Please say why it is left out." : null;
  const nobodyNamed = whom === null ? "Please say who was there." : null;
  const unready = useUnready(Boolean(noReason ?? nobodyNamed));
  function complete() {
    const left = lacking.length > 0 ? missing : null;
    void operate(visit, endingOf(visit, whom, left, finished === "yes"));
    onDone();
  }
  return (
    <FormElement aria-label="Complete visit" className="grid gap-6" onSubmit={unready.submits(complete)}>
      {lacking.length > 0 && (
        <LeftOut lacking={lacking}>
          <Why
            label="Why is it left out?"
            usual={WHY}
            fault={unready.told(noReason)}
            value={why}
            onChange={(now) => change({ why: now })}
          />
        </LeftOut>
      )}
      <div className="grid gap-3">
        <Choice<Met>
          label="Who was there?"
          options={[
            { value: "client", label: visit.name ?? "The client" },
            { value: "other", label: "Somebody else" },
            { value: "nobody", label: "Nobody there" },
          ]}
          value={met}
          fault={unready.told(nobodyNamed)}
          onChange={(whom) => change({ met: whom })}
        />
        {met === "other" && (
          <Input
            aria-label="Their name"
            placeholder="Their name"
            className="min-h-14"
            maxLength={LONGEST_NAME}
            value={name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        )}
      </div>
      {asksIfFinished && (
        <Choice
          label="Is the job finished?"
          className="grid grid-cols-2 gap-3"
          options={[
            { value: "yes", label: "Finished" },
            { value: "no", label: "Not yet" },
          ]}
          value={finished}
          onChange={(now) => change({ finished: now })}
        />
      )}
      <SubmitButton className="min-h-18 text-h3">Complete Visit</SubmitButton>
    </FormElement>
  );
}

interface CompleteProps {
  visit: OwnVisit | null;
  /** What has become of it meanwhile. */
  away: string | undefined;
  onClose: () => void;
  onDone: (visit: OwnVisit) => void;
}

export function Complete({ visit, away, onClose, onDone }: CompleteProps) {
  return (
    <Dialog open={visit !== null} onOpenChange={onClose} title="Complete Visit">
      {away && <Away>{away}</Away>}
      {visit && <CompleteForm visit={visit} onDone={() => onDone(visit)} />}
    </Dialog>
  );
}
