// A chart of a report's days or months: lines told apart by dash and mark as well as by color. Arrow keys or the pointer go from point to
// point, whose numbers are said below; the same numbers stand in a table beside it.
import { scaleLinear, scalePoint } from "d3-scale";
import { line } from "d3-shape";
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from "react";
import { shortDate } from "./days-told";
import { type Column, type Report, told } from "./report";

const HEIGHT = 220;
const EDGE = { top: 12, right: 12, bottom: 26, left: 56 };
/** Pixels that a label below the chart takes. */
const LABEL = 76;

/** Of the first, second and third line: its color, its dashes and its mark. */
const STYLES = [
  { color: "var(--primary)", dash: undefined, mark: "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0" },
  { color: "var(--success)", dash: "7 4", mark: "M-4,-4h8v8h-8z" },
  { color: "var(--danger)", dash: "2 4", mark: "M0,-5L5,4L-5,4z" },
] as const;

type Style = (typeof STYLES)[number];

interface Line {
  column: Column;
  style: Style;
  values: (number | null)[];
}

/** The first of the columns, and others of its unit: all lines have one scale. */
export function linesOf({ series, columns }: Report): Line[] {
  const counted = columns.filter(({ id }) => series.columns.includes(id));
  return counted
    .filter(({ unit }) => unit === counted[0]?.unit)
    .flatMap((column, place) => {
      const style = STYLES[place];
      return style ? [{ column, style, values: series.points.map(({ numbers }) => numbers[column.id] ?? null) }] : [];
    });
}

function Legend({ lines }: { lines: Line[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small">
      {lines.map(({ column, style }) => (
        <li key={column.id} className="flex items-center gap-2">
          <svg aria-hidden="true" width="32" height="12" viewBox="-16 -6 32 12">
            <path d="M-16,0H16" stroke={style.color} strokeWidth="2" strokeDasharray={style.dash} />
            <path d={style.mark} fill={style.color} />
          </svg>
          {column.title}
        </li>
      ))}
    </ul>
  );
}

/** As wide as its place, so that its words are as large as others. */
function useOwnWidth() {
  const [width, setWidth] = useState(720);
  const [element, setElement] = useState<Element | null>(null);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(240, entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [width, setElement] as const;
}

export function Chart({ report }: { report: Report }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [width, setElement] = useOwnWidth();
  const lines = linesOf(report);
  const { points, unit } = report.series;
  const greatest = Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = scalePoint<number>()
    .domain(points.map((_, place) => place))
    .range([EDGE.left, width - EDGE.right]);
  const y = scaleLinear()
    .domain([0, greatest])
    .nice(4)
    .range([HEIGHT - EDGE.bottom, EDGE.top]);
  const [first] = lines;
  if (!first || points.length < 2) return null;
  const at = (place: number) => x(place) ?? 0;
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, place) => at(place))
    .y((value) => y(value ?? 0));
  const shown = chosen === null ? null : points[Math.min(chosen, points.length - 1)];
  const every = Math.ceil((points.length * LABEL) / (width - EDGE.left));
  const choose = (place: number) => setChosen(Math.max(0, Math.min(points.length - 1, place)));

  function onKeyDown(event: KeyboardEvent) {
    const from = chosen ?? points.length;
    const to = { ArrowLeft: from - 1, ArrowRight: (chosen ?? -1) + 1, Home: 0, End: points.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  }

  function onPointerMove({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const along = clientX - currentTarget.getBoundingClientRect().left - EDGE.left;
    choose(Math.round(along / (x.step() || 1)));
  }

  return (
    <figure ref={setElement} className="grid min-w-0 gap-2">
      <Legend lines={lines} />
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${lines.map(({ column }) => column.title).join(", ")} by ${unit}. Arrow keys go from ${unit} to ${unit}.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are gone through by keys
        tabIndex={0}
        className="w-full rounded-control"
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
      >
        {y.ticks(4).map((tick) => (
          <g key={tick} transform={`translate(0,${y(tick)})`}>
            <path d={`M${EDGE.left},0H${width - EDGE.right}`} stroke="var(--hairline)" />
            <text x={EDGE.left - 8} dy="0.32em" textAnchor="end" fontSize="12" fill="var(--muted)">
              {told(tick, first.column.unit)}
            </text>
          </g>
        ))}
        {points.map(
          ({ days }, place) =>
            place % every === 0 && (
              <text
                key={days.first}
                x={at(place)}
                y={HEIGHT - 6}
                textAnchor={at(place) + LABEL / 2 > width ? "end" : "middle"}
                fontSize="12"
                fill="var(--muted)"
              >
                {shortDate(days.first, unit)}
              </text>
            ),
        )}
        {shown && chosen !== null && (
          <path d={`M${at(chosen)},${EDGE.top}V${HEIGHT - EDGE.bottom}`} stroke="var(--control)" />
        )}
        {lines.map(({ column, style, values }) => (
          <g key={column.id}>
            <path
              d={draw(values) ?? ""}
              fill="none"
              stroke={style.color}
              strokeWidth="2"
              strokeDasharray={style.dash}
            />
            {values.map(
              (value, place) =>
                value !== null &&
                (points.length <= 31 || place === chosen) && (
                  <path
                    // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
                    key={place}
                    d={style.mark}
                    transform={`translate(${at(place)},${y(value)})${place === chosen ? " scale(1.5)" : ""}`}
                    fill={style.color}
                  />
                ),
            )}
          </g>
        ))}
      </svg>
      <figcaption className="min-h-6 text-small tabular-nums print:hidden">
        <span role="status">
          {shown &&
            `${shortDate(shown.days.first, unit)}: ${lines
              .map(({ column }) => `${column.title} ${told(shown.numbers[column.id], column.unit)}`)
              .join(", ")}`}
        </span>
      </figcaption>
    </figure>
  );
}
