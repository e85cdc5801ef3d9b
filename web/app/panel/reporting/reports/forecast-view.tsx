// What the next six weeks are likely to bring, how that compares with the usual pace, and what is booked in them.

import type { ReactNode } from "react";
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
const GUESS = column("guess", "Estimated", "dollars");
const BOOKED = column("booked", "Booked jobs", "count");
const HOURS = column("hours", "Booked hours", "hours");

/** In whole percent: it is not known better. */
const chanceTold = (chance: number | null) =>
  chance !== null && chance < 1 ? "under 1%" : told(chance && Math.round(chance), "percent");

interface RangeProps {
  title: string;
  expected: Expected | null;
  unit: Column["unit"];
  children?: ReactNode;
}

function Range({ title, expected, unit, children }: RangeProps) {
  if (!expected) return null;
  return (
    <div className="rounded-card border border-hairline bg-surface p-3 print:p-1.5">
      <dt className="text-muted text-small">{title}</dt>
      <dd>
        <span className="font-bold font-display text-h3 tabular-nums leading-tight">{told(expected.middle, unit)}</span>
        <p className="text-muted text-tiny">
          {told(expected.low, unit)} to {told(expected.high, unit)} in four of five cases
        </p>
        {children && <p className="text-muted text-tiny">{children}</p>}
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
      {hasMoney && <NumberHead title="Estimated" />}
      <NumberHead title="Win rate" />
      <NumberHead title="Chance in six weeks" />
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
              <Cell className={NUMBER}>{chanceTold(stage.chance)}</Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

/** "under 1 week", "3 to 8 weeks", "over 32 weeks". */
function standing(since: number, until: number | undefined): string {
  if (until === undefined) return `over ${since / 7} weeks`;
  return since === 0 ? "under 1 week" : `${since / 7} to ${until / 7} weeks`;
}

function Chances({ stages }: Pick<Forecast, "stages">) {
  const ages = stages[0]?.ages ?? [];
  const head = (
    <>
      <HeadCell className="align-bottom">In the stage for</HeadCell>
      {ages.map(({ since }, place) => (
        <NumberHead key={since} title={standing(since, ages[place + 1]?.since)} />
      ))}
    </>
  );
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold text-h4">Chance to be won in six weeks, by time in the stage</h2>
      <Table label="Chance to be won in six weeks, by time in the stage" head={head}>
        <tbody>
          {stages.map((stage) => (
            <Row key={stage.stage}>
              <Cell className="font-semibold">{startCase(stage.stage)}</Cell>
              {stage.ages.map(({ since, open, chance }) => (
                <Cell key={since} className={NUMBER}>
                  {chanceTold(chance)}
                  {open > 0 && <span className="block text-muted text-tiny">{told(open, "count")} open</span>}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="max-w-[70ch] text-muted text-small">
        Worked out from how leads went here over about the last year, open ones included. Where few leads have been, the
        chance leans on that of the stage, and halves with each step of waiting.
      </p>
    </section>
  );
}

function Weeks({ weeks }: Pick<Forecast, "weeks">) {
  const head = (
    <>
      <HeadCell className="align-bottom">Week</HeadCell>
      <NumberHead title="Booked jobs" />
      <NumberHead title="Booked hours" />
    </>
  );
  return (
    <Table label="Booked in the next six weeks" head={head}>
      <tbody>
        {weeks.map(({ days, booked, bookedHours }) => (
          <Row key={days.first}>
            <Cell className="whitespace-nowrap font-semibold">{weekTold(days)}</Cell>
            <Cell className={NUMBER}>
              <FigureLink figure={booked} column={BOOKED} of={daysTold(days)} />
            </Cell>
            <Cell className={NUMBER}>
              <FigureLink figure={bookedHours} column={HOURS} of={daysTold(days)} />
              <Known figure={bookedHours} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function ForecastView({ forecast }: { forecast: Forecast }) {
  const { days, sentence, caution, wins, openWins, newWins, runRate, quoted, guess, stages, weeks, enough } = forecast;
  return (
    <article className="grid gap-6">
      <div>
        <p className="max-w-[60ch] text-h4">{sentence}</p>
        {caution && <p className="mt-2 max-w-[60ch] font-semibold">{caution}</p>}
        <p className="mt-1 text-muted">{daysTold(days)}</p>
      </div>
      {enough && (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
          <Range title="Wins in six weeks" expected={wins} unit="count">
            {told(openWins, "count")} from open leads, {told(newWins, "count")} from new ones
          </Range>
          <Range title="At the pace of the last six months" expected={runRate} unit="count" />
          <Range title="Open quotes" expected={quoted} unit="dollars" />
          <Range title="Open estimates" expected={guess} unit="dollars" />
        </dl>
      )}
      <Stages stages={stages} />
      {enough && <Chances stages={stages} />}
      <Weeks weeks={weeks} />
    </article>
  );
}
