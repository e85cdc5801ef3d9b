// Runs the view: fetches the layers, follows the scheme with soft changes, and draws only while something moves, the canvas is
// in view and the tab is seen.

import { tintsAt } from "~/lib/light";
import { firstScheme, type Scheme } from "~/lib/schemes";
import { sizes } from "../../../public/img/live/live.json";
import { type Layer, type Layers, openView, type View } from "./view";

/** Seconds in which a change is two thirds done. */
const SOFT = { light: 0.13, hour: 0.35 };
const DONE = 0.003;

export interface Show {
  set: (scheme: Scheme) => void;
  close: () => void;
}

/** One layer, as AVIF where the browser takes it. */
async function fetched(layer: Layer, width: number): Promise<HTMLImageElement> {
  for (const type of ["avif", "jpg"]) {
    const image = new Image();
    image.src = `/img/live/${layer}-${width}.${type}`;
    const there = await image.decode().then(
      () => true,
      () => false,
    );
    if (there) return image;
  }
  throw new Error(`The layer ${layer} could not be loaded.`);
}

/** The width of the layers that this canvas can show, less where the visitor saves data. */
function fittingWidth(canvas: HTMLCanvasElement): number {
  const [large, small] = sizes.map(([width]) => width) as [number, number];
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData || canvas.clientWidth * devicePixelRatio < 400 ? small : large;
}

async function fetchLayers(width: number): Promise<Layers> {
  const [night, A, B, C] = await Promise.all((["night", "A", "B", "C"] as const).map((name) => fetched(name, width)));
  return { night, A, B, C } as Layers;
}

/** Starts at once; `tell` hears whether the canvas shows the house (true), or the still picture has to (false). */
export function startShow(canvas: HTMLCanvasElement, tell: (drawing: boolean) => void): Show {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const width = fittingWidth(canvas);
  const tints = new Float32Array(9);
  let scheme = firstScheme;
  let layers: Layers | undefined;
  let day: HTMLImageElement | undefined;
  let dayWanted = false;
  let view: View | null = null;
  let hour = 0;
  let sparkle = 0;
  let began = 0;
  let last = 0;
  let request = 0;
  let inView = true;
  let fresh = true;

  /** Moves everything toward the scheme by the time that passed; says whether something is still on its way. */
  function advance(now: number): boolean {
    const passed = Math.min(0.1, (now - last) / 1000);
    const still = calm.matches;
    const share = (soft: number) => (still || fresh ? 1 : 1 - Math.exp(-passed / soft));
    last = now;
    const seconds = (now - began) / 1000;
    const shown = still ? { ...scheme, effect: "steady" as const } : scheme;
    let farthest = 0;
    const toward = (from: number, to: number, soft: number) => {
      farthest = Math.max(farthest, Math.abs(to - from));
      return from + (to - from) * share(soft);
    };
    for (const [i, goal] of tintsAt(shown, seconds).flat().entries()) {
      tints[i] = toward(tints[i] ?? 0, goal, SOFT.light);
    }
    sparkle = toward(sparkle, shown.effect === "twinkle" ? 1 : 0, SOFT.light);
    hour = toward(hour, scheme.day && day ? 1 : 0, SOFT.hour);
    fresh = false;
    // By day the lights are off, so an effect moves nothing.
    const moves = shown.effect !== "steady" && hour < 1 - DONE;
    return !still && (moves || farthest > DONE);
  }

  function tick(now: number) {
    request = 0;
    if (!view) return;
    const goesOn = advance(now);
    view.draw({ tints, hour, sparkle, seconds: (now - began) / 1000 });
    if (goesOn) wake();
  }

  function wake() {
    if (request || !view || !inView || document.hidden) return;
    request = requestAnimationFrame(tick);
  }

  async function wantDay() {
    if (dayWanted) return;
    dayWanted = true;
    day = await fetched("day", width).catch(() => undefined);
    if (day) view?.addDay(day);
    wake();
  }

  function open() {
    view = layers ? openView(canvas, layers) : null;
    if (day) view?.addDay(day);
    fresh = true;
    tell(view !== null);
    wake();
  }

  function lose(event: Event) {
    event.preventDefault();
    view = null;
    tell(false);
  }

  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? true;
    wake();
  });
  observer.observe(canvas);
  document.addEventListener("visibilitychange", wake);
  calm.addEventListener("change", wake);
  canvas.addEventListener("webglcontextlost", lose);
  canvas.addEventListener("webglcontextrestored", open);

  let closed = false;
  fetchLayers(width).then(
    (arrived) => {
      layers = arrived;
      if (!closed) open();
    },
    () => !closed && tell(false),
  );

  return {
    set(next) {
      if (next.effect !== scheme.effect) began = performance.now();
      scheme = next;
      if (next.day) void wantDay();
      wake();
    },
    close() {
      closed = true;
      view = null;
      cancelAnimationFrame(request);
      observer.disconnect();
      document.removeEventListener("visibilitychange", wake);
      calm.removeEventListener("change", wake);
      canvas.removeEventListener("webglcontextlost", lose);
      canvas.removeEventListener("webglcontextrestored", open);
    },
  };
}
