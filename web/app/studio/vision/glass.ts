// What of a window glows: the glass between frame and bars, brighter where curtains are light.
import type { Quad } from "../engine";
import { clamp } from "./grids";
import type { View } from "./view";

/** Cells of a window in which bars are looked for. */
const CELLS = 160;

/** From 0 to 255 for each pixel. */
export function glassOf(view: View, windows: readonly Quad[]): Uint8Array {
  const glass = new Uint8Array(view.width * view.height);
  for (const quad of windows) glaze(view, quad, glass);
  return glass;
}

function glaze(view: View, quad: Quad, glass: Uint8Array) {
  const [left, right] = [Math.min(quad[0].x, quad[3].x), Math.max(quad[1].x, quad[2].x)];
  const [top, bottom] = [Math.min(quad[0].y, quad[1].y), Math.max(quad[2].y, quad[3].y)];
  const wide = clamp(Math.round(right - left), 8, CELLS);
  const high = clamp(Math.round(bottom - top), 8, CELLS);
  const pane = sampled(view, quad, wide, high);
  const barsAcross = barsOf(pane, wide, high, "columns");
  const barsDown = barsOf(pane, wide, high, "rows");
  const mean = pane.reduce((sum, light) => sum + light, 0) / pane.length;
  const varies = Math.sqrt(pane.reduce((sum, light) => sum + (light - mean) ** 2, 0) / pane.length);
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(view.height - 1, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(view.width - 1, right); x++) {
      const { u, v } = placeIn(quad, x, y);
      const rim = Math.min(u * wide, (1 - u) * wide, v * high, (1 - v) * high);
      if (rim <= 0) continue;
      const [column, row] = [Math.floor(u * wide), Math.floor(v * high)];
      const light = view.luma[y * view.width + x] as number;
      const bars = (1 - (barsAcross[column] as number)) * (1 - (barsDown[row] as number));
      // Frames and bars are lighter than the panes, shelves and curtains a little.
      const isPane = clamp((mean + 0.26 - light) / 0.1, 0, 1);
      // What little is seen of the room by day is all there is to tell it by night.
      const room = clamp(
        0.66 + (0.15 * ((pane[row * wide + column] as number) - mean)) / Math.max(varies, 0.025),
        0.36,
        1,
      );
      const lamp = 0.72 + 0.28 * Math.sin(Math.PI * (0.12 + 0.75 * v));
      glass[y * view.width + x] = 255 * Math.min(1, rim / 2) * bars * isPane * room * lamp;
    }
  }
}

/** A place in shares of the window: between its sides, and between its head and its sill. */
function placeIn([tl, tr, br, bl]: Quad, x: number, y: number) {
  const on = (from: number, to: number, share: number) => from + (to - from) * share;
  const leftShare = (y - tl.y) / (bl.y - tl.y || 1);
  const rightShare = (y - tr.y) / (br.y - tr.y || 1);
  const [left, right] = [on(tl.x, bl.x, leftShare), on(tr.x, br.x, rightShare)];
  const u = (x - left) / (right - left || 1);
  const [top, bottom] = [on(tl.y, tr.y, u), on(bl.y, br.y, u)];
  return { u, v: (y - top) / (bottom - top || 1) };
}

function sampled({ luma, width, height }: View, [tl, tr, br, bl]: Quad, wide: number, high: number): Float32Array {
  const pane = new Float32Array(wide * high);
  for (let i = 0; i < pane.length; i++) {
    const [u, v] = [((i % wide) + 0.5) / wide, (Math.floor(i / wide) + 0.5) / high];
    const x = (tl.x * (1 - u) + tr.x * u) * (1 - v) + (bl.x * (1 - u) + br.x * u) * v;
    const y = (tl.y * (1 - u) + tr.y * u) * (1 - v) + (bl.y * (1 - u) + br.y * u) * v;
    pane[i] = luma[clamp(Math.floor(y), 0, height - 1) * width + clamp(Math.floor(x), 0, width - 1)] as number;
  }
  return pane;
}

/** From 0 to 1 for each column or row: how far it stands out of those around it, as a bar across the whole window does. */
function barsOf(pane: Float32Array, wide: number, high: number, of: "columns" | "rows"): Float32Array {
  const [count, others, step, stride] = of === "columns" ? [wide, high, 1, wide] : [high, wide, wide, 1];
  const profile = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let j = 0; j < others; j++) sum += pane[i * step + j * stride] as number;
    profile[i] = sum / others;
  }
  const reach = Math.max(4, Math.round(count / 12));
  const middle = [...profile].sort((a, b) => a - b)[count >> 1] as number;
  return profile.map((light, i) => {
    const near = [...profile.slice(Math.max(0, i - reach), i + reach + 1)].sort((a, b) => a - b);
    const isFrame = Math.min(i, count - 1 - i) < reach && light > middle + 0.14;
    return isFrame ? 1 : clamp((Math.abs(light - (near[near.length >> 1] as number)) - 0.018) / 0.03, 0, 1);
  });
}
