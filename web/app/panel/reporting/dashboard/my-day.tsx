// One's own day: the visits that are not over, what one promised for today or before, and what is due and nobody has any more.

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Schemas } from "~/api/client";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { useClock } from "~/ui/clock";
import { useDue, useNextStep } from "../../any-record/next-step";
import { RecordLink } from "../../list/record-link";
import { shortDay } from "../../shell/days";
import { useNames } from "../../staff/queries";
import { TODAY } from "../../user/entries";

type Agenda = Schemas["AgendaRow"];
type Visit = Schemas["AgendaVisit"];
type Step = Schemas["AgendaStep"];

const ROW = "flex min-h-12 items-center gap-2 border-hairline border-t py-1.5 first:border-t-0";

/** "9:00 AM" of one that has a time; of an earlier day, that day. */
function useWhen({ day, startMinute }: Visit, today: string): string {
  const clock = useClock();
  if (day !== null && day < today) return shortDay(day);
  return day === null || startMinute === null ? "Any time" : clock.time(day, startMinute);
}

function VisitLine({ visit, today }: { visit: Visit; today: string }) {
  const when = useWhen(visit, today);
  const left = visit.day !== null && visit.day < today;
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1">
        <Link href={TODAY} className="line-clamp-1 break-words font-semibold text-link hover:underline">
          {visit.kind === "lead" ? `Survey: ${visit.name}` : (visit.title ?? "Visit")}
        </Link>
        <p className="line-clamp-1 break-words text-muted">{[visit.name, visit.address].filter(Boolean).join(", ")}</p>
      </div>
      <span className={classes("shrink-0 tabular-nums", left && "text-danger")}>{left ? `Since ${when}` : when}</span>
    </li>
  );
}

/** Of a step that is left, `whose` says who had it. */
function StepLine({ step, whose }: { step: Step; whose?: string }) {
  const { busy, finish } = useNextStep(step);
  const { late, text } = useDue(step);
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-1 break-words">
          <span className="font-semibold">{step.words}</span>
          {": "}
          <RecordLink kind={step.kind} id={step.recordId}>
            {step.title ?? "Open"}
          </RecordLink>
        </p>
        <p className={late ? "text-danger" : "text-muted"}>{[text, whose].filter(Boolean).join(" · ")}</p>
      </div>
      <Button variant="quiet" size="iconSmall" aria-label={`Done: ${step.words}`} busy={busy} onClick={finish}>
        <Check aria-hidden />
      </Button>
    </li>
  );
}

/** Where the rest stands, where not all of it is shown. */
function Rest({ shown, count, href, children }: { shown: number; count: number; href: string; children: ReactNode }) {
  return count > shown ? (
    <Link href={href} className="mt-2 inline-block text-link hover:underline">
      {children}
    </Link>
  ) : null;
}

/** What is due and nobody has any more: for those who may do it, until somebody has. */
function LeftSteps({ agenda: { leftSteps, leftCount, visitCount, stepCount } }: { agenda: Agenda }) {
  const nameOf = useNames();
  if (leftCount === 0) return null;
  return (
    <section
      aria-labelledby="left-steps"
      className={classes(visitCount + stepCount > 0 && "mt-3 border-hairline border-t pt-3")}
    >
      <h3 id="left-steps" className="font-sans font-semibold text-small">
        Nobody has these next steps any more
      </h3>
      <ul>
        {leftSteps.map((step) => (
          <StepLine key={step.id} step={step} whose={nameOf(step.assignedTo)} />
        ))}
      </ul>
      {leftCount > leftSteps.length && (
        <p className="mt-2 text-muted">And {(leftCount - leftSteps.length).toLocaleString("en-US")} more</p>
      )}
    </section>
  );
}

export function MyDay({ agenda }: { agenda: Agenda }) {
  const { today, visits, visitCount, steps, stepCount, leftCount } = agenda;
  return (
    <Card className="p-5">
      <h2 className="mb-2 font-sans font-semibold text-base">My Day</h2>
      {visitCount + stepCount + leftCount === 0 && (
        <p className="text-muted">You have no visit today, and promised nothing that is due.</p>
      )}
      {visits.length > 0 && (
        <section aria-label="Visits">
          <ul>
            {visits.map((visit) => (
              <VisitLine key={visit.id} visit={visit} today={today} />
            ))}
          </ul>
          <Rest shown={visits.length} count={visitCount} href={TODAY}>
            All {visitCount} visits
          </Rest>
        </section>
      )}
      {steps.length > 0 && (
        <section aria-label="Next steps" className={classes(visits.length > 0 && "mt-3 border-hairline border-t pt-3")}>
          <ul>
            {steps.map((step) => (
              <StepLine key={step.id} step={step} />
            ))}
          </ul>
          <Rest shown={steps.length} count={stepCount} href="/panel/leads?step=mine">
            All {stepCount} next steps that are due
          </Rest>
        </section>
      )}
      <LeftSteps agenda={agenda} />
    </Card>
  );
}
