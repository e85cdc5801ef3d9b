// The checklist of a new company: what is done, what is not, what it means for visitors, and the way to each step.
import { CircleCheck, CircleDashed } from "lucide-react";
import { Link } from "wouter";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { useWrite } from "../any-record/write";
import { VISIT } from "../list/open-record";
import { editSetup, isSettled, type Setup, type SetupEdit, type StepRow } from "./setup";
import { LACKS, placeOf, STEPS } from "./steps";
import { goToStep } from "./under-way";

function Standing({ step }: { step: StepRow }) {
  if (step.lacks.length === 0) return <Badge variant="success">Done</Badge>;
  return step.notNeeded ? <Badge variant="secondary">Not needed</Badge> : <Badge variant="outline">To do</Badge>;
}

interface StepProps {
  step: StepRow;
  /** Whether it is what comes next. */
  next: boolean;
  busy: boolean;
  leaveOut: (step: StepRow) => void;
}

function Step({ step, next, busy, leaveOut }: StepProps) {
  const { title, without, dialog, seen, skip } = STEPS[step.id];
  const settled = isSettled(step);
  const Mark = settled ? CircleCheck : CircleDashed;
  return (
    <li className="grid gap-x-4 gap-y-2 border-hairline border-t py-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="flex gap-3">
        <Mark aria-hidden className={classes("mt-0.5 size-5 shrink-0", settled ? "text-success" : "text-muted")} />
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-sans font-semibold text-base">{title}</h3>
            <Standing step={step} />
          </div>
          {!settled && (
            <p className="text-muted">
              {without} Still missing: {step.lacks.map((lack) => LACKS[lack]).join(", ")}.
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {seen && (
          <Button asChild variant="quiet" size="small">
            <a href={seen} target="_blank" rel="noopener" aria-label={`See the page: ${title}`}>
              See the Page
            </a>
          </Button>
        )}
        {skip && step.lacks.length > 0 && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            aria-label={`${step.notNeeded ? "Needed After All" : skip}: ${title}`}
            onClick={() => leaveOut(step)}
          >
            {step.notNeeded ? "Needed After All" : skip}
          </Button>
        )}
        <Button asChild variant={next ? "primary" : "outline"} size="small">
          <Link
            href={placeOf(step)}
            {...(dialog && { state: VISIT })}
            aria-label={`${settled ? "Change" : "Set Up"}: ${title}`}
            onClick={() => goToStep(step.id)}
          >
            {settled ? "Change" : "Set Up"}
          </Link>
        </Button>
      </div>
    </li>
  );
}

export default function Checklist({ setup }: { setup: Setup }) {
  const { steps, version, open } = setup;
  const about = ["setup"];
  const failed = "Failed to save the checklist";
  const { write, busy } = useWrite({
    send: (edit: SetupEdit, key) => editSetup(edit, version, key),
    failed,
    about,
  });
  const { write: show } = useWrite({
    send: (shown: boolean, key) => editSetup({ open: shown }, version, key),
    done: (saved) => (saved.open ? "Welcome shows the checklist" : "The checklist stays in Settings, under Setup"),
    failed,
    about,
  });
  const settled = steps.filter(isSettled).length;
  const next = steps.find((step) => !isSettled(step));
  const leaveOut = ({ id, notNeeded }: StepRow) => {
    const others = steps.filter((step) => step.notNeeded && step.id !== id).map((step) => step.id);
    void write({ notNeeded: notNeeded ? others : [...others, id] });
  };
  return (
    <Card className="grid gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="font-sans font-semibold text-h4">{next ? "Set up your company" : "Your company is set up"}</h2>
          <p role="status" className="text-muted">
            {next
              ? `${settled} of ${steps.length} done. Leave whenever you like and pick up where you left off.`
              : "Visitors see your own company. This list stays in Settings, under Setup."}
          </p>
        </div>
        <Button variant={open && !next ? "primary" : "quiet"} size="small" busy={busy} onClick={() => void show(!open)}>
          {open ? (next ? "Hide for Now" : "Close") : "Show on Welcome"}
        </Button>
      </div>
      <ol>
        {steps.map((step) => (
          <Step key={step.id} step={step} next={step === next} busy={busy} leaveOut={leaveOut} />
        ))}
      </ol>
    </Card>
  );
}
