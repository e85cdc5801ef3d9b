// A picture as the finders see it: light, edges with their direction, leaves. Worked out once for a picture. Loops over all pixels
// take nothing apart (`const [a, b] = ...`) and never call Math.hypot: that made them three times as slow.
import { blurred, clamp } from "./grids";

export interface View {
  width: number;
  height: number;
  /** Red, green, blue and a fourth byte for each pixel. */
  pixels: Uint8ClampedArray;
  /** From 0 to 1, as shown. */
  luma: Float32Array;
  /** How light or color changes to the right, and down. */
  gx: Float32Array;
  gy: Float32Array;
  /** From 0 to 1, thinned: ridges alone stand high. */
  edge: Float32Array;
  /** From 0 to 255: how much of what is around is leaves or grass. */
  leaf: Uint8Array;
}

/** A change of light at which an edge counts half. */
const HALF = 0.045;
const FAINT = 0.006;

export const strength = (change: number) => change / (change + HALF);

export function viewOf(pixels: Uint8ClampedArray, width: number, height: number): View {
  const luma = new Float32Array(width * height);
  const cold = new Float32Array(width * height);
  for (let i = 0, j = 0; i < luma.length; i++, j += 4) {
    const r = pixels[j] as number;
    const g = pixels[j + 1] as number;
    const b = pixels[j + 2] as number;
    luma[i] = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
    cold[i] = (0.8 * (b - r)) / 255;
  }
  const light = scharr(blurred(luma, width, height, 1), width, height);
  const { gx, gy } = stronger(light, scharr(blurred(cold, width, height, 1), width, height));
  const edge = thinned(gx, gy, width, height);
  return { width, height, pixels, luma, gx, gy, edge, leaf: leavesOf(pixels, luma, width, height) };
}

/** What is nearly the brightest of a picture should be as bright as this; dark ones are raised by so much at most. */
const [BRIGHT, MOST_RAISED] = [150, 4];

/** Raises a dark picture in place, so that what is seen in it is judged like any other; says by how many stops of light. */
export function brightened(pixels: Uint8ClampedArray): number {
  const greens = pixels.filter((_, i) => i % 64 === 1).sort();
  const raise = Math.min(BRIGHT / Math.max(1, greens[Math.floor(greens.length * 0.95)] ?? BRIGHT), MOST_RAISED);
  if (raise <= 1) return 0;
  for (let i = 0; i < pixels.length; i++) pixels[i] = (pixels[i] as number) * raise;
  return 2.2 * Math.log2(raise);
}

interface Gradient {
  gx: Float32Array;
  gy: Float32Array;
}

function scharr(grid: Float32Array, width: number, height: number): Gradient {
  const [gx, gy] = [new Float32Array(grid.length), new Float32Array(grid.length)];
  const at = (i: number) => grid[i] as number;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const fall = at(i + 1 + width) - at(i - 1 - width);
      const rise = at(i + 1 - width) - at(i - 1 + width);
      gx[i] = (3 * (fall + rise) + 10 * (at(i + 1) - at(i - 1))) / 32;
      gy[i] = (3 * (fall - rise) + 10 * (at(i + width) - at(i - width))) / 32;
    }
  }
  return { gx, gy };
}

/** Of light and color, whichever changes more at a place; it is written into the first. */
function stronger(one: Gradient, other: Gradient): Gradient {
  for (let i = 0; i < one.gx.length; i++) {
    const x = one.gx[i] as number;
    const y = one.gy[i] as number;
    const u = other.gx[i] as number;
    const v = other.gy[i] as number;
    if (u * u + v * v <= x * x + y * y) continue;
    one.gx[i] = u;
    one.gy[i] = v;
  }
  return one;
}

/** How much changes at each pixel; roots are far faster than Math.hypot. */
export function changes(gx: Float32Array, gy: Float32Array): Float32Array {
  const sizes = new Float32Array(gx.length);
  for (let i = 0; i < sizes.length; i++) {
    const x = gx[i] as number;
    const y = gy[i] as number;
    sizes[i] = Math.sqrt(x * x + y * y);
  }
  return sizes;
}

/** Full strength on ridges alone, a third beside them. */
function thinned(gx: Float32Array, gy: Float32Array, width: number, height: number): Float32Array {
  const edge = new Float32Array(gx.length);
  const sizes = changes(gx, gy);
  const toward = (part: number, whole: number) => (Math.abs(part) > 0.4 * whole ? Math.sign(part) : 0);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const change = sizes[i] as number;
      if (change < FAINT) continue;
      const step = toward(gy[i] as number, change) * width + toward(gx[i] as number, change);
      edge[i] =
        strength(change) * (change >= (sizes[i + step] as number) && change >= (sizes[i - step] as number) ? 1 : 0.35);
    }
  }
  return edge;
}

function leavesOf(pixels: Uint8ClampedArray, luma: Float32Array, width: number, height: number): Uint8Array {
  const green = new Uint8Array(luma.length);
  for (let i = 0, j = 0; i < luma.length; i++, j += 4) {
    const r = pixels[j] as number;
    const g = pixels[j + 1] as number;
    const b = pixels[j + 2] as number;
    green[i] = 2 * g - r - b > 11.5 * (0.4 + (luma[i] as number)) && g > b * 1.08 ? 1 : 0;
  }
  const around = blurred(green, width, height, 3);
  for (let i = 0; i < around.length; i++) green[i] = 255 * clamp((around[i] as number) * 1.7 - 0.25, 0, 1);
  return green;
}
