// A house that visitors light themselves. What stands in the page is the still picture and the controls; this code and the
// layers of light arrive when the block comes near the view, and the canvas takes the picture's place once it can draw.
import { useId, useState } from "react";
import { BRIGHTNESS, effects, type Scheme, sceneOf, scenes } from "~/lib/schemes";
import { classes } from "~/ui/classes";
import { Slider } from "~/ui/input";
import { live as words } from "../content/live";
import { RenderedNote } from "../sections/rendered";
import { type Drawing, House, useShow } from "./house";
import { Roofline } from "./roofline";
import { useScheme } from "./use-scheme";

function statusOf(scheme: Scheme, drawing: Drawing): string {
  if (drawing === "still") return words.status.still;
  if (scheme.day) return words.status.day;
  const effect = effects.find(({ id }) => id === scheme.effect)?.name ?? "";
  return words.status.night(sceneOf(scheme.colors)?.name ?? words.status.own, effect, scheme.brightness);
}

interface LiveHouseProps {
  /** The id of the block it stands in, where a copied link leads. */
  anchor: string;
}

export default function LiveHouse({ anchor }: LiveHouseProps) {
  const { scheme, change: setScheme, address } = useScheme(anchor);
  const { canvas, drawing } = useShow(scheme);
  const [copied, setCopied] = useState("");
  const change = (part: Partial<Scheme>) => {
    setScheme(part);
    setCopied("");
  };
  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-12 lg:grid-rows-[1fr_auto]">
      <div className="live-frame lg:col-span-8">
        <House canvas={canvas} drawing={drawing} sizes="(min-width: 1248px) 1060px, (min-width: 1024px) 90vw, 133vw" />
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 lg:col-span-8 lg:row-start-2">
        <p role="status" className="text-small noscript:hidden">
          {copied || statusOf(scheme, drawing)}
        </p>
        <RenderedNote />
      </div>
      <div
        className={classes(
          "live-controls lg:col-span-4 lg:col-start-9 lg:row-span-2 lg:row-start-1",
          drawing === "still" && "invisible",
        )}
      >
        <Scenes scheme={scheme} change={change} />
        <OwnColors scheme={scheme} change={change} />
        <Effects scheme={scheme} change={change} />
        <Brightness scheme={scheme} change={change} />
        <div className="grid grid-cols-2 gap-2">
          <button
            type="button"
            aria-pressed={scheme.day}
            onClick={() => change({ day: !scheme.day })}
            className="live-choice"
          >
            {words.day}
          </button>
          <CopyLink address={address} tell={setCopied} />
        </div>
      </div>
    </div>
  );
}

interface ControlProps {
  scheme: Scheme;
  change: (part: Partial<Scheme>) => void;
}

function Scenes({ scheme, change }: ControlProps) {
  const chosen = sceneOf(scheme.colors);
  return (
    <fieldset>
      <legend className="live-legend">{words.scene}</legend>
      <div className="grid grid-cols-2 gap-2">
        {scenes.map((scene) => (
          <button
            key={scene.id}
            type="button"
            aria-pressed={scene === chosen}
            onClick={() => change({ colors: scene.colors })}
            className="live-scene"
          >
            <Roofline colors={scene.colors} />
            {scene.name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function OwnColors({ scheme, change }: ControlProps) {
  const { title, names } = words.own;
  return (
    <fieldset>
      <legend className="live-legend">{title}</legend>
      <div className="grid grid-cols-3 gap-2">
        {scheme.colors.map((color, place) => (
          <label key={names[place]} className="flex items-center gap-2 whitespace-nowrap text-small">
            <input
              type="color"
              value={color}
              className="live-color"
              onChange={(event) => {
                const colors: [string, string, string] = [...scheme.colors];
                colors[place] = event.target.value;
                change({ colors });
              }}
            />
            {names[place]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Effects({ scheme, change }: ControlProps) {
  return (
    <fieldset>
      <legend className="live-legend">{words.effect}</legend>
      <div className="grid grid-cols-4 gap-2">
        {effects.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={scheme.effect === id}
            onClick={() => change({ effect: id })}
            className="live-choice"
          >
            {name}
          </button>
        ))}
      </div>
      <p className="mt-2 text-muted text-small motion-safe:hidden">{words.calm}</p>
    </fieldset>
  );
}

function Brightness({ scheme, change }: ControlProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="live-legend flex justify-between">
        {words.brightness}
        <span className="font-normal tabular-nums">{words.percent(scheme.brightness)}</span>
      </label>
      <Slider
        id={id}
        {...BRIGHTNESS}
        value={scheme.brightness}
        aria-valuetext={words.percent(scheme.brightness)}
        onChange={(event) => change({ brightness: event.target.valueAsNumber })}
      />
    </div>
  );
}

function CopyLink({ address, tell }: { address: () => string; tell: (outcome: string) => void }) {
  const copy = async () => {
    // Without a secure connection there is no clipboard.
    const done = await navigator.clipboard?.writeText(address()).then(
      () => true,
      () => false,
    );
    tell(done ? words.copied : words.notCopied);
  };
  return (
    <button type="button" onClick={copy} className="live-choice">
      {words.copy}
    </button>
  );
}
