// When a visit really began and ended, where somebody forgot to press: with a reason.

import { useId, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import type { Clock } from "~/lib/clock";
import { minuteOf, timeOf } from "~/lib/time-of-day";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { Fault } from "~/ui/fault";
import { Input } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import { weekdayAndDay } from "../../shell/days";
import { DAY_END } from "../telling";
import type { Operation } from "./applied";
import { useMissing } from "./checklist";
import { operate } from "./operations";
import type { OwnVisit } from "./own-visit";
import { useUnready } from "./unready";
import { NO_REASON, reasonOf, Why } from "./why";

const REASONS = ["Forgot to press", "Pressed at the wrong time", "No network"] as const;
const MINUTE = 60_000;
const TO_COME = "This time is still to come.";
const UNCHANGED: TimeFault = { at: "started", words: "Please change a time first." };

const timeIn = (clock: Clock, moment: string | null): string => (moment ? timeOf(clock.minute(new Date(moment))) : "");

/** Of a day that is over, what was planned is likely. */
const asPlanned = (over: boolean, minute: number | null): string =>
  over && minute !== null ? timeOf(minute % DAY_END) : "";

/** The moment of a typed time, where it is another than before; of the same minute it stays to the second. */
function changed(clock: Clock, day: string, typed: string, before: string | null): string | undefined {
  const minute = minuteOf(typed);
  if (minute === null || typed === timeIn(clock, before)) return undefined;
  return clock.at(day, minute).toISOString();
}

type Which = "started" | "ended";

interface TimeFault {
  at: Which;
  words: string;
}

/** What is wrong with the times, and with which, or nothing. */
function faultOf(clock: Clock, day: string, started: string, ended: string): TimeFault | null {
  const [from, until] = [minuteOf(started), minuteOf(ended)];
  if (from === null) return { at: "started", words: "Please enter when it began." };
  if (until !== null && until < from) return { at: "ended", words: "It must end after it begins." };
  const isToCome = (minute: number) => clock.at(day, minute).getTime() > Date.now() + MINUTE;
  if (isToCome(from)) return { at: "started", words: TO_COME };
  return until !== null && isToCome(until) ? { at: "ended", words: TO_COME } : null;
}

interface TimeProps {
  label: string;
  value: string;
  /** Where it is said what is wrong with it. */
  fault: string | undefined;
  onChange: (value: string) => void;
}

function Time({ label, value, fault, onChange }: TimeProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold text-base">
        {label}
      </label>
      <Input
        id={id}
        type="time"
        className="min-h-14"
        aria-invalid={fault !== undefined}
        aria-describedby={fault}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

interface FormProps {
  visit: OwnVisit;
  onDone: () => void;
}

function CorrectForm({ visit: now, onDone }: FormProps) {
  // As it stood when the dialog opened: a time that nobody touched here is not sent, whatever a colleague makes of it meanwhile.
  const [visit] = useState(now);
  const clock = useClock();
  const day = visit.day ?? clock.dayIn(0);
  const lacking = useMissing(now);
  const over = day < clock.dayIn(0);
  const given = {
    started: timeIn(clock, visit.startedAt) || asPlanned(over, visit.startMinute),
    ended: timeIn(clock, visit.doneAt) || asPlanned(over, visit.endMinute),
    why: NO_REASON,
  };
  const { typed, change } = useTyped(
    `times of visit ${visit.id}`,
    given,
    (now) => now.started !== given.started || now.ended !== given.ended || now.why.words.trim() !== "",
  );
  const { started, ended, why } = typed;
  const reason = reasonOf(why);
  const startedAt = changed(clock, day, started, visit.startedAt);
  const doneAt = changed(clock, day, ended, visit.doneAt);
  const fault = startedAt || doneAt ? faultOf(clock, day, started, ended) : null;
  const endsNow = ended !== "" && visit.status !== "done" && lacking.length > 0;
  const unchanged = startedAt || doneAt ? null : UNCHANGED;
  const noReason = reason ? null : "Please say why.";
  const unready = useUnready(Boolean(fault ?? unchanged ?? noReason));
  const wrong = fault ?? unready.told(unchanged);
  const told = useId();
  const faultAt = (which: Which) => (wrong?.at === which ? told : undefined);
  function correct() {
    const status = ended ? "done" : "started";
    const operation: Operation = {
      reason,
      ...(status !== visit.status && visit.status !== "done" && { status }),
      ...(startedAt && { startedAt }),
      ...(doneAt && { doneAt }),
      ...(endsNow && { closing: { missing: reason } }),
    };
    void operate(now, operation);
    onDone();
  }
  return (
    <FormElement aria-label="Correct times" className="grid gap-6" onSubmit={unready.submits(correct)}>
      <p className="text-base">{weekdayAndDay(day)}</p>
      <fieldset className="grid min-w-0 grid-cols-2 gap-3">
        <legend className="sr-only">Times</legend>
        <Time
          label="Started"
          value={started}
          fault={faultAt("started")}
          onChange={(time) => change({ started: time })}
        />
        <Time label="Done" value={ended} fault={faultAt("ended")} onChange={(time) => change({ ended: time })} />
        <Fault id={told} role="alert" className="col-span-2 text-base">
          {wrong?.words}
        </Fault>
      </fieldset>
      {endsNow && (
        <p className="rounded-card bg-warn-tint p-4 text-base text-on-warn-tint">
          Still to do from the checklist: {lacking.map((line) => line.words).join("; ")}. Your reason is kept with it.
        </p>
      )}
      <Why
        label="Why?"
        usual={REASONS}
        fault={unready.told(noReason)}
        value={why}
        onChange={(now) => change({ why: now })}
      />
      <SubmitButton className="min-h-18 text-h3">Save Times</SubmitButton>
    </FormElement>
  );
}

interface CorrectProps {
  visit: OwnVisit;
  open: boolean;
  onClose: () => void;
}

export function Correct({ visit, open, onClose }: CorrectProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Correct Times">
      {open && <CorrectForm visit={visit} onDone={onClose} />}
    </Dialog>
  );
}
