// Dusk on a plain canvas: a glow for each bulb, as far apart as the spacing says.
import { expect, test, vi } from "vitest";
import type { Lit, Photo, Sight } from "./engine";
import { openStill } from "./still";

const eave = [
  { x: 200, y: 300 },
  { x: 1000, y: 300 },
];
const lit: Lit = {
  lines: [eave],
  windows: [],
  strokes: [],
  footAt: () => 20,
  spacing: 12,
  colors: ["#ff0000", "#ff0000", "#ff0000"],
  effect: "steady",
  brightness: 100,
  base: null,
};

async function glows(part: Partial<Lit>, evening = 1) {
  const gradient = { addColorStop: vi.fn() };
  const paper = { drawImage: vi.fn(), fillRect: vi.fn(), createRadialGradient: vi.fn((..._: number[]) => gradient) };
  const canvas = { getContext: () => paper } as unknown as HTMLCanvasElement;
  const dusk = await openStill(canvas, { width: 1600, height: 900 } as Photo, {} as Sight);
  await dusk?.light({ ...lit, ...part });
  dusk?.draw(evening, 0);
  return paper.createRadialGradient.mock.calls.map(([x]) => x as number);
}

test("forty feet take forty bulbs a foot apart, and sixty at 8 inches", async () => {
  const places = await glows({});
  expect(places).toHaveLength(40);
  expect(places.slice(0, 2)).toEqual([210, 230]);
  expect(await glows({ spacing: 8 })).toHaveLength(60);
});

test("by day none shines", async () => expect(await glows({}, 0)).toEqual([]));

test("without a size it is guessed, and where a foot is next to nothing bulbs stay apart", async () => {
  expect((await glows({ footAt: null })).length).toBeGreaterThan(20);
  expect((await glows({ footAt: () => 0.001 })).length).toBeLessThanOrEqual(401);
});
