// How the lights of a plan are to shine.
import { colorsOf, shineText } from "./plan";

/** The scheme in words, with its colors, and the spacing. */
export function Shine(shine: Parameters<typeof shineText>[0]) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span aria-hidden className="flex gap-1">
        {colorsOf(shine).map((color) => (
          <span
            key={color}
            className="size-4 rounded-full border border-control [print-color-adjust:exact]"
            style={{ background: color }}
          />
        ))}
      </span>
      <span>
        {shineText(shine)}, a bulb every {shine.spacing} inches
      </span>
    </p>
  );
}
