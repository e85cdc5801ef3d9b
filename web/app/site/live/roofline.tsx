// A small lit roofline: three strokes of dots, one for each group of lights, and their glow on the wall below.
import type { Colors } from "~/lib/schemes";

const EAVE = "M4 15 22 4l18 11h78";
/** The pitch of the dots along the line. */
const PITCH = 6;

export function Roofline({ colors }: { colors: Colors }) {
  return (
    <svg viewBox="0 0 122 24" aria-hidden="true" fill="none" strokeLinecap="round" className="w-full">
      {colors.map((color, place) => {
        const dots = {
          stroke: color,
          strokeDasharray: `0 ${3 * PITCH}`,
          strokeDashoffset: -place * PITCH,
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups of lights are told apart by their place
          <g key={place}>
            <path d={EAVE} {...dots} transform="translate(0 4)" strokeWidth="7" className="live-wash" />
            <path d={EAVE} {...dots} strokeWidth="2.2" />
          </g>
        );
      })}
    </svg>
  );
}
