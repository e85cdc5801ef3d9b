import { expect, test } from "vitest";
import type { Point, Quad, Stroke } from "../engine";
import { doorAround, windowAround } from "./box";
import { daylightOf } from "./daylight";
import { glassOf } from "./glass";
import { groundOf } from "./ground";
import { layersOf } from "./layers";
import { EAVE, GABLE, GARAGE, GROUND, HEIGHT, painted, seen, tilted, type Weather, WIDTH, WINDOW } from "./painted";
import { skyOf, smallOf } from "./sky";
import { brightened, viewOf } from "./view";

const at = (x: number, y: number) => y * WIDTH + x;
const SKY: [number, number][] = [
  [20, 20],
  [320, 60],
  [620, 150],
  [100, 150],
];
const HOUSE: [number, number][] = [
  [320, 150],
  [320, 190],
  [200, 260],
  [550, 245],
  [550, 200],
  [320, 360],
];

function skyIn(weather: Weather, roofs: Point[][] = [], strokes: Stroke[] = []) {
  const { alpha } = skyOf(seen(weather), roofs, strokes);
  return (x: number, y: number) => (alpha[at(x, y)] as number) / 255;
}

test.each([{}, { noise: 12 }, { leaves: { x: 90, y: 260, radius: 60 } }])(
  "sky is told from house and lawn: %o",
  (weather) => {
    const sky = skyIn(weather);
    for (const [x, y] of SKY) expect(sky(x, y)).toBeGreaterThan(0.95);
    for (const [x, y] of HOUSE) expect(sky(x, y)).toBeLessThan(0.05);
  },
);

test("a white wall under a white sky is told by its edge, and below a traced roof there is none", () => {
  const glare: Weather = { glare: true };
  expect(skyIn(glare)(320, 60)).toBe(1);
  const sky = skyIn(glare, [GABLE]);
  for (const [x, y] of HOUSE.slice(0, 3)) expect(sky(x, y)).toBeLessThan(0.05);
});

test("strokes have the last word, and cut what hangs on the sky by a thread", () => {
  const paint = (isSky: boolean, ...points: [number, number][]): Stroke => ({
    isSky,
    radius: 8,
    points: points.map(([x, y]) => ({ x, y })),
  });
  expect(skyIn({}, [], [paint(true, [200, 260])])(200, 260)).toBe(1);
  expect(skyIn({}, [], [paint(false, [20, 20])])(20, 20)).toBe(0);
  const fenced = skyIn({}, [], [paint(false, [0, 200], [158, 200])]);
  expect(fenced(100, 180)).toBe(1);
  expect(fenced(100, 260)).toBeLessThan(0.05);
  expect(skyIn({})(100, 260)).toBe(1);
});

test("a dark picture is seen like any other once it is raised, and a bright one stays as it is", () => {
  const dark = painted().map((part, i) => (i % 4 === 3 ? part : part * 0.2));
  expect(skyOf(viewOf(dark, WIDTH, HEIGHT), [], []).alpha.some(Boolean)).toBe(false);
  expect(brightened(dark)).toBeGreaterThan(3);
  const { alpha } = skyOf(viewOf(dark, WIDTH, HEIGHT), [], []);
  for (const [x, y] of SKY) expect(alpha[at(x, y)]).toBe(255);
  const bright = painted();
  expect(brightened(bright)).toBe(0);
  expect(Buffer.from(bright).equals(Buffer.from(painted()))).toBe(true); // byte by byte a matcher takes ten seconds
});

test("a picture without sky has none", () => {
  const wall = new Uint8ClampedArray(WIDTH * HEIGHT * 4).map((_, i) => [150, 90, 70, 255][i % 4] as number);
  expect(skyOf(viewOf(wall, WIDTH, HEIGHT), [], []).alpha.some(Boolean)).toBe(false);
});

function expectFrame(quad: Quad | null, { left, top, right, bottom }: typeof GARAGE, tilt: number, off: number) {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  const known = corners.map(([x, y]) => tilted({ x, y }, tilt));
  expect(quad).toHaveLength(4);
  for (const [i, { x, y }] of (quad ?? []).entries()) {
    expect(Math.hypot(x - (known[i] as Point).x, y - (known[i] as Point).y)).toBeLessThan(off);
  }
}

test.each([0, 0.03, -0.03])("a tap in the garage gives its door, one in the window its glass, tilted by %d", (tilt) => {
  const view = seen({ tilt, noise: 6 });
  const tap = (x: number, y: number) => tilted({ x, y }, tilt);
  expectFrame(doorAround(view, tap(545, 290)), GARAGE, tilt, 7);
  expectFrame(windowAround(view, tap(300, 230)), WINDOW, tilt, 7);
  // A bar under the finger does no harm.
  expectFrame(windowAround(view, tap(320, 242)), WINDOW, tilt, 7);
});

test("where nothing has a frame there is neither door nor window", () => {
  const view = seen();
  expect(doorAround(view, { x: 60, y: 60 })).toBeNull();
  expect(windowAround(view, { x: 60, y: 60 })).toBeNull();
  expect(windowAround(view, { x: 230, y: 280 })).toBeNull();
});

test("the house stands on the ground", () => {
  const [left, right] = groundOf(seen(), 0, 160, 620);
  expect(Math.abs(left - GROUND)).toBeLessThan(12);
  expect(Math.abs(right - GROUND)).toBeLessThan(12);
  const [high, low] = groundOf(seen({ tilt: 0.05 }), 0.05, 160, 620);
  expect(low - high).toBeGreaterThan(15);
});

test("a curb across the lawn is not where the house stands", () => {
  const pixels = painted();
  for (let y = HEIGHT - 26; y < HEIGHT - 16; y++) {
    for (let x = 0; x < WIDTH; x++) pixels.fill(x % 16 < 8 ? 40 : 220, 4 * at(x, y), 4 * at(x, y) + 3);
  }
  const [left, right] = groundOf(viewOf(pixels, WIDTH, HEIGHT), 0, 0, WIDTH);
  expect(Math.abs(left - GROUND)).toBeLessThan(12);
  expect(Math.abs(right - GROUND)).toBeLessThan(12);
});

test("panes glow, bars and frames do not", () => {
  const { left, top, right, bottom } = WINDOW;
  const quad: Quad = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  const glass = glassOf(seen(), [quad]);
  expect(glass[at(300, 230)]).toBeGreaterThan(60);
  expect(glass[at(340, 258)]).toBeGreaterThan(60);
  expect(glass[at(320, 230)]).toBeLessThan(20);
  expect(glass[at(300, 242)]).toBeLessThan(20);
  expect(glass[at(270, 230)]).toBe(0);
  expect(glassOf(seen(), []).some(Boolean)).toBe(false);
});

test("shade is told from sun", () => {
  const pixels = painted().map((part, i) => ((i / 4) % WIDTH < WIDTH / 2 ? part * 0.55 : part));
  const { stops, width } = daylightOf(viewOf(pixels, WIDTH, HEIGHT), new Uint8Array(WIDTH * HEIGHT));
  const row = 65 * width;
  const difference = ((stops[row + 90] as number) - (stops[row + 65] as number)) / 24;
  expect(difference).toBeGreaterThan(0.9);
  expect(difference).toBeLessThan(2.2);
});

test("the ground is looked for below what is drawn", () => {
  const view = seen({ tilt: 0.05 });
  const found = layersOf(view, { small: smallOf(view), edges: [], roll: 0.05, raised: 0 });
  const under = (lines: Point[][]) => found({ lines, windows: [], strokes: [] }).ground;
  expect(under([EAVE])).toEqual(groundOf(view, 0.05, 486, 630));
  expect(under([EAVE])).not.toEqual(under([]));
});

test("what is surely roof keeps the sky off the wall before anybody traces it", () => {
  const view = seen({ glare: true });
  const alpha = (certainty: number) => {
    const edges = [{ kind: "gable" as const, points: GABLE, certainty }];
    return layersOf(view, { small: smallOf(view), edges, roll: 0, raised: 0 })({ lines: [], windows: [], strokes: [] })
      .mask[4 * at(320, 150)];
  };
  expect(alpha(0.9)).toBe(0);
  expect(alpha(0.3)).toBe(
    layersOf(view, { small: smallOf(view), edges: [], roll: 0, raised: 0 })({ lines: [], windows: [], strokes: [] })
      .mask[4 * at(320, 150)],
  );
});
