// Where the house stands: the ground has hardly any upright edges, walls have many.
import type { View } from "./view";

const BANDS = 24;
const QUIET = 0.2;
/** Bands in a row, a hundredth of the height each, that are quiet where the house has ended. */
const CALM = 10;
/** Houses stand in this part of the picture. */
const [HIGHEST, LOWEST] = [0.45, 0.95];

/** Heights of the ground at the left and right border of the picture, between the columns where the house stands. */
export function groundOf(view: View, roll: number, from: number, to: number): [number, number] {
  const row = baseRow(view, Math.max(2, Math.floor(from)), Math.min(view.width - 3, Math.ceil(to)));
  const fall = Math.tan(roll);
  const middle = (from + to) / 2;
  return [row - middle * fall, row + (view.width - middle) * fall];
}

/** The row below which the upright edges of the house end: what has some farther down is a lamp, a curb or a car. */
function baseRow({ width, height, gx, gy, leaf, edge }: View, from: number, to: number): number {
  const band = Math.max(2, Math.round(height / (BANDS * 4)));
  const counts = new Float32Array(Math.ceil(height / band));
  for (let y = 2; y < height - 2; y++) {
    const row = Math.floor(y / band);
    for (let i = y * width + from; i < y * width + to; i += 2) {
      const [x, down] = [Math.abs(gx[i] as number), Math.abs(gy[i] as number)];
      if ((edge[i] as number) > 0.4 && x > 2.5 * down && (leaf[i] as number) < 60)
        counts[row] = (counts[row] as number) + 1;
    }
  }
  const inHouse = [...counts]
    .slice(Math.floor(counts.length * 0.3), Math.floor(counts.length * 0.7))
    .sort((a, b) => a - b);
  const usual = inHouse[Math.floor(inHouse.length * 0.6)] ?? 0;
  let base = 0;
  for (let row = Math.floor(counts.length * HIGHEST); row < counts.length * LOWEST; row++) {
    if ((counts[row] as number) > QUIET * usual) base = row + 1;
    else if (base && row - base >= CALM) break;
  }
  return usual > 0 && base ? base * band : height * 0.8;
}
