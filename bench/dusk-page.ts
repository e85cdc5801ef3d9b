// What the page of dusk.mjs runs: the studio's engine as a visitor's browser has it, on photos of which everything is known.
import type { Point, Quad } from "~/studio/engine";
import { openPhoto } from "~/studio/picture/open-photo";
import { openDusk } from "~/studio/relight/dusk";
import { openSight } from "~/studio/vision/sight";

export interface Known {
  lines: Point[][];
  windows: Quad[];
  /** Pixels to a foot, at the left and the right border. */
  foot: [number, number];
  /** Inches. */
  spacing: number;
  color: string;
  evenings: number[];
}

async function lit(address: string, known: Known): Promise<string[]> {
  const photo = await openPhoto(await (await fetch(address)).blob());
  const sight = await openSight(photo);
  const canvas = document.createElement("canvas");
  const dusk = await openDusk(canvas, photo, sight);
  if (!dusk) throw new Error("This browser draws no dusk.");
  const [left, right] = known.foot;
  const footAt = (x: number) => left + ((right - left) * x) / photo.width;
  const { lines, windows, spacing, color } = known;
  await dusk.light({
    lines,
    windows,
    strokes: [],
    footAt,
    spacing,
    colors: [color, color, color],
    effect: "steady",
    brightness: 100,
  });
  const taken: string[] = [];
  for (const evening of known.evenings) {
    dusk.draw(evening, 0);
    taken.push(canvas.toDataURL("image/png"));
  }
  dusk.close();
  sight.close();
  return taken;
}

/** What the page asked for is drawn, which it need not wait for. */
async function finished(canvas: HTMLCanvasElement) {
  const gl = canvas.getContext("webgl2") as WebGL2RenderingContext;
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) as WebGLSync;
  gl.flush();
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) await new Promise((done) => setTimeout(done, 4));
}

/** From a photo to its first dusk, as somebody waits for it who has its edges found: milliseconds, megabytes. */
async function timed(address: string) {
  const file = await (await fetch(address)).blob();
  let longest = 0;
  const watch = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  watch.observe({ entryTypes: ["longtask"] });
  const began = performance.now();
  const photo = await openPhoto(file);
  const sight = await openSight(photo);
  const found = await sight.edges();
  const canvas = document.createElement("canvas");
  const dusk = await openDusk(canvas, photo, sight);
  if (!dusk) throw new Error("This browser draws no dusk.");
  const lines = found.filter(({ certainty }) => certainty > 0.5).map(({ points }) => points);
  await dusk.light({
    lines,
    windows: [],
    strokes: [],
    footAt: null,
    spacing: 8,
    colors: ["#ffb86a", "#ffb86a", "#ffb86a"],
    effect: "steady",
    brightness: 100,
  });
  dusk.draw(1, 0);
  await finished(canvas);
  const shown = performance.now();
  await new Promise((done) => setTimeout(done, 200));
  watch.disconnect();
  const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
  dusk.close();
  sight.close();
  return { shown: shown - began, heap: memory.usedJSHeapSize / 1e6, longest };
}

Object.assign(window, { lit, timed });
