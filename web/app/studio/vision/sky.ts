// What is sky. It is flooded from the top at a small size, as far as its own colors and its own calm go; then every pixel near it is
// sky as far as its color is the sky's there, so that it shows between leaves. Below a roof edge there is none, and strokes have the
// last word.
import type { Point, Stroke } from "../engine";
import { blurred, clamp, reader, shrunk } from "./grids";
import { changes, type View } from "./view";

const WIDTH = 400;
/** Seeds lie in the topmost rows; where hardly any is sky, in this share of the height: lower down a white gable looks like a cloud. */
const [TOPMOST, TOP] = [2, 0.06];
/** Columns in which the sky keeps colors of its own. */
const BANDS = 5;
const STEP = 0.075;
/** Past its walls a roof has sky beneath it: by this share of the width. */
const OVERHANG = 0.022;

export interface Sky {
  /** From 0 to 255 for each pixel. */
  alpha: Uint8Array;
  /** Colors of the sky itself, 0 to 255, in BANDS columns and `rows` rows, four bytes each. */
  colors: Uint8Array;
  bands: number;
  rows: number;
  /** How far down it goes, as a share of the height. */
  low: number;
}

/** The picture at the size of the flood; colors from 0 to 1. */
interface Small {
  width: number;
  height: number;
  r: Float32Array;
  g: Float32Array;
  b: Float32Array;
  /** Change of light. */
  change: Float32Array;
}

export type Roofs = readonly (readonly Point[])[];

export function skyOf(view: View, roofs: Roofs, strokes: readonly Stroke[], known?: Small): Sky {
  const small = known ?? smallOf(view);
  const walls = blockedBy(small, view, roofs, strokes);
  const isSky = flooded(small, walls, view, strokes);
  fillHoles(small, isSky, walls);
  const { colors, low } = colorsOf(small, isSky);
  const alpha = alphaOf(view, small, isSky, colors, low);
  cut(alpha, view, roofs);
  for (const stroke of strokes) painted(alpha, view, stroke);
  return {
    alpha,
    colors: Uint8Array.from(colors, (part) => 255 * clamp(part, 0, 1)),
    bands: BANDS,
    rows: small.height,
    low: low / small.height,
  };
}

export function smallOf({ pixels, gx, gy, width, height }: View): Small {
  const rows = Math.max(1, Math.round((height * WIDTH) / width));
  const channel = (from: number) => {
    const plane = new Float32Array(width * height);
    for (let i = 0; i < plane.length; i++) plane[i] = (pixels[4 * i + from] as number) / 255;
    return shrunk(plane, width, height, WIDTH, rows);
  };
  const change = shrunk(changes(gx, gy), width, height, WIDTH, rows);
  return { width: WIDTH, height: rows, r: channel(0), g: channel(1), b: channel(2), change };
}

const lumaAt = ({ r, g, b }: Small, i: number) =>
  0.299 * (r[i] as number) + 0.587 * (g[i] as number) + 0.114 * (b[i] as number);

/** Bright, and neither green nor earthen: blue, gray, white, or the warm white of evening. */
function skyLike(small: Small, i: number): boolean {
  const r = small.r[i] as number;
  const g = small.g[i] as number;
  const b = small.b[i] as number;
  const light = lumaAt(small, i);
  return light > 0.28 && b > r - 0.06 && g < b + 0.05 && (b - r > 0.04 || light > 0.5);
}

const [CALM, RESTLESS] = [0.011, 0.05];

/** How much light may change within this sky: an even one betrays the faintest wall. */
function calmOf(small: Small, seeds: number[]): number {
  const changes = seeds.map((i) => small.change[i] as number).sort((a, b) => a - b);
  return clamp(5 * (changes[Math.floor(changes.length * 0.6)] ?? RESTLESS) + 0.006, CALM, RESTLESS);
}

/** What may not become sky: below roofs, and where strokes say so. */
function blockedBy(small: Small, view: View, roofs: Roofs, strokes: readonly Stroke[]): Uint8Array {
  const blocked = new Uint8Array(small.width * small.height);
  const scale = small.width / view.width;
  const tops = topsOf(view, roofs);
  for (let x = 0; x < small.width; x++) {
    const top = (tops[Math.floor((x + 0.5) / scale)] as number) * scale + 0.5;
    for (let y = Math.max(0, Math.round(top)); y < small.height; y++) blocked[y * small.width + x] = 1;
  }
  for (const stroke of strokes.filter(({ isSky }) => !isSky)) {
    brushed(small, stroke, scale, (i) => {
      blocked[i] = 1;
    });
  }
  return blocked;
}

/** Where the highest roof edge runs in each column; past the bottom where there is none. */
function topsOf({ width, height }: View, roofs: Roofs): Float32Array {
  const tops = new Float32Array(width).fill(height * 2);
  for (const roof of roofs) {
    const places = roof.map(({ x }) => x);
    const from = Math.max(0, Math.min(...places) + OVERHANG * width);
    const to = Math.min(width - 1, Math.max(...places) - OVERHANG * width);
    for (let i = 1; i < roof.length; i++) {
      const ends = [roof[i - 1] as Point, roof[i] as Point].sort((p, q) => p.x - q.x);
      const [a, b] = ends as [Point, Point];
      for (let x = Math.ceil(Math.max(a.x, from)); x <= Math.min(b.x, to); x++) {
        tops[x] = Math.min(tops[x] as number, a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x || 1));
      }
    }
  }
  return tops;
}

/** Every cell under a brush, with how far it is from the middle of its way, in radii. */
function brushed(
  { width, height }: { width: number; height: number },
  { points, radius }: Stroke,
  scale: number,
  paint: (i: number, far: number) => void,
) {
  const reach = Math.max(0.6, radius * scale);
  const xs = points.map(({ x }) => x * scale);
  const ys = points.map(({ y }) => y * scale);
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs) - reach)),
    Math.min(width - 1, Math.max(...xs) + reach),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys) - reach)),
    Math.min(height - 1, Math.max(...ys) + reach),
  ];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const far = farFrom(xs, ys, x, y) / reach;
      if (far <= 1) paint(y * width + x, far);
    }
  }
}

function farFrom(xs: number[], ys: number[], x: number, y: number): number {
  let far = Number.POSITIVE_INFINITY;
  for (let i = 0; i < xs.length; i++) {
    const [ax, ay] = [xs[Math.max(0, i - 1)] as number, ys[Math.max(0, i - 1)] as number];
    const [dx, dy] = [(xs[i] as number) - ax, (ys[i] as number) - ay];
    const share = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    far = Math.min(far, Math.hypot(x - ax - dx * share, y - ay - dy * share));
  }
  return far;
}

function flooded(small: Small, blocked: Uint8Array, view: View, strokes: readonly Stroke[]): Uint8Array {
  const { width, height } = small;
  const isSky = new Uint8Array(width * height);
  const seeds = (rows: number) =>
    [...Array(width * rows).keys()].filter(
      (i) => !blocked[i] && skyLike(small, i) && (small.change[i] as number) < RESTLESS,
    );
  const first = seeds(TOPMOST);
  const queue = first.length > width / 10 ? first : seeds(Math.ceil(height * TOP));
  const calm = calmOf(small, queue);
  for (const stroke of strokes.filter(({ isSky: adds }) => adds)) {
    brushed(small, stroke, width / view.width, (i) => !blocked[i] && queue.push(i));
  }
  for (const i of queue) isSky[i] = 1;
  const like = (a: number, b: number) =>
    Math.abs((small.r[a] as number) - (small.r[b] as number)) +
      Math.abs((small.g[a] as number) - (small.g[b] as number)) +
      Math.abs((small.b[a] as number) - (small.b[b] as number)) <
    STEP;
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    const x = i % width;
    for (const next of [i - width, i + width, x ? i - 1 : -1, x < width - 1 ? i + 1 : -1]) {
      if (next < 0 || next >= isSky.length || isSky[next] || blocked[next]) continue;
      if ((small.change[next] as number) > calm || !skyLike(small, next) || !like(i, next)) continue;
      isSky[next] = 1;
      queue.push(next);
    }
  }
  return isSky;
}

/** Clouds and wires: what is bright and lies in the sky on every side is sky too. */
function fillHoles(small: Small, isSky: Uint8Array, blocked: Uint8Array) {
  const { width, height } = small;
  const reached = new Uint8Array(isSky.length);
  const queue: number[] = [];
  const visit = (i: number) => {
    if (isSky[i] || reached[i]) return;
    reached[i] = 1;
    queue.push(i);
  };
  for (let x = 0; x < width; x++) visit((height - 1) * width + x);
  for (let i = 0; i < isSky.length; i++) if (!skyLike(small, i) || blocked[i]) visit(i);
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    const x = i % width;
    // Only through what is dark or bright alike: a bright thing that touches the house belongs to it.
    if (i >= width) visit(i - width);
    if (i < isSky.length - width) visit(i + width);
    if (x) visit(i - 1);
    if (x < width - 1) visit(i + 1);
  }
  for (let i = 0; i < isSky.length; i++) if (!reached[i]) isSky[i] = 1;
}

/** The sky's own color by row and column band; where it has none, that of the row above or of the band beside. */
function colorsOf(small: Small, isSky: Uint8Array) {
  const { width, height } = small;
  const colors = new Float32Array(height * BANDS * 4).fill(-1);
  let low = 0;
  for (let band = 0; band < BANDS; band++) {
    const [from, to] = [Math.floor((band * width) / BANDS), Math.floor(((band + 1) * width) / BANDS)];
    let last: number[] | null = null;
    for (let y = 0; y < height; y++) {
      const seen = meanOf(small, isSky, y * width + from, y * width + to);
      if (seen) last = last ? last.map((part, i) => part * 0.7 + (seen[i] as number) * 0.3) : seen;
      if (seen) low = Math.max(low, y);
      if (last) colors.set([...last, 1], (y * BANDS + band) * 4);
    }
  }
  borrow(colors, height);
  return { colors, low };
}

function meanOf({ r, g, b }: Small, isSky: Uint8Array, from: number, to: number): number[] | null {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let i = from; i < to; i++) {
    if (!isSky[i]) continue;
    red += r[i] as number;
    green += g[i] as number;
    blue += b[i] as number;
    count++;
  }
  return count > 3 ? [red / count, green / count, blue / count] : null;
}

function borrow(colors: Float32Array, rows: number) {
  const has = (y: number, band: number) => band >= 0 && band < BANDS && (colors[(y * BANDS + band) * 4] as number) >= 0;
  for (let y = 0; y < rows; y++) {
    const own = [...Array(BANDS).keys()].filter((band) => has(y, band));
    for (let band = 0; band < BANDS; band++) {
      if (own.includes(band)) continue;
      const near = own.sort((p, q) => Math.abs(p - band) - Math.abs(q - band))[0];
      const from = (y * BANDS + (near ?? band)) * 4;
      if (near !== undefined) colors.copyWithin((y * BANDS + band) * 4, from, from + 4);
    }
  }
}

/** How far a pixel's color may be off, and beyond what it is none of the sky's. */
const [SAME, OTHER] = [0.1, 0.52];

function alphaOf(view: View, small: Small, isSky: Uint8Array, colors: Float32Array, low: number): Uint8Array {
  const { width, height, pixels } = view;
  const alpha = new Uint8Array(width * height);
  if (!isSky.some(Boolean)) return alpha;
  const read = (grid: Float32Array) => reader(grid, small.width, small.height, width, height);
  const near = read(blurred(isSky, small.width, small.height, 2));
  const wide = read(blurred(isSky, small.width, small.height, 18));
  const green = small.g.map((g, i) => (2 * g - (small.r[i] as number) - (small.b[i] as number) > 0.03 ? 1 : 0));
  const leafy = read(blurred(green, small.width, small.height, 3));
  const end = Math.min(height, Math.ceil((low * height * 1.03) / small.height + 4));
  for (let y = 0; y < end; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const sure = near(x, y);
      if (sure >= 0.999) alpha[i] = 255;
      else {
        const may = sure > 0.02 ? clamp(0.35 + sure * 1.3, 0, 1) : amongLeaves(wide(x, y), leafy(x, y));
        if (may)
          alpha[i] =
            255 *
            may *
            (1 -
              clamp((offColor(pixels, i, colors, small.height, x / width, y / height) - SAME) / (OTHER - SAME), 0, 1));
      }
    }
  }
  return alpha;
}

/** Between leaves that reach the sky, bright gaps are sky. */
const amongLeaves = (wide: number, leafy: number) =>
  wide > 0.01 ? clamp(leafy * 3 - 0.4, 0, 1) : 0.9 * clamp(leafy * 3 - 1.2, 0, 1);

function offColor(
  pixels: Uint8ClampedArray,
  i: number,
  colors: Float32Array,
  rows: number,
  right: number,
  down: number,
) {
  const place = clamp(right * BANDS - 0.5, 0, BANDS - 1);
  const band = Math.min(BANDS - 2, Math.floor(place));
  const from = (Math.min(rows - 1, Math.floor(down * rows)) * BANDS + band) * 4;
  let off = 0;
  for (let part = 0; part < 3; part++) {
    const a = colors[from + part] as number;
    const b = colors[from + 4 + part] as number;
    off += Math.abs((pixels[4 * i + part] as number) / 255 - a - (b - a) * (place - band));
  }
  return off;
}

/** Settles white walls under a white sky. */
function cut(alpha: Uint8Array, view: View, roofs: Roofs) {
  const tops = topsOf(view, roofs);
  for (let x = 0; x < view.width; x++) {
    const top = tops[x] as number;
    for (let y = Math.max(0, Math.floor(top)); y < view.height; y++) {
      const i = y * view.width + x;
      alpha[i] = (alpha[i] as number) * clamp(1 - (y - top) / 2, 0, 1);
    }
  }
}

/** Soft at the rim. */
function painted(alpha: Uint8Array, view: View, stroke: Stroke) {
  brushed(view, stroke, 1, (i, far) => {
    const share = clamp((1 - far) * 5, 0, 1);
    alpha[i] = (alpha[i] as number) * (1 - share) + (stroke.isSky ? 255 * share : 0);
  });
}
