// The app, drawn in the page: a house whose roofline takes the scene that is chosen on its screen.
import { useId, useState } from "react";
import { appScreen } from "../content/app-screen";

export function AppMock() {
  const [chosen, setChosen] = useState(0);
  const name = useId();
  const scene = appScreen.scenes[chosen] ?? appScreen.scenes[0];
  return (
    <div className="phone dark">
      <p className="flex items-baseline justify-between">
        <span className="font-semibold">{appScreen.title}</span>
        <span className="text-[0.75rem] text-muted">{appScreen.state}</span>
      </p>
      <House colors={scene.colors} />
      <fieldset>
        <legend className="mb-3 text-[0.8125rem] text-muted">{appScreen.choose}</legend>
        <div className="grid gap-1.5">
          {appScreen.scenes.map((option, place) => (
            <label key={option.name} className="scene-chip">
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={place === chosen}
                onChange={() => setChosen(place)}
              />
              {option.name}

              <span aria-hidden="true" className="flex gap-1">
                {option.colors.map((color) => (
                  <span key={color} className="size-2 rounded-full" style={{ background: color }} />
                ))}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** The points of the roofline, from the left eave over the gable to the right one. */
const POINTS = [
  ...line(20, 92, 76, 44, 10),
  ...line(76, 44, 132, 92, 10).slice(1),
  ...line(132, 92, 236, 92, 14).slice(1),
];

function line(x1: number, y1: number, x2: number, y2: number, steps: number): [number, number][] {
  return Array.from({ length: steps + 1 }, (_, i) => [x1 + ((x2 - x1) * i) / steps, y1 + ((y2 - y1) * i) / steps]);
}

function House({ colors }: { colors: readonly string[] }) {
  return (
    <svg viewBox="0 0 256 176" aria-hidden="true" className="my-5 w-full">
      <path d="M28 94 76 52l48 42v66H28Z" fill="#1c2748" />
      <path d="M124 98h104v62H124Z" fill="#18213f" />
      <path d="M132 92h104l-14-34H104Z" fill="#0f1730" />
      <path d="M20 92 76 44l56 48" fill="none" stroke="#33406b" strokeWidth="3" />
      <path d="M132 92h104" stroke="#33406b" strokeWidth="3" />
      <path d="M62 112h28v22H62Zm88 4h22v22h-22Zm36 0h22v22h-22Z" fill="#ffd9a0" opacity="0.85" />
      <path d="M98 124h16v36H98Z" fill="#0f1730" />
      <path d="M8 160h240" stroke="#2a3558" strokeWidth="2" />
      {POINTS.map(([x, y], place) => {
        const color = colors[place % colors.length];
        return (
          <g key={`${x} ${y}`} style={{ color }} className="bulb">
            <path d={`M${x - 5} ${y + 30} L${x} ${y} L${x + 5} ${y + 30}Z`} fill="currentColor" opacity="0.13" />
            <circle cx={x} cy={y} r="4.5" fill="currentColor" opacity="0.28" />
            <circle cx={x} cy={y} r="1.9" fill="currentColor" />
          </g>
        );
      })}
    </svg>
  );
}
