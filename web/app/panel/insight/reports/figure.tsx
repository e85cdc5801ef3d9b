// A number of a report: it opens the list of what it counts, and says how it compares with the days before.
import { Link } from "wouter";
import { classes } from "~/ui/classes";
import { type Column, comparison, type Figure, listAddress, told } from "./report";

interface FigureProps {
  figure: Figure | null | undefined;
  column: Column;
  /** Of what: a list's name alone would not tell one link from another. */
  of: string;
  className?: string;
}

export function FigureLink({ figure, column, of, className }: FigureProps) {
  const words = told(figure?.value, column.unit);
  const href = figure && listAddress(figure);
  if (!href) return <span className={className}>{words}</span>;
  return (
    <Link
      href={href}
      aria-label={`${column.title}, ${of}: ${words}. Open the list`}
      className={classes("text-ink underline-offset-4 hover:underline", className)}
    >
      {words}
    </Link>
  );
}

const TONES = { good: "text-success", bad: "text-danger", same: "text-muted" } as const;

/** "12% less than before", "5 times as much as before"; of a share "12 points less than before". */
function compared(percent: number, { unit }: Column): string {
  if (percent === 0) return "as before";
  const isShare = unit === "percent";
  if (percent >= 200 && !isShare)
    return `${Math.round(percent / 100 + 1).toLocaleString("en-US")} times as much as before`;
  return `${Math.abs(percent)}${isShare ? (Math.abs(percent) === 1 ? " point" : " points") : "%"} ${percent > 0 ? "more" : "less"} than before`;
}

export function Compared({ figure, column }: { figure: Figure; column: Column }) {
  const found = comparison(figure, column);
  if (!found)
    return figure.before === null || figure.before === undefined ? null : (
      <span className="text-muted">before: {told(figure.before, column.unit)}</span>
    );
  const { percent, tone } = found;
  const words = compared(percent, column);
  return (
    <span className={TONES[tone]}>
      {words} ({told(figure.before, column.unit)})
    </span>
  );
}

/** The sum of a column over the whole report. */
export function Total({ figure, column }: { figure: Figure; column: Column }) {
  return (
    <div className="rounded-card border border-hairline bg-surface p-3 print:p-1.5">
      <dt className="text-muted text-small">{column.title}</dt>
      <dd>
        <FigureLink
          figure={figure}
          column={column}
          of="in all"
          className="font-bold font-display text-h3 tabular-nums leading-tight"
        />
        <p className="text-tiny">
          <Compared figure={figure} column={column} />
          {figure.error ? <span className="block text-muted">Off by {figure.error}% at most</span> : null}
        </p>
      </dd>
    </div>
  );
}
