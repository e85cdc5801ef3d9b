// How much daylight falls where: the slow part of the light in the picture, without which sun and shade look alike.

import type { Daylight } from "../engine";
import { clamp, evened, shrunk } from "./grids";
import type { View } from "./view";

const SMALLER = 4;
const SPREAD = 0.35;
/** Bytes to a stop. */
const STOP = 24;

export function daylightOf({ luma, width, height }: View, sky: Uint8Array, raised = 0): Daylight {
  const [wide, high] = [Math.ceil(width / SMALLER), Math.ceil(height / SMALLER)];
  const light = shrunk(luma, width, height, wide, high).map((share) => Math.log2(0.02 + share ** 2.2));
  const base = evened(light, wide, high, Math.max(2, Math.round(wide / 28)), SPREAD);
  const mean = meanOf(base, shrunk(sky, width, height, wide, high));
  const stops = Uint8Array.from(base, (light) => clamp(128 + (light - mean) * STOP, 0, 255));
  return { width: wide, height: high, stops, mean: mean - raised };
}

/** Of all but the sky. */
function meanOf(stops: Float32Array, sky: Float32Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < stops.length; i++) {
    if ((sky[i] as number) > 77) continue;
    sum += stops[i] as number;
    count++;
  }
  return count ? sum / count : -2.75;
}
