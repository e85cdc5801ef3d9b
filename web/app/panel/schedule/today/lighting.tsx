// The lighting plan of a visit: where the lights go, and how many feet each run came to. It is there without a network.

import { Button } from "~/ui/button";
import { Fault } from "~/ui/fault";
import { Input } from "~/ui/input";
import { useTyped } from "../../any-record/draft";
import { DrawnPicture } from "../../pictures/drawn-picture";
import { feetText, pointsOf, type Run } from "../../pictures/plan";
import { Shine } from "../../pictures/shine";
import { KeptPicture } from "./kept-picture";
import { operate } from "./operations";
import type { OwnVisit } from "./own-visit";
import { Part } from "./part";
import { smallDrawn } from "./pictures";

const MOST = 1_000;

/** Feet as somebody typed them; null where that is no length, undefined where nothing is typed. */
function feetOf(typed: string): number | null | undefined {
  if (typed.trim() === "") return undefined;
  const feet = Math.round(Number(typed.replace(",", ".")) * 10) / 10;
  return feet >= 1 && feet <= MOST ? feet : null;
}

function MeasuredRun({ visit, run, number }: { visit: OwnVisit; run: Run; number: number }) {
  const saved = run.measured === null ? "" : String(run.measured);
  const {
    typed,
    type: setTyped,
    changed,
  } = useTyped<string | null>(`run ${run.line} of visit ${visit.id}`, null, (now) => now.trim() !== saved);
  const feet = feetOf(typed ?? saved);
  const fault = `run-${number}-fault`;
  async function save() {
    if (feet !== null && (await operate(visit, { runs: [{ line: run.line, feet: feet ?? null }] }))) setTyped(null);
  }
  return (
    <li className="grid gap-2 border-hairline border-b pb-3">
      <p className="text-base">
        <span className="font-semibold">Run {number}</span>
        {`, ${feetText(run) ?? "no estimate"}`}
        {run.bulbs !== null && `, ${run.bulbs} bulbs`}
      </p>
      {run.drop && <p className="break-words text-base">Power comes in: {run.drop}</p>}
      <div className="flex items-center gap-2">
        <Input
          aria-label={`Feet of run ${number}, measured on site`}
          inputMode="decimal"
          placeholder="Measured feet"
          aria-invalid={changed && feet === null}
          aria-describedby={changed && feet === null ? fault : undefined}
          className="min-h-14 min-w-0 flex-1 text-h4 tabular-nums"
          value={typed ?? saved}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button
          className="min-h-14"
          disabled={!changed || feet === null}
          aria-label={`Save the feet of run ${number}`}
          onClick={save}
        >
          Save
        </Button>
      </div>
      <Fault id={fault}>{changed && feet === null && "Please enter feet, from 1 to 1,000"}</Fault>
    </li>
  );
}

export function Lighting({ visit }: { visit: OwnVisit }) {
  const plan = visit.lighting;
  if (!plan) return null;
  const measured = plan.runs.filter((run) => run.measured !== null).length;
  return (
    <Part
      title="Lighting plan"
      told={`${measured} of ${plan.runs.length} measured`}
      startsOpen={visit.status === "started"}
    >
      <DrawnPicture
        picture={
          plan.picture && (
            <KeptPicture
              src={smallDrawn(plan.picture)}
              alt="The house by day, as the client sent it"
              className="size-full object-fill"
            />
          )
        }
        aspect={plan.aspect}
        lines={plan.runs.map(({ line }) => pointsOf(line))}
      />
      <Shine {...plan} />
      <ul className="grid gap-3">
        {plan.runs.map((run, i) => (
          <MeasuredRun key={run.line} visit={visit} run={run} number={i + 1} />
        ))}
      </ul>
    </Part>
  );
}
