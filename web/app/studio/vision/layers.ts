// What dusk is drawn from besides the picture itself: one texture of four layers, and a few figures. Sky and glass change with what is
// drawn on the picture; leaves and daylight do not.
import type { Daylight, Drawn, FoundEdge, Layers } from "../engine";
import { daylightOf } from "./daylight";
import { glassOf } from "./glass";
import { groundOf } from "./ground";
import { type Sky, skyOf, type smallOf } from "./sky";
import type { View } from "./view";

/** What was found in the picture before anybody drew on it. */
export interface Found {
  small: ReturnType<typeof smallOf>;
  edges: readonly FoundEdge[];
  roll: number;
  /** By how many stops the picture was raised before it was looked at. */
  raised: number;
}

/** As sure as this an edge has no sky below it, pointed at or not. */
const SURE = 0.7;

export function layersOf(view: View, { small, edges, roll, raised }: Found) {
  let daylight: Daylight | null = null;
  const known = edges.filter(({ certainty }) => certainty > SURE).map(({ points }) => points);
  return ({ lines, windows, strokes }: Drawn): Layers => {
    const sky = skyOf(view, [...known, ...lines], strokes, small);
    daylight ??= daylightOf(view, sky.alpha, raised);
    const glass = glassOf(view, windows);
    const { colors, bands, rows, low } = sky;
    const mask = woven(view, sky, glass);
    return { mask, colors, bands, rows, low, daylight, ground: groundUnder(view, roll, lines) };
  };
}

function woven({ leaf }: View, { alpha }: Sky, glass: Uint8Array): Uint8Array {
  const mask = new Uint8Array(4 * alpha.length);
  for (let i = 0, j = 0; i < alpha.length; i++, j += 4) {
    mask[j] = alpha[i] as number;
    mask[j + 1] = leaf[i] as number;
    mask[j + 3] = glass[i] as number;
  }
  return mask;
}

function groundUnder(view: View, roll: number, lines: Drawn["lines"]): [number, number] {
  const places = lines.flat().map(({ x }) => x);
  if (!places.length) return groundOf(view, roll, view.width * 0.2, view.width * 0.8);
  return groundOf(view, roll, Math.min(...places), Math.max(...places));
}
