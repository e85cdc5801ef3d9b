// What somebody promised to do next about a record: the calls, when it is due, and what a press does about it.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import type { Clock } from "~/lib/clock";
import { daysAfter, longDate } from "~/lib/dates";
import { useClock } from "~/ui/clock";
import { useNewestOwn } from "./own-rows";
import { useWrite } from "./write";

/** What a step needs to be shown and moved, wherever it stands. */
export type NextStep = Pick<Schemas["NextStepRow"], "id" | "words" | "dueOn" | "dueMinute" | "assignedTo" | "version"> &
  Partial<Pick<Schemas["NextStepRow"], "doneAt">>;

const KIND = "next-step";

/** The step as an own press has saved it, which stands there before the screen is read again. */
export const useSavedStep = <Given extends NextStep | null>(step: Given): Given => useNewestOwn(KIND, step);

/** What writes of a step, or of a record's, are about. */
export const aboutStep = (id: string) => [KIND, id];

export const setNextStep = (body: Schemas["NewNextStep"], key: string) =>
  bodyOf(api.post("/api/panel/next-steps", { body, headers: keyed(key) }));

export const editNextStep = ({ id, version }: NextStep, body: Schemas["NextStepEdit"], key: string) =>
  bodyOf(api.patch("/api/panel/next-steps/{id}", { params: { path: { id } }, body, headers: changing(version, key) }));

const finishNextStep = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/next-steps/{id}/done", { params: { path: { id } }, headers: keyed(key) }));

const reopenNextStep = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/next-steps/{id}/reopen", { params: { path: { id } }, headers: keyed(key) }));

/** The days to which a press puts a step off: from today, or from its own day where that is still to come. */
export function snoozesOf({ dueOn }: Pick<NextStep, "dueOn">, today: string) {
  const ahead = dueOn > today;
  const from = ahead ? dueOn : today;
  return [
    { value: daysAfter(from, 1), label: ahead ? "A day later" : "Tomorrow" },
    { value: daysAfter(from, 7), label: ahead ? "A week later" : "In a week" },
  ];
}

/** "Overdue: Nov 23, 2026, 9:30 AM", by the clock of its branch. */
function dueText({ dueOn, dueMinute }: NextStep, clock: Clock) {
  const time = dueMinute === null ? "" : `, ${clock.time(dueOn, dueMinute)}`;
  const late = dueOn < clock.dayIn(0);
  return { late, text: `${late ? "Overdue: " : ""}${longDate(dueOn)}${time}` };
}

/** When it is due, in words, and whether that has passed. */
export const useDue = (step: NextStep) => dueText(step, useClock());

/** Marks a step as done, and puts it off; both from one press. Returns the step as well, as it is saved by now. */
export function useNextStep(given: NextStep) {
  const step = useSavedStep(given);
  const about = aboutStep(step.id);
  const clock = useClock();
  const reopen = useWrite({ about, send: reopenNextStep, failed: "Failed to open it again", done: () => "Open again" });
  const finish = useWrite({
    about,
    send: finishNextStep,
    done: () => "Done",
    failed: "Failed to mark it as done",
    undo: (id: string) => reopen.write(id),
  });
  const back = useWrite({
    about,
    send: ({ dueOn, moved }: { dueOn: string; moved: NextStep }, key) => editNextStep(moved, { dueOn }, key),
    done: ({ dueOn }) => `Back on ${longDate(dueOn)}`,
    failed: "Failed to move it back",
  });
  const snooze = useWrite({
    about,
    send: ({ from, dueOn }: { from: NextStep; dueOn: string }, key) => editNextStep(from, { dueOn }, key),
    done: ({ dueOn }) => `Moved to ${longDate(dueOn)}`,
    failed: "Failed to move it",
    undo: ({ from }, moved) => back.write({ dueOn: from.dueOn, moved }),
  });
  return {
    step,
    busy: finish.busy || Boolean(step.doneAt),
    finish: () => finish.write(step.id),
    snooze: (dueOn: string) => snooze.write({ from: step, dueOn }),
    snoozes: snoozesOf(step, clock.dayIn(0)),
  };
}
