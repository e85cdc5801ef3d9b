// How a visit ended: what of the checklist is left out and why, whom one met there, and whether the job is finished with it.

import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "~/api/client";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Choice } from "~/ui/choice";
import { Dialog } from "~/ui/dialog";
import { Input } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";
import { useMissing } from "./checklist";
import type { Check } from "./checks";
import { endingOf } from "./ending";
import { operate } from "./operations";
import { isJob, type OwnVisit } from "./own-visit";
import { useUnready } from "./unready";
import { Why } from "./why";

type Closing = Schemas["Closing"];
type Met = "client" | "other" | "nobody";

const WHY = ["The client did not want it", "Not possible today", "Not needed here"] as const;

const LONGEST_NAME = 200;

interface LeftOutProps {
  lacking: Check[];
  fault: string | null;
  onReason: (reason: string) => void;
}

/** What is needed and not there, and why it is left out. */
function LeftOut({ lacking, fault, onReason }: LeftOutProps) {
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
      <Why label="Why is it left out?" usual={WHY} fault={fault} onReason={onReason} />
    </section>
  );
}

interface WhomProps {
  /** The client's own name. */
  client: string | null;
  fault: string | null;
  /** Null until it is told. */
  onTold: (told: Pick<Closing, "met" | "nobodyThere"> | null) => void;
}

function Whom({ client, fault, onTold }: WhomProps) {
  const [met, setMet] = useState<Met | null>(null);
  const [name, setName] = useState("");
  useUnsavedGuard(met === "other" && name.trim() !== "");
  function tell(whom: Met, other: string) {
    setMet(whom);
    setName(other);
    if (whom === "nobody") onTold({ met: null, nobodyThere: true });
    else if (whom === "client") onTold({ met: client, nobodyThere: false });
    else onTold(other.trim() ? { met: other.trim(), nobodyThere: false } : null);
  }
  return (
    <div className="grid gap-3">
      <Choice<Met>
        label="Who was there?"
        options={[
          { value: "client", label: client ?? "The client" },
          { value: "other", label: "Somebody else" },
          { value: "nobody", label: "Nobody there" },
        ]}
        value={met}
        fault={fault}
        onChange={(whom) => tell(whom, name)}
      />
      {met === "other" && (
        <Input
          aria-label="Their name"
          placeholder="Their name"
          className="min-h-14"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={({ currentTarget }) => tell("other", currentTarget.value)}
        />
      )}
    </div>
  );
}

interface FormProps {
  visit: OwnVisit;
  onDone: () => void;
}

function CompleteForm({ visit, onDone }: FormProps) {
  const lacking = useMissing(visit);
  const [missing, setMissing] = useState("");
  const [whom, setWhom] = useState<Pick<Closing, "met" | "nobodyThere"> | null>(null);
  const [finished, setFinished] = useState<"yes" | "no">("yes");
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
      {lacking.length > 0 && <LeftOut lacking={lacking} fault={unready.told(noReason)} onReason={setMissing} />}
      <Whom client={visit.name} fault={unready.told(nobodyNamed)} onTold={setWhom} />
      {asksIfFinished && (
        <Choice
          label="Is the job finished?"
          className="grid grid-cols-2 gap-3"
          options={[
            { value: "yes", label: "Finished" },
            { value: "no", label: "Not yet" },
          ]}
          value={finished}
          onChange={setFinished}
        />
      )}
      <SubmitButton className="min-h-18 text-h3">Complete Visit</SubmitButton>
    </FormElement>
  );
}

interface CompleteProps {
  visit: OwnVisit | null;
  onClose: () => void;
  onDone: () => void;
}

export function Complete({ visit, onClose, onDone }: CompleteProps) {
  return (
    <Dialog open={visit !== null} onOpenChange={onClose} title="Complete Visit">
      {visit && <CompleteForm visit={visit} onDone={onDone} />}
    </Dialog>
  );
}
