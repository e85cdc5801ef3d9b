// The runs of a drawing, one a line: feet, bulbs, where power comes in, and what was measured on site.
import { useClock } from "~/ui/clock";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { useNames } from "../../staff/queries";
import { feetText, type Run } from "./plan";

interface RunsProps {
  runs: readonly Run[];
  low: number | null;
  high: number | null;
  bulbs: number | null;
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

export function Runs({ runs, low, high, bulbs }: RunsProps) {
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
            <Cell className="whitespace-nowrap tabular-nums">{feetText(run) ?? "No size set"}</Cell>
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
