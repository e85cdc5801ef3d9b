// Dusk over a visitor's picture: takes their drawing, asks the worker for what has to be computed, and draws.
import { tintsAt } from "~/lib/light";
import type { Dusk, Layers, Lit, OpenDusk } from "../engine";
import { hung } from "./bulbs";
import { stageOn } from "./stage";

/** What the layers depend on. */
const drawnOf = ({ lines, windows, strokes }: Lit) => ({ lines, windows, strokes });

const grounded = (found: Layers, { base }: Lit): Layers => (base ? { ...found, ground: base } : found);

export const openDusk: OpenDusk = async (canvas, photo, sight) => {
  let stage = await stageOn(canvas, photo);
  if (!stage) return null;
  let lit: Lit | null = null;
  let layers: Layers | null = null;
  let [drawn, placed] = ["", ""];
  let turn = 0;
  let rests = false;
  let last = { evening: 0, seconds: 0 };

  /** Colors and effects move no light. */
  function hang() {
    if (!stage || !lit || !layers) return;
    const { lines, spacing, footAt } = lit;
    const places = JSON.stringify([lines, spacing, footAt?.(0), footAt?.(photo.width), layers.ground]);
    if (places === placed) return;
    placed = places;
    stage.lights(hung(lit, photo, sight.roll, layers.ground), sight.roll);
  }

  const dusk: Dusk = {
    async light(next) {
      turn++;
      const mine = turn;
      const asked = drawnOf(next);
      const text = JSON.stringify([asked, next.base]);
      const found = text === drawn ? layers : grounded(await sight.layers(asked), next);
      // A visitor who drags a point asks often: the last one counts.
      if (mine !== turn || !found) return;
      if (found !== layers) stage?.layers(found);
      [lit, layers, drawn] = [next, found, text];
      hang();
      dusk.draw(last.evening, last.seconds);
    },
    draw(evening, seconds) {
      last = { evening, seconds };
      if (!lit || !layers || rests) return;
      const tints = tintsAt({ ...lit, day: false }, seconds).flat();
      stage?.draw({ evening, seconds, tints, sparkle: lit.effect === "twinkle" });
    },
    async still(take) {
      dusk.draw(last.evening, last.seconds);
      rests = true;
      try {
        return await take(canvas);
      } finally {
        rests = false;
        dusk.draw(last.evening, last.seconds);
      }
    },
    close() {
      turn++;
      canvas.removeEventListener("webglcontextlost", lose);
      canvas.removeEventListener("webglcontextrestored", restore);
      canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
      stage = null;
    },
  };

  const lose = (event: Event) => event.preventDefault();
  async function restore() {
    stage = await stageOn(canvas, photo);
    placed = "";
    if (layers) stage?.layers(layers);
    hang();
    dusk.draw(last.evening, last.seconds);
  }
  canvas.addEventListener("webglcontextlost", lose);
  canvas.addEventListener("webglcontextrestored", restore);
  return dusk;
};
