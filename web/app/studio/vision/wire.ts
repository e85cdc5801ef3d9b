// The livewire (Mortensen and Barrett): the way from one point to another that follows edges best, at half the picture's size.
import type { Point } from "../engine";
import { clamp } from "./grids";
import { distance, LEAVES_HIDE } from "./lines";
import type { View } from "./view";

const HALF = 2;
/** A step costs this even on the best edge. */
const STEP = 0.03;
const ASTRAY = 0.35;
/** Costs that fall into one bucket of the queue. */
const BUCKET = 0.02;
const WAYS = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => {
  const [dx, dy] = [Math.round(Math.cos((turn * Math.PI) / 4)), Math.round(Math.sin((turn * Math.PI) / 4))];
  return { dx, dy, far: Math.hypot(dx, dy) };
});

/** The part of the picture that a wire may run through, in cells of two pixels. */
interface Field {
  left: number;
  top: number;
  width: number;
  height: number;
  edge: Float32Array;
  /** The way that the edge runs. */
  runX: Float32Array;
  runY: Float32Array;
}

export function wire(view: View, from: Point, to: Point): Point[] {
  const field = fieldOf(view, from, to);
  const came = ways(field, cellOf(field, from), cellOf(field, to));
  const path: Point[] = [];
  for (let cell = cellOf(field, to); cell >= 0; cell = came[cell] as number) path.push(placeOf(field, cell));
  return path.reverse();
}

function cellOf({ left, top, width, height }: Field, { x, y }: Point): number {
  return clamp(Math.floor(y / HALF) - top, 0, height - 1) * width + clamp(Math.floor(x / HALF) - left, 0, width - 1);
}

const placeOf = ({ left, top, width }: Field, cell: number): Point => ({
  x: ((cell % width) + left) * HALF + 0.5,
  y: (Math.floor(cell / width) + top) * HALF + 0.5,
});

/** A roof between two of its points rises above them more than it falls below. */
function fieldOf(view: View, a: Point, b: Point): Field {
  const room = Math.max(24, distance(a, b) * 0.85);
  const side = (place: number, most: number) => Math.floor(clamp(place, 2, most - 3) / HALF);
  const left = side(Math.min(a.x, b.x) - room * 0.25, view.width);
  const top = side(Math.min(a.y, b.y) - room, view.height);
  const width = side(Math.max(a.x, b.x) + room * 0.25, view.width) - left + 1;
  const height = side(Math.max(a.y, b.y) + room * 0.35, view.height) - top + 1;
  const grid = () => new Float32Array(width * height);
  const field = { left, top, width, height, edge: grid(), runX: grid(), runY: grid() };
  for (let cell = 0; cell < width * height; cell++) fill(field, cell, view);
  return field;
}

/** The strongest of its four pixels speaks for a cell. */
function fill({ left, top, width, edge, runX, runY }: Field, cell: number, view: View) {
  const corner = (Math.floor(cell / width) + top) * HALF * view.width + ((cell % width) + left) * HALF;
  let best = corner;
  for (const at of [corner + 1, corner + view.width, corner + view.width + 1]) {
    if ((view.edge[at] as number) > (view.edge[best] as number)) best = at;
  }
  const [x, y] = [view.gx[best] as number, view.gy[best] as number];
  const size = Math.hypot(x, y) || 1;
  edge[cell] = (view.edge[best] as number) * (1 - (LEAVES_HIDE * (view.leaf[best] as number)) / 255);
  runX[cell] = -y / size;
  runY[cell] = x / size;
}

/** Where the best way to each cell comes from, as far as the one to `to` needs it: Dijkstra with buckets for a queue. */
function ways(field: Field, from: number, to: number): Int32Array {
  const { width, height } = field;
  const came = new Int32Array(width * height).fill(-1);
  const cost = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  const done = new Uint8Array(width * height);
  const buckets: number[][] = [[from]];
  cost[from] = 0;
  for (let at = 0; at < buckets.length; at++) {
    for (let cell = buckets[at]?.pop(); cell !== undefined; cell = buckets[at]?.pop()) {
      if (done[cell]) continue;
      if (cell === to) return came;
      done[cell] = 1;
      const [x, y] = [cell % width, Math.floor(cell / width)];
      for (const { dx, dy, far } of WAYS) {
        if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
        const next = cell + dy * width + dx;
        const sum = (cost[cell] as number) + far * toll(field, next, dx / far, dy / far);
        if (done[next] || sum >= (cost[next] as number)) continue;
        cost[next] = sum;
        came[next] = cell;
        const bucket = Math.floor(sum / BUCKET);
        buckets[bucket] ??= [];
        buckets[bucket].push(next);
      }
    }
  }
  return came;
}

function toll({ edge, runX, runY }: Field, cell: number, dx: number, dy: number): number {
  const here = edge[cell] as number;
  const along = Math.abs(dx * (runX[cell] as number) + dy * (runY[cell] as number));
  return STEP + (1 - here) ** 3 + ASTRAY * here * (1 - along) ** 2;
}
