// A house painted for tests, with corners that are known: a front with a gable, a wing with an eave, a garage, a window, a lawn.
import type { Point } from "../engine";
import { type View, viewOf } from "./view";

export const [WIDTH, HEIGHT] = [640, 400];
type Color = readonly [number, number, number];

export const GABLE: Point[] = [
  { x: 158, y: 204 },
  { x: 320, y: 90 },
  { x: 482, y: 204 },
];
export const EAVE: Point[] = [
  { x: 486, y: 230 },
  { x: 630, y: 230 },
];
export const GARAGE = { left: 500, top: 262, right: 600, bottom: 329 };
export const WINDOW = { left: 285, top: 215, right: 355, bottom: 270 };
export const GROUND = 330;

export interface Weather {
  /** Most by which a channel is off. */
  noise?: number;
  /** Radians, clockwise. */
  tilt?: number;
  /** Walls as white as a white sky. */
  glare?: boolean;
  leaves?: Point & { radius: number };
}

const within = ({ left, top, right, bottom }: typeof GARAGE, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** How far below the rakes of the gable a place is. */
const belowRake = (x: number, y: number) => y - 90 - Math.abs(x - 320) * (114 / 162);

function colorAt(x: number, y: number, { glare, leaves }: Weather): Color {
  const white: Color = glare ? [252, 252, 252] : [226, 222, 214];
  if (leaves && Math.hypot(x - leaves.x, y - leaves.y) < leaves.radius)
    return (x * 7 + y * 13) % 9 < 5 ? [52, 92, 34] : [88, 130, 60];
  if (y > GROUND && x > 494 && x < 606) return [168, 166, 162];
  if (y > GROUND) return (x * 3 + y * 5) % 4 < 2 ? [80, 120, 60] : [74, 112, 52];
  const bar = Math.abs(x - 320) < 0.8 || Math.abs(y - 242) < 0.8;
  if (within(WINDOW, x, y)) return bar ? [225, 225, 222] : [58, 66, 76];
  if (within(GARAGE, x, y)) return Math.round(y - 262) % 17 < 1 ? [112, 72, 44] : [124, 82, 52];
  if (x > 158 && x < 482 && belowRake(x, y) > 0 && y < 212) return belowRake(x, y) < 5 ? [70, 66, 66] : white;
  if (x > 170 && x < 470 && y > 200) return white;
  if (x >= 486 && x < 620 && y > 230) return white;
  if (x >= 486 && x < 630 && y > 178 && y <= 230) return [78, 76, 80];
  return glare ? [255, 255, 255] : [120 + y / 4, 165 + y / 6, 215 + y / 20];
}

const LOOKS = [0.25, 0.75];

/** Four looks at each pixel, so that edges are as soft as a camera's. */
export function painted(weather: Weather = {}): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
  const [c, s] = [Math.cos(weather.tilt ?? 0), Math.sin(weather.tilt ?? 0)];
  let seed = 7;
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    let [r, g, b] = [0, 0, 0];
    for (const dx of LOOKS) {
      for (const dy of LOOKS) {
        const x = (i % WIDTH) + dx - WIDTH / 2;
        const y = Math.floor(i / WIDTH) + dy - HEIGHT / 2;
        const color = colorAt(x * c + y * s + WIDTH / 2, y * c - x * s + HEIGHT / 2, weather);
        r += color[0] / 4;
        g += color[1] / 4;
        b += color[2] / 4;
      }
    }
    seed = (seed * 16807) % 2147483647;
    const off = (weather.noise ?? 0) * (2 * (seed / 2147483647) - 1);
    pixels[4 * i] = r + off;
    pixels[4 * i + 1] = g + off;
    pixels[4 * i + 2] = b + off;
  }
  return pixels;
}

const views = new Map<string, View>();

/** The same weather is painted once. */
export function seen(weather: Weather = {}): View {
  const key = JSON.stringify(weather);
  const view = views.get(key) ?? viewOf(painted(weather), WIDTH, HEIGHT);
  views.set(key, view);
  return view;
}

/** Where a place of the house lies in a tilted picture. */
export function tilted({ x, y }: Point, tilt: number): Point {
  const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
  const [u, v] = [x - WIDTH / 2, y - HEIGHT / 2];
  return { x: u * c - v * s + WIDTH / 2, y: u * s + v * c + HEIGHT / 2 };
}
