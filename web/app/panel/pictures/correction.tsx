// Putting a drawing right: points are moved by pointer or by arrow keys, lines come and go, the size is set on a door or a wall, and
// each run says where power comes in. The visitor's own drawing stays as it is.
import { Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { Field } from "~/forms/fields";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { DialogClose } from "~/ui/dialog-close";
import { Input, Select } from "~/ui/input";
import { useTyped } from "../any-record/draft";
import { useWrite } from "../any-record/write";
import { correctDrawing, type Drawing, LONGEST_DROP, sizes } from "./drawing";
import { DayPicture, DrawnPicture } from "./drawn-picture";
import { GRID, lineOf, MOST_LINES, MOST_POINTS, type Plan, planOf } from "./plan";

interface Line {
  points: number[];
  drop: string;
}

interface Typed {
  lines: Line[];
  size: Plan["r"];
}

/** Places that an arrow key moves a point by; with Shift it is ten times as far. */
const STEP = 8;
const FAR = 10;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const CORNERS = ["top left", "top right", "bottom right", "bottom left"];
const NEW_LINE = [1200, 1200, 2900, 1200];
const NEW_SIZE = [1700, 2600, 2400, 2600, 2400, 3300, 1700, 3300];

const within = (place: number): number => Math.min(GRID, Math.max(0, Math.round(place)));
const percent = (place = 0): number => Math.round((place / GRID) * 100);

function moved(points: readonly number[], point: number, x: number, y: number): number[] {
  return points.map((each, i) => (i === point * 2 ? within(x) : i === point * 2 + 1 ? within(y) : each));
}

interface HandleProps {
  label: string;
  points: readonly number[];
  point: number;
  square?: boolean;
  move: (x: number, y: number) => void;
}

/** One point over the picture. */
function Handle({ label, points, point, square, move }: HandleProps) {
  const [x = 0, y = 0] = points.slice(point * 2, point * 2 + 2);
  function byKey(event: KeyboardEvent) {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP * FAR : STEP;
    move(x + way[0] * step, y + way[1] * step);
  }
  function byPointer(event: PointerEvent<HTMLButtonElement>) {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!frame || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(((event.clientX - frame.left) / frame.width) * GRID, ((event.clientY - frame.top) / frame.height) * GRID);
  }
  return (
    <button
      type="button"
      aria-label={`${label}, ${percent(x)} % across, ${percent(y)} % down`}
      className="absolute flex size-8 -translate-1/2 touch-none items-center justify-center"
      style={{ left: `${(x / GRID) * 100}%`, top: `${(y / GRID) * 100}%` }}
      onKeyDown={byKey}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={byPointer}
    >
      <span className={classes("size-4 border-2 border-night bg-white", square ? "rounded-none" : "rounded-full")} />
    </button>
  );
}

function outlineOf(corners: readonly number[]): string {
  return Array.from({ length: 4 }, (_, i) => `${percent(corners[i * 2])}% ${percent(corners[i * 2 + 1])}%`).join(", ");
}

function Size({ size, set }: { size: Plan["r"]; set: (size: Plan["r"]) => void }) {
  function choose(kind: string) {
    if (kind === "") return set(null);
    set({ k: kind, q: size?.q ?? NEW_SIZE, n: size?.n ?? (kind === "stories" ? 1 : null) });
  }
  const isConfirmed = typeof size?.h === "number";
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field id="drawing-size" label="Size is taken from" optional hint="Put the four square points on its corners.">
        <Select
          id="drawing-size"
          value={size?.k ?? ""}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          options={[
            { value: "", label: "Nothing: no feet, no price" },
            ...Object.entries(sizes).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Field>
      {size?.k === "stories" && (
        <Field id="drawing-stories" label="Stories of that wall">
          <Select
            id="drawing-stories"
            value={String(size.n ?? 1)}
            onChange={({ currentTarget }) => set({ ...size, n: Number(currentTarget.value), h: null })}
            options={["1", "2", "3"].map((value) => ({ value, label: value }))}
          />
        </Field>
      )}
      {size && (
        <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={isConfirmed}
            onChange={() => set({ ...size, h: isConfirmed ? null : 0 })}
          />
          The box fits: without that there are no feet and no price
        </label>
      )}
    </div>
  );
}

interface RunFieldsProps {
  line: Line;
  number: number;
  change: (line: Line) => void;
  remove: (() => void) | null;
}

function RunFields({ line, number, change, remove }: RunFieldsProps) {
  const { points } = line;
  function lengthen() {
    const [x = 0, y = 0] = points.slice(-2);
    change({ ...line, points: [...points, within(x + (x > GRID / 2 ? -300 : 300)), within(y)] });
  }
  return (
    <li className="grid gap-2 border-hairline border-b pb-3">
      <Field id={`drop-${number}`} label={`Run ${number}: where power comes in`} optional>
        <Input
          id={`drop-${number}`}
          maxLength={LONGEST_DROP}
          value={line.drop}
          onChange={({ currentTarget }) => change({ ...line, drop: currentTarget.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          aria-label={`Add a point to run ${number}`}
          disabled={points.length >= MOST_POINTS * 2}
          onClick={lengthen}
        >
          <Plus aria-hidden />
          Point
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={`Remove the last point of run ${number}`}
          disabled={points.length <= 4}
          onClick={() => change({ ...line, points: points.slice(0, -2) })}
        >
          <Trash2 aria-hidden />
          Point
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={`Delete run ${number}`}
          disabled={remove === null}
          onClick={() => remove?.()}
        >
          <Trash2 aria-hidden />
          Run
        </Button>
      </div>
    </li>
  );
}

const typedOf = (drawing: Drawing): Typed => ({
  lines: drawing.runs.map(({ line, drop }) => ({ points: line.split(",").map(Number), drop: drop ?? "" })),
  size: planOf(drawing.plan).r ?? null,
});

function sentOf(drawing: Drawing, { lines, size }: Typed) {
  const plan = { ...planOf(drawing.plan), l: lines.map(({ points }) => points), r: size };
  const drops = lines.flatMap(({ points, drop }) =>
    drop.trim() ? [{ line: lineOf(points), words: drop.trim() }] : [],
  );
  return { plan: JSON.stringify(plan), drops };
}

export interface CorrectionProps {
  drawing: Drawing;
  onDone: () => void;
}

export default function Correction({ drawing, onDone }: CorrectionProps) {
  const { typed, type, changed, lift } = useTyped(
    `drawing ${drawing.id}`,
    { ...typedOf(drawing), began: drawing }, // the version that was corrected, whatever comes meanwhile
    ({ began, ...now }) => JSON.stringify(now) !== JSON.stringify(typedOf(began)),
  );
  const { write, busy } = useWrite({
    send: (body: ReturnType<typeof sentOf>, key) => correctDrawing(typed.began, body, key),
    done: () => "Drawing corrected",
    failed: "Failed to correct the drawing",
  });
  const latest = useRef(typed);
  latest.current = typed;
  /** Closes with the answer, unless more was corrected since. */
  async function save() {
    const saved = await write(sentOf(typed.began, typed));
    if (!saved) return;
    if (latest.current !== typed) return type((was) => ({ ...was, began: saved }));
    lift();
    onDone();
  }
  const { lines, size } = typed;
  const setLine = (place: number, line: Line) =>
    type((was) => ({ ...was, lines: was.lines.map((each, i) => (i === place ? line : each)) }));
  const setSize = (next: Plan["r"]) => type((was) => ({ ...was, size: next }));
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        Drag a point, or choose it with Tab and move it with the arrow keys; with Shift it moves ten times as far.
      </p>
      <DrawnPicture
        picture={<DayPicture drawing={drawing} />}
        aspect={planOf(drawing.plan).a}
        lines={lines.map(({ points }) => points)}
      >
        {size && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0 bg-primary/30"
            style={{ clipPath: `polygon(${outlineOf(size.q)})` }}
          />
        )}
        {lines.map((line, place) =>
          Array.from({ length: line.points.length / 2 }, (_, point) => (
            <Handle
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in its line
              key={`${place}-${point}`}
              label={`Run ${place + 1}, point ${point + 1}`}
              points={line.points}
              point={point}
              move={(x, y) => setLine(place, { ...line, points: moved(line.points, point, x, y) })}
            />
          )),
        )}
        {size &&
          CORNERS.map((corner, point) => (
            <Handle
              key={corner}
              square
              label={`Size, ${corner}`}
              points={size.q}
              point={point}
              move={(x, y) => setSize({ ...size, q: moved(size.q, point, x, y), h: (size.h ?? 0) | (1 << point) })}
            />
          ))}
      </DrawnPicture>
      <Size size={size} set={setSize} />
      <ul className="grid gap-3">
        {lines.map((line, place) => (
          <RunFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place in the drawing
            key={place}
            line={line}
            number={place + 1}
            change={(next) => setLine(place, next)}
            remove={
              lines.length > 1
                ? () => type((was) => ({ ...was, lines: was.lines.filter((_, i) => i !== place) }))
                : null
            }
          />
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-3">
        <Button
          variant="outline"
          disabled={lines.length >= MOST_LINES}
          onClick={() => type((was) => ({ ...was, lines: [...was.lines, { points: NEW_LINE, drop: "" }] }))}
        >
          <Plus aria-hidden />
          Add a Run
        </Button>
        <span className="flex gap-3">
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button disabled={!changed} busy={busy} onClick={() => void save()}>
            {busy ? "Saving..." : "Save"}
          </Button>
        </span>
      </div>
    </div>
  );
}
