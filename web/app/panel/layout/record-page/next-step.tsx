// What somebody promised to do next: said, snoozed, done.

import { CalendarClock, Check } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { Schemas } from "~/api/client";
import { isConflict } from "~/api/error";
import type { Permission } from "~/api/session";
import { Field } from "~/forms/fields";
import { SubmitButton } from "~/forms/submit-button";
import { minuteOf, timeOf } from "~/lib/time-of-day";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { useEscape } from "~/ui/dialog-close";
import { Input, Select } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import {
  aboutStep,
  editNextStep,
  type NextStep,
  setNextStep,
  useDue,
  useNextStep,
  useSavedStep,
} from "../../any-record/next-step";
import { useOnce } from "../../any-record/once";
import { SmallForm } from "../../any-record/small-form";
import { useWaits } from "../../any-record/waits";
import { useWrite } from "../../any-record/write";
import { LinkedRecord } from "../../list/linked-record";
import { assigneeLabel } from "../../staff/fields";
import { useAssignees, useEmails, useNames } from "../../staff/queries";
import { may, useUser } from "../../user/user";
import type { PageKind, Person, RecordPage } from "./thread";

/** Those who handle leads there; the person who has it by now is offered, too. */
function usePeople(branchId: string, chosen: string) {
  const addressOf = useEmails();
  const { data = [] } = useAssignees("lead", branchId);
  const people = data.map((person) => ({ value: person.id, label: assigneeLabel(person) }));
  return data.some(({ id }) => id === chosen) ? people : [{ value: chosen, label: addressOf(chosen) }, ...people];
}

const nameOfForm = (id: string) => `next step of ${id}`;

type Said = Schemas["NextStepEdit"] & Pick<Schemas["NewNextStep"], "words" | "dueOn">;

interface SetNextStepProps {
  kind: PageKind;
  person: Person;
  step: NextStep | null;
  close: () => void;
}

function SetNextStep({ kind, person: { id, branchId }, step, close }: SetNextStepProps) {
  const user = useUser();
  const field = useId();
  const clock = useClock();
  const { typed, change } = useTyped(nameOfForm(id), {
    words: step?.words ?? "",
    day: step?.dueOn ?? clock.dayIn(1),
    time: step?.dueMinute == null ? "" : timeOf(step.dueMinute),
    assignedTo: step?.assignedTo ?? user.id,
  });
  const { words, day, time, assignedTo } = typed;
  const zone = day && clock.zoneOn(day);
  const people = usePeople(branchId, assignedTo);
  useEscape(close);
  /** The step that these words take the place of. */
  const base = useRef(step);
  const [outdated, setOutdated] = useState(false);
  const { save } = useOnce<Said, NextStep>(
    (body, key) => setNextStep({ kind, recordId: id, ...body }, key),
    (made, body, key) => editNextStep(made, body, key),
  );
  const { write } = useWrite({
    about: aboutStep(id),
    send: async (body: Said, key) => {
      if (!base.current) return save(body, key);
      base.current = await editNextStep(base.current, body, key);
      return base.current;
    },
    done: () => "Next step saved",
    failed: "Failed to save the next step",
    meets: (error) => {
      if (isConflict(error)) setOutdated(true);
      return false;
    },
  });
  const send = () => {
    if (outdated) base.current = step; // the person has seen it
    setOutdated(false);
    return write({ words: words.trim(), dueOn: day, dueMinute: minuteOf(time), assignedTo });
  };
  return (
    <SmallForm className="grid gap-3" onSubmit={send} onSent={close}>
      {outdated && <Meanwhile step={step} />}
      <Field id={`${field}-words`} label="What to do next">
        <Input
          id={`${field}-words`}
          placeholder="Call back about the colors"
          maxLength={200}
          autoFocus
          value={words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field id={`${field}-day`} label="Day">
          <Input
            id={`${field}-day`}
            type="date"
            required
            value={day}
            onChange={(event) => change({ day: event.currentTarget.value })}
          />
        </Field>
        <Field id={`${field}-time`} label={zone ? `Time (${zone})` : "Time"} optional>
          <Input
            id={`${field}-time`}
            type="time"
            value={time}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field id={`${field}-person`} label="Person">
        <Select
          id={`${field}-person`}
          value={assignedTo}
          onChange={(event) => change({ assignedTo: event.currentTarget.value })}
          options={people}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" sending="Saving..." disabled={words.trim() === "" || day === ""}>
          Save
        </SubmitButton>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </SmallForm>
  );
}

/** What was saved while somebody typed, by a colleague or on another screen of their own. */
function Meanwhile({ step }: { step: NextStep | null }) {
  return (
    <div role="note" className="grid gap-1 rounded-card bg-sunk p-3">
      {step ? (
        <>
          <p className="font-semibold">This was saved meanwhile:</p>
          <Promised step={step} writable={false} />
          <p>Save puts yours in its place.</p>
        </>
      ) : (
        <p>The step is marked as done by now. Save sets yours.</p>
      )}
    </div>
  );
}

interface PromisedProps {
  step: NextStep;
  writable: boolean;
  /** Which record it is about, where that is not the page's own. */
  about?: ReactNode;
}

function Promised({ step: given, writable, about }: PromisedProps) {
  const nameOf = useNames();
  const { step, busy, finish, snooze, snoozes } = useNextStep(given);
  const { late, text } = useDue(step);
  return (
    <>
      <p className="break-words font-semibold">{step.words}</p>
      <p className={late ? "text-danger" : "text-muted"}>
        {text}
        {" · "}
        {nameOf(step.assignedTo)}
      </p>
      {about && <p className="break-words text-muted">{about}</p>}
      {writable && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button size="small" aria-label={about ? `Done: ${step.words}` : undefined} busy={busy} onClick={finish}>
            <Check aria-hidden />
            Done
          </Button>
          {snoozes.map(({ label, value }) => (
            <Button
              key={label}
              size="small"
              variant="outline"
              aria-label={about ? `${label}: ${step.words}` : undefined}
              busy={busy}
              onClick={() => snooze(value)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface NextStepProps {
  kind: PageKind;
  person: Person;
  step: NextStep | null;
  writable: boolean;
}

export function NextStepPart({ kind, person, step: given, writable }: NextStepProps) {
  const step = useSavedStep(given);
  const waits = useWaits();
  const [setting, setSetting] = useState(() => waits(nameOfForm(person.id)));
  return (
    <section aria-label="Next step" className="grid gap-2 rounded-card border border-hairline p-4">
      <h3 className="flex items-center gap-2 font-sans font-semibold text-base">
        <CalendarClock aria-hidden className="size-5" />
        Next step
      </h3>
      {step && !setting && <Promised step={step} writable={writable} />}
      {!step && !setting && <p className="text-muted">Nothing promised yet.</p>}
      {setting && <SetNextStep kind={kind} person={person} step={step} close={() => setSetting(false)} />}
      {writable && !setting && (
        <Button
          size="small"
          variant={step ? "quiet" : "outline"}
          className="justify-self-start print:hidden"
          onClick={() => setSetting(true)}
        >
          {step ? "Change" : "Set Next Step"}
        </Button>
      )}
    </section>
  );
}

type Promise = RecordPage["promises"][number];

/** What each kind of record is called here, and who keeps promises about it. */
const SUBJECTS: Record<Promise["kind"], [noun: string, writer: Permission]> = {
  lead: ["Lead", "canManageLeads"],
  client: ["Client", "canManageLeads"],
  work_order: ["Work order", "canManageWorkOrders"],
  ticket: ["Ticket", "canManageTickets"],
};

interface PromisesProps {
  promises: Promise[];
  /** What the records of the thread are called, by id. */
  titles: Record<string, string>;
}

/** What was promised about the other records of the thread. */
export function Promises({ promises, titles }: PromisesProps) {
  const user = useUser();
  if (promises.length === 0) return null;
  return (
    <section aria-label="Also promised" className="grid gap-2 rounded-card border border-hairline p-4">
      <h3 className="font-sans font-semibold text-base">Also promised</h3>
      <ul className="grid gap-4">
        {promises.map((step) => {
          const [noun, writer] = SUBJECTS[step.kind];
          const title = titles[step.recordId] ?? noun;
          return (
            <li key={step.id} className="grid gap-2">
              <Promised
                step={step}
                writable={may(user, writer)}
                about={
                  <>
                    {noun}: <LinkedRecord kind={step.kind} id={step.recordId} title={title} />
                  </>
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
