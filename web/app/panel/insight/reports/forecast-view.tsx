// What the next six weeks are likely to bring, and what is booked in them.

import { startCase } from "~/lib/labels";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { daysTold, weekTold } from "./days-told";
import { FigureLink, Known } from "./figure";
import { NUMBER, NumberHead } from "./numbers";
import { type Column, type Forecast, told } from "./report";

type Expected = NonNullable<Forecast["wins"]>;

const column = (id: string, title: string, unit: Column["unit"]): Column => ({
  id,
  title,
  unit,
  money: null,
  better: null,
  note: null,
});
const OPEN = column("open", "Open", "count");
const QUOTED = column("quoted", "Quoted", "dollars");
const GUESS = column("guess", "Guess", "dollars");
const BOOKED = column("booked", "Booked jobs", "count");
const HOURS = column("hours", "Booked hours", "hours");

function Range({ title, expected, unit }: { title: string; expected: Expected | null; unit: Column["unit"] }) {
  if (!expected) return null;
  return (
    <div className="rounded-card border border-hairline bg-surface p-3 print:p-1.5">
      <dt className="text-muted text-small">{title}</dt>
      <dd>
        <span className="font-bold font-display text-h3 tabular-nums leading-tight">{told(expected.middle, unit)}</span>
        <p className="text-muted text-tiny">
          {told(expected.low, unit)} to {told(expected.high, unit)} in four of five cases
        </p>
      </dd>
    </div>
  );
}

function Stages({ stages }: Pick<Forecast, "stages">) {
  const hasMoney = stages.some(({ guess, quoted }) => guess || quoted);
  const head = (
    <>
      <HeadCell className="align-bottom">Stage</HeadCell>
      <NumberHead title="Open" />
      {hasMoney && <NumberHead title="Quoted" />}
      {hasMoney && <NumberHead title="Guess" />}
      <NumberHead title="Won of all that stood in it" />
      <NumberHead title="Won within six weeks" />
    </>
  );
  return (
    <Table label="Open leads by stage" head={head}>
      <tbody>
        {stages.map((stage) => {
          const label = startCase(stage.stage);
          return (
            <Row key={stage.stage}>
              <Cell className="font-semibold">{label}</Cell>
              <Cell className={NUMBER}>
                <FigureLink figure={stage.open} column={OPEN} of={label} />
              </Cell>
              {hasMoney && (
                <Cell className={NUMBER}>
                  <FigureLink figure={stage.quoted} column={QUOTED} of={label} />
                </Cell>
              )}
              {hasMoney && (
                <Cell className={NUMBER}>
                  <FigureLink figure={stage.guess} column={GUESS} of={label} />
                </Cell>
              )}
              <Cell className={NUMBER}>{told(stage.conversion, "percent")}</Cell>
              <Cell className={NUMBER}>{told(stage.chance, "percent")}</Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function Weeks({ weeks }: Pick<Forecast, "weeks">) {
  const head = (
    <>
      <HeadCell className="align-bottom">Week</HeadCell>
      <NumberHead title="Booked jobs" />
      <NumberHead title="Booked hours" />
      <NumberHead title="Wins expected" />
    </>
  );
  return (
    <Table label="The next six weeks" head={head}>
      <tbody>
        {weeks.map(({ days, booked, bookedHours, wins }) => (
          <Row key={days.first}>
            <Cell className="whitespace-nowrap font-semibold">{weekTold(days)}</Cell>
            <Cell className={NUMBER}>
              <FigureLink figure={booked} column={BOOKED} of={daysTold(days)} />
            </Cell>
            <Cell className={NUMBER}>
              <FigureLink figure={bookedHours} column={HOURS} of={daysTold(days)} />
              <Known figure={bookedHours} />
            </Cell>
            <Cell className={NUMBER}>
              {wins === null ? "–" : wins.toLocaleString("en-US", { maximumFractionDigits: 1 })}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function ForecastView({ forecast }: { forecast: Forecast }) {
  const { days, sentence, wins, quoted, guess, stages, weeks, enough } = forecast;
  return (
    <article className="grid gap-6">
      <div>
        <p className="max-w-[60ch] text-h4">{sentence}</p>
        <p className="mt-1 text-muted">{daysTold(days)}</p>
      </div>
      {enough && (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
          <Range title="Wins in six weeks" expected={wins} unit="count" />
          <Range title="Of what was quoted" expected={quoted} unit="dollars" />
          <Range title="Of what is a guess" expected={guess} unit="dollars" />
        </dl>
      )}
      <Stages stages={stages} />
      <Weeks weeks={weeks} />
    </article>
  );
}
