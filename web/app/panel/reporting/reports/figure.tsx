// A number of a report: it opens the list of what it counts, and says how it compares with the days before.
import { Link } from "wouter";
import { classes } from "~/ui/classes";
import { type Column, type Figure, knownTold, listAddress, told } from "./report";

interface FigureProps {
  figure: Figure | null | undefined;
  column: Column;
  /** Of what: a list's name alone would not tell one link from another. */
  of: string;
  className?: string;
}

/** Of how many records a number is known: nothing where of all. */
export function Known({ figure }: { figure: Figure | null | undefined }) {
  const words = figure && knownTold(figure);
  return words ? <span className="block whitespace-normal font-normal text-muted text-tiny">{words}</span> : null;
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

/** How a number compares with that of the days before, in the server's words. */
export function Compared({ figure: { change, before }, column }: { figure: Figure; column: Column }) {
  if (before === null || before === undefined) return null;
  if (!change) return <span className="text-muted">before: {told(before, column.unit)}</span>;
  return (
    <span className={TONES[change.tone]}>
      {change.words} ({told(before, column.unit)})
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
        <Known figure={figure} />
        {column.note && <span className="block text-muted text-tiny">{column.note}</span>}
        <p className="text-tiny">
          <Compared figure={figure} column={column} />
          {figure.error ? <span className="block text-muted">Off by {figure.error}% at most</span> : null}
        </p>
      </dd>
    </div>
  );
}
