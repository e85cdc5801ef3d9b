// What a report says: the sentence that answers, the totals, a chart and the table.
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { Chart } from "./chart";
import { daysTold, shortDate } from "./days-told";
import { FigureLink, Known, Total } from "./figure";
import { NUMBER, NumberHead } from "./numbers";
import { byLabel, type Report, told } from "./report";

function Rows({ report }: { report: Report }) {
  const { columns, rows, totals, by } = report;
  const head = (
    <>
      <HeadCell className="align-bottom">{byLabel(by)}</HeadCell>
      {columns.map(({ id, title }) => (
        <NumberHead key={id} title={title} />
      ))}
    </>
  );
  return (
    <Table label={`By ${byLabel(by).toLowerCase()}`} head={head}>
      <tbody>
        {rows.map(({ key, label, numbers }) => (
          <Row key={key}>
            <Cell className="font-semibold">{label}</Cell>
            {columns.map((column) => (
              <Cell key={column.id} className={NUMBER}>
                <FigureLink figure={numbers[column.id]} column={column} of={label} />
                <Known figure={numbers[column.id]} />
              </Cell>
            ))}
          </Row>
        ))}
        <Row className="font-semibold">
          <Cell>Total</Cell>
          {columns.map((column) => (
            <Cell key={column.id} className={NUMBER}>
              {told(totals[column.id]?.value, column.unit)}
              <Known figure={totals[column.id]} />
            </Cell>
          ))}
        </Row>
      </tbody>
    </Table>
  );
}

/** The numbers of the chart, for those who read better than they look. */
function Points({ report: { series, columns } }: { report: Report }) {
  const shown = columns.filter(({ id }) => series.columns.includes(id));
  return (
    <details className="text-small print:hidden">
      <summary className="cursor-pointer py-2 text-link">The numbers of the chart</summary>
      <Table
        label="The numbers of the chart"
        head={
          <>
            <HeadCell>{byLabel(series.unit)}</HeadCell>
            {shown.map(({ id, title }) => (
              <NumberHead key={id} title={title} />
            ))}
          </>
        }
      >
        <tbody>
          {series.points.map(({ days, numbers }) => (
            <Row key={days.first}>
              <Cell>{shortDate(days.first, series.unit)}</Cell>
              {shown.map(({ id, unit }) => (
                <Cell key={id} className={NUMBER}>
                  {told(numbers[id], unit)}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

export function ReportView({ report, chart }: { report: Report; chart: boolean }) {
  return (
    <article className="grid gap-6">
      <div>
        <p className="max-w-[60ch] text-h4">{report.sentence}</p>
        <p className="mt-1 text-muted">
          {daysTold(report.days)}
          {report.before && `, compared with ${daysTold(report.before)}`}
        </p>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
        {report.columns.map((column) => {
          const figure = report.totals[column.id];
          return figure && <Total key={column.id} figure={figure} column={column} />;
        })}
      </dl>
      {chart && report.series.points.length > 1 && (
        <div>
          <Chart report={report} />
          <Points report={report} />
        </div>
      )}
      {report.rows.length > 0 ? (
        <Rows report={report} />
      ) : (
        <p className="text-muted">Nothing happened in these days that this report counts.</p>
      )}
    </article>
  );
}
