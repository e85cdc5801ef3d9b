// A visit as it is once an operation is done: what screens show until the server has answered.
import type { Schemas } from "~/api/client";
import type { OwnVisit } from "./own-visit";

/** What one press does to a visit. */
export type Operation = Omit<Schemas["VisitOperation"], "at" | "day" | "base">;
type Line = NonNullable<OwnVisit["materialsUsed"]>[number];
type LineChange = Schemas["SiteMaterial"];

/** An operation that no answer has come to. */
export interface Waiting {
  id: string;
  visit: string;
  /** When it was pressed, by the clock of this device, and the day of the visit, as it was shown then. */
  at: string;
  day: string | null;
  operation: Operation;
}

const ORDER: Schemas["VisitStatus"][] = ["planned", "on_the_way", "started", "done"];
const NOTED = [
  ["on_the_way", "setOffAt"],
  ["started", "startedAt"],
  ["done", "doneAt"],
] as const;

function steppedTo(visit: OwnVisit, status: OwnVisit["status"], at: string): OwnVisit {
  const shown = { ...visit, status };
  for (const [step, field] of NOTED) {
    if (ORDER.indexOf(step) > ORDER.indexOf(status)) shown[field] = null;
    if (step === status) shown[field] ??= at;
  }
  return status === "done" ? shown : { ...shown, met: null, nobodyThere: false, missing: null };
}

function changedLines(lines: Line[], changes: readonly LineChange[]): Line[] {
  const left = lines.filter(({ id }) => !changes.some((change) => change.removed && change.id === id));
  const changed = left.map((line) => ({ ...line, ...factsOf(changes.find(({ id }) => id === line.id)) }));
  const added = changes.filter(({ id, removed }) => !removed && !lines.some((line) => line.id === id));
  return [...changed, ...added.map((line) => ({ id: line.id, name: "", quantity: 0, unit: null, ...factsOf(line) }))];
}

const factsOf = (change: LineChange | undefined): Partial<Line> =>
  change ? { name: change.name ?? "", quantity: change.quantity ?? 0, unit: change.unit ?? null } : {};

function checkedBy(line: Schemas["ChecklistLine"], checks: readonly Schemas["SiteCheck"][]): Schemas["ChecklistLine"] {
  const check = checks.find(({ item }) => item === line.id);
  return check ? { ...line, done: check.done ?? true } : line;
}

type Lighting = NonNullable<OwnVisit["lighting"]>;

/** What each run came to; bulbs follow once the server has answered. */
function measuredBy(plan: Lighting, measured: readonly Schemas["SiteRun"][], at: string): Lighting {
  const told = (line: string) => measured.find((one) => one.line === line);
  const runs = plan.runs.map((run) => {
    const one = told(run.line);
    return one ? { ...run, measured: one.feet ?? null, measuredAt: one.feet ? at : null } : run;
  });
  return { ...plan, runs };
}

/** The visit as it is once an operation is done. */
export function applied(visit: OwnVisit, { at, operation }: Waiting): OwnVisit {
  const { status, startedAt, doneAt, notes, materials, checks, runs, closing } = operation;
  return {
    ...(status && status !== visit.status ? steppedTo(visit, status, at) : visit),
    ...(startedAt && { startedAt }),
    ...(doneAt && { doneAt }),
    ...(notes && { notes: notes.text ?? null }),
    ...(materials && { materialsUsed: changedLines(visit.materialsUsed ?? [], materials) }),
    ...(checks && { checklist: visit.checklist.map((line) => checkedBy(line, checks)) }),
    ...(runs && visit.lighting && { lighting: measuredBy(visit.lighting, runs, at) }),
    ...(closing &&
      (closing.met || closing.nobodyThere) && { met: closing.met ?? null, nobodyThere: closing.nobodyThere ?? false }),
    ...(closing?.missing && { missing: closing.missing }),
  };
}
