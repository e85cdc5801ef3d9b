// The runs of a drawing, one a line: feet, bulbs, where power comes in, and what was measured on site.
import { useClock } from "~/ui/clock";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { useNames } from "../staff/queries";
import { feetText, planOf, type Run } from "./plan";

/** What the drawing says of a run's length. */
const estimateOf = (run: Run, ours: boolean) =>
  feetText(run) ?? (ours ? "Sample house" : run.feet === null ? "No size set" : "Too short to say");

interface RunsProps {
  runs: readonly Run[];
  low: number | null;
  high: number | null;
  bulbs: number | null;
  plan: string;
}

function Measured({ run }: { run: Run }) {
  const nameOf = useNames();
  const clock = useClock();
  if (run.measured === null) return <span className="whitespace-nowrap text-muted">Not yet</span>;
  return (
    <>
      <span className="font-semibold">{run.measured} ft</span>
      {run.measuredBy && run.measuredAt && (
        <span className="block text-muted text-tiny print:hidden">
          {nameOf(run.measuredBy)}, {clock.day(run.measuredAt)}
        </span>
      )}
    </>
  );
}

export function Runs({ runs, low, high, bulbs, plan }: RunsProps) {
  const ours = planOf(plan).m != null;
  return (
    <Table
      label="Runs"
      head={
        <>
          <HeadCell>Run</HeadCell>
          <HeadCell>Estimate</HeadCell>
          <HeadCell>On site</HeadCell>
          <HeadCell>Bulbs</HeadCell>
        </>
      }
    >
      <tbody>
        {runs.map((run, i) => (
          <Row key={run.line}>
            <Cell>
              {i + 1}
              {run.drop && <span className="block break-words text-muted text-tiny">Power: {run.drop}</span>}
            </Cell>
            <Cell className="whitespace-nowrap tabular-nums">{estimateOf(run, ours)}</Cell>
            <Cell className="tabular-nums">
              <Measured run={run} />
            </Cell>
            <Cell className="tabular-nums">{run.bulbs?.toLocaleString("en-US") ?? ""}</Cell>
          </Row>
        ))}
        <Row>
          <Cell className="font-semibold">All</Cell>
          <Cell className="whitespace-nowrap font-semibold tabular-nums">{feetText({ low, high }) ?? ""}</Cell>
          <Cell />
          <Cell className="font-semibold tabular-nums">{bulbs?.toLocaleString("en-US") ?? ""}</Cell>
        </Row>
      </tbody>
    </Table>
  );
}
