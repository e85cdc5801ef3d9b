// The light: from day to night, scenes, colors of one's own, effects; and what a tap does to windows and sky.
import { Redo2, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { BRIGHTNESS, effects, sceneOf, scenes } from "~/lib/schemes";
import { Button } from "~/ui/button";
import { Slider } from "~/ui/input";
import type { Bench } from "./bench";
import type { Point, Quad } from "./engine";
import { MOST, SPACING } from "./plan";
import type { Standing } from "./use-dusk";
import { words as all } from "./words";

const words = all.dusk;

const TOOLS = ["window", "sky", "house"] as const;
export type Tool = (typeof TOOLS)[number];

/** Of the picture's width: half of the brush. */
const BRUSH = 1 / 60;

/** Whether a point lies in a window; its corners go around it. */
const holds = (corners: Quad, { x, y }: Point) =>
  corners.every((a, i) => {
    const b = corners[(i + 1) % 4] as Point;
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
  });

/** As many points as a plan takes, evenly picked. */
function thinned(points: readonly Point[]): Point[] {
  const step = Math.max(1, (points.length - 1) / (MOST.strokePoints - 1));
  const count = Math.min(points.length, MOST.strokePoints);
  return Array.from({ length: count }, (_, i) => points[Math.round(i * step)] as Point);
}

export type Lighting = ReturnType<typeof useLighting>;

export function useLighting({ opened, drawing, change }: Bench, say: (words: string) => void) {
  const { photo, sight } = opened;
  const [tool, setTool] = useState<Tool>("window");
  const [trail, setTrail] = useState<readonly Point[]>([]);
  const radius = photo.width * BRUSH;

  async function tapWindow(at: Point) {
    const { windows } = drawing;
    const others = windows.filter((corners) => !holds(corners, at));
    if (others.length < windows.length) {
      change(() => ({ windows: others }));
      return say(words.unlit);
    }
    if (windows.length >= MOST.windows) return say(words.mostWindows);
    const found = await sight.window(at);
    if (found) change((now) => ({ windows: [...now.windows, found] }));
    say(found ? words.lit : words.noWindow);
  }
  function paint(points: readonly Point[], done: boolean) {
    if (!done) return setTrail([...points]);
    setTrail([]);
    if (drawing.strokes.length >= MOST.strokes) return say(words.mostStrokes);
    const stroke = { isSky: tool === "sky", radius, points: thinned(points) };
    change((now) => ({ strokes: [...now.strokes, stroke] }));
    say(words.painted);
  }
  return {
    ...{ tool, setTool, trail, radius, paint },
    tap: (at: Point) => (tool === "window" ? tapWindow(at) : paint([at], true)),
  };
}

/** The stroke that is being painted. */
export function LightingMarks({ lighting }: { lighting: Lighting }) {
  const { trail, radius, tool } = lighting;
  if (trail.length === 0) return null;
  return (
    <polyline
      className="studio-stroke"
      data-tool={tool}
      strokeWidth={2 * radius}
      points={trail.map(({ x, y }) => `${x},${y}`).join(" ")}
    />
  );
}

interface DuskPanelProps {
  bench: Bench;
  lighting: Lighting;
  standing: Standing;
}

export function DuskPanel({ bench, lighting, standing }: DuskPanelProps) {
  const { look, shine, drawing } = bench;
  const percent = Math.round(look.evening * 100);
  return (
    <>
      <p className="studio-hint">{drawing.lines.length === 0 ? words.undrawn : words.hint}</p>
      {standing === "still" && <p className="studio-hint">{words.still}</p>}
      <Sliding
        label={words.evening}
        value={percent}
        said={words.eveningAt(percent)}
        range={{ min: 0, max: 100, step: 1 }}
        onChange={(value) => shine({ evening: value / 100 })}
      />
      <Scenes bench={bench} />
      <Tools bench={bench} lighting={lighting} />
      <fieldset>
        <legend className="studio-legend">{words.own}</legend>
        <div className="studio-thirds">
          {look.colors.map((color, place) => (
            <label key={words.lights[place]} className="studio-color">
              <input
                type="color"
                value={color}
                onChange={(event) => {
                  const colors: [string, string, string] = [...look.colors];
                  colors[place] = event.target.value;
                  shine({ colors });
                }}
              />
              {words.lights[place]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="studio-legend">{words.effect}</legend>
        <div className="studio-quarters">
          {effects.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="studio-choice"
              aria-pressed={look.effect === id}
              onClick={() => shine({ effect: id })}
            >
              {name}
            </button>
          ))}
        </div>
        <p className="studio-hint studio-calm">{words.calm}</p>
      </fieldset>
      <Sliding
        label={words.brightness}
        value={look.brightness}
        said={words.percent(look.brightness)}
        range={BRIGHTNESS}
        onChange={(brightness) => shine({ brightness })}
      />
      <Sliding
        label={words.spacing}
        value={look.spacing}
        said={words.inches(look.spacing)}
        range={SPACING}
        onChange={(spacing) => shine({ spacing })}
      />
    </>
  );
}

/** What a finger on the picture does. */
function Tools({ bench: { undo, redo }, lighting: { tool, setTool } }: Pick<DuskPanelProps, "bench" | "lighting">) {
  const steps = [
    { name: all.edges.undo, act: undo, icon: <Undo2 aria-hidden /> },
    { name: all.edges.redo, act: redo, icon: <Redo2 aria-hidden /> },
  ];
  return (
    <fieldset>
      <legend className="studio-legend">{words.tool}</legend>
      <div className="studio-thirds">
        {TOOLS.map((one) => (
          <button
            key={one}
            type="button"
            className="studio-choice"
            aria-pressed={tool === one}
            onClick={() => setTool(one)}
          >
            {words.tools[one]}
          </button>
        ))}
      </div>
      <div className="studio-row studio-tool">
        <p className="studio-hint">{words.toolHints[tool]}</p>
        {steps.map(({ name, act, icon }) => (
          <Button key={name} variant="outline" size="icon" aria-label={name} disabled={!act} onClick={() => act?.()}>
            {icon}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Scenes({ bench: { look, shine } }: { bench: Bench }) {
  const chosen = sceneOf(look.colors);
  return (
    <fieldset>
      <legend className="studio-legend">{words.scene}</legend>
      <div className="studio-halves">
        {scenes.map((scene) => (
          <button
            key={scene.id}
            type="button"
            className="studio-scene"
            aria-pressed={scene === chosen}
            onClick={() => shine({ colors: scene.colors })}
          >
            <span aria-hidden="true" className="studio-bulbs">
              {scene.colors.map((color, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three lights, each in its place
                <span key={i} style={{ background: color }} />
              ))}
            </span>
            {scene.name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface SlidingProps {
  label: string;
  value: number;
  said: string;
  range: { min: number; max: number; step: number };
  onChange: (value: number) => void;
}

function Sliding({ label, value, said, range, onChange }: SlidingProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="studio-legend studio-ends">
        {label}
        <span>{said}</span>
      </label>
      <Slider
        id={id}
        {...range}
        value={value}
        aria-valuetext={said}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
}
