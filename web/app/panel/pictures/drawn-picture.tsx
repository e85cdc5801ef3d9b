// The picture that lights were drawn on, with the runs over it, each with its number. Without the picture the runs stand on an empty ground.
import type { ReactNode } from "react";
import { classes } from "~/ui/classes";
import { badgesOf } from "./badges";
import type { Drawing } from "./drawing";
import { GRID, planOf } from "./plan";

/** Shapes are drawn in places of 1,000 across. */
const WIDE = 1000;
/** Up to so many runs leave room on a printed page for a large picture. */
const FEW = 12;
/** Half of a number's plate. */
const BADGE = 27;

interface DrawnPictureProps {
  /** The picture, if the visitor sent it, and what lies on it below the runs. */
  picture: ReactNode;
  /** Its width by its height. */
  aspect: number;
  lines: readonly (readonly number[])[];
  /** The visitor's, where those differ. */
  before?: readonly (readonly number[])[];
  /** By night the lights themselves show where the runs are; their numbers stay. */
  isNight?: boolean;
  children?: ReactNode;
}

const placesIn = (high: number) => (points: readonly number[]) =>
  points.flatMap((x, i) => (i % 2 ? [] : [{ x: (x / GRID) * WIDE, y: ((points[i + 1] ?? 0) / GRID) * high }]));

export function DrawnPicture({ picture, aspect, lines, before = [], isNight = false, children }: DrawnPictureProps) {
  const high = WIDE / aspect;
  const place = (points: readonly number[]) =>
    points.map((each, i) => ((each / GRID) * (i % 2 ? high : WIDE)).toFixed(1)).join(" ");
  const badges = badgesOf(lines.map(placesIn(high)), WIDE, high, 2 * BADGE + 4);
  const byDay = isNight ? "hidden print:inline" : undefined;
  const label = lines.length === 1 ? "One run of lights" : `${lines.length} runs of lights, numbered from 1`;
  return (
    <div
      className={classes(
        "relative w-full overflow-hidden rounded-control border border-hairline bg-night print:mx-auto print:w-auto",
        lines.length > FEW ? "print:max-h-[36vh]" : "print:max-h-[52vh]",
      )}
      style={{ aspectRatio: aspect }}
    >
      {picture}
      <svg viewBox={`0 0 ${WIDE} ${high}`} role="img" aria-label={label} className="absolute inset-0 size-full">
        {before.map((points) => (
          <polyline
            key={place(points)}
            className={byDay}
            points={place(points)}
            fill="none"
            stroke="#ffffff"
            strokeWidth="4"
            strokeDasharray="10 10"
          />
        ))}
        {lines.map((points, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place in the drawing
          <g key={i} className={byDay} fill="none" strokeLinejoin="round">
            <polyline points={place(points)} stroke="#1a1206" strokeWidth="12" />
            <polyline points={place(points)} stroke="#ffb86a" strokeWidth="6" />
          </g>
        ))}
        {badges.map(({ x, y }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place in the drawing
          <g key={i}>
            <circle cx={x} cy={y} r={BADGE} fill="#1a1206" stroke="#ffb86a" strokeWidth="3" />
            <text x={x} y={y + 12} textAnchor="middle" fontSize="34" fontWeight="700" fill="#ffffff">
              {i + 1}
            </text>
          </g>
        ))}
      </svg>
      {children}
    </div>
  );
}

export function DayPicture({ drawing }: { drawing: Pick<Drawing, "picture"> }) {
  if (!drawing.picture) return null;
  return <img src={drawing.picture} alt="The house by day, as the visitor sent it" className="size-full object-fill" />;
}

/** By day, with its runs, and dashed the visitor's where they differ. */
export function DayDrawing({ drawing }: { drawing: Drawing }) {
  const { a, l } = planOf(drawing.plan);
  const sent = drawing.sent ? planOf(drawing.sent).l : [];
  return <DrawnPicture picture={<DayPicture drawing={drawing} />} aspect={a} lines={l} before={sent} />;
}
