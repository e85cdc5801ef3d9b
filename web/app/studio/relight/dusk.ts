// Dusk over a visitor's picture: takes their drawing, asks the worker for what has to be worked out anew, and draws.
import { tintsAt } from "~/lib/light";
import type { Dusk, Layers, Lit, OpenDusk } from "../engine";
import { hung } from "./bulbs";
import { stageOn } from "./stage";

const QUALITY = 0.9;
/** What the layers depend on. */
const drawnOf = ({ lines, windows, strokes }: Lit) => ({ lines, windows, strokes });

export const openDusk: OpenDusk = async (canvas, photo, sight) => {
  let stage = await stageOn(canvas, photo);
  if (!stage) return null;
  let lit: Lit | null = null;
  let layers: Layers | null = null;
  let [drawn, placed] = ["", ""];
  let turn = 0;
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
      const text = JSON.stringify(asked);
      const found = text === drawn ? layers : await sight.layers(asked);
      // Whoever drags a point asks often: the last one counts.
      if (mine !== turn || !found) return;
      if (found !== layers) stage?.layers(found);
      [lit, layers, drawn] = [next, found, text];
      hang();
      dusk.draw(last.evening, last.seconds);
    },
    draw(evening, seconds) {
      last = { evening, seconds };
      if (!lit || !layers) return;
      const tints = tintsAt({ ...lit, day: false }, seconds).flat();
      stage?.draw({ evening, seconds, tints, sparkle: lit.effect === "twinkle" });
    },
    still(type) {
      dusk.draw(last.evening, last.seconds);
      return new Promise((resolve, reject) => {
        const take = (blob: Blob | null) =>
          blob ? resolve(blob) : reject(new Error("The picture could not be kept."));
        canvas.toBlob(take, type, QUALITY);
      });
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
