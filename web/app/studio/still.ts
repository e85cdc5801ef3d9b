// Dusk without WebGL: the picture darkened, and every bulb as a glow on a plain canvas. Nothing moves in it.
import { tintsAt } from "~/lib/light";
import type { Dusk, Lit, OpenDusk, Point } from "./engine";
import { distance } from "./pointing";

/** What a picture without a size is taken for: forty feet across two thirds of it. */
const GUESSED_FEET = 60;

export const openStill: OpenDusk = async (canvas, photo) => {
  const { width, height, image } = photo;
  canvas.width = width;
  canvas.height = height;
  const paper = canvas.getContext("2d");
  if (!paper) return null;
  let lit: Lit | null = null;

  function draw(evening: number) {
    if (!paper) return;
    paper.globalCompositeOperation = "source-over";
    paper.drawImage(image, 0, 0);
    paper.globalCompositeOperation = "multiply";
    paper.fillStyle = `rgb(22 32 74 / ${0.86 * evening})`;
    paper.fillRect(0, 0, width, height);
    if (!lit || evening < 0.05) return;
    paper.globalCompositeOperation = "lighter";
    paper.globalAlpha = evening;
    paintWindows(paper, lit);
    paintBulbs(paper, lit, width);
    paper.globalAlpha = 1;
  }

  const dusk: Dusk = {
    light: async (next) => {
      lit = next;
    },
    draw,
    still: async (take) => take(canvas),
    close: () => {},
  };
  return dusk;
};

function paintWindows(paper: CanvasRenderingContext2D, { windows }: Lit) {
  paper.fillStyle = "rgb(255 176 92 / 0.55)";
  for (const [first, ...others] of windows) {
    paper.beginPath();
    paper.moveTo(first.x, first.y);
    for (const { x, y } of others) paper.lineTo(x, y);
    paper.fill();
  }
}

function paintBulbs(paper: CanvasRenderingContext2D, { lines, footAt, spacing, ...light }: Lit, width: number) {
  const tints = tintsAt({ ...light, day: false }, 0);
  const foot = footAt ?? (() => width / GUESSED_FEET);
  let number = 0;
  for (const { x, y } of lines.flatMap((line) => bulbsAlong(line, (at) => (foot(at) * spacing) / 12))) {
    const [r, g, b] = (tints[number++ % 3] ?? tints[0]).map((share) => Math.round(255 * Math.min(1, share)));
    const radius = foot(x) * 1.6;
    const glow = paper.createRadialGradient(x, y, 0, x, y, radius);
    glow.addColorStop(0, `rgb(${r} ${g} ${b} / 0.9)`);
    glow.addColorStop(0.15, `rgb(${r} ${g} ${b} / 0.35)`);
    glow.addColorStop(1, `rgb(${r} ${g} ${b} / 0)`);
    paper.fillStyle = glow;
    paper.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
}

/** From bulb to bulb, `apart` at each place; the first half of that from the end. */
function bulbsAlong(line: readonly Point[], apart: (x: number) => number): Point[] {
  const found: Point[] = [];
  let rest = apart(line[0]?.x ?? 0) / 2;
  for (const [i, from] of line.entries()) {
    const to = line[i + 1];
    if (!to) break;
    const length = distance(from, to);
    for (; rest < length; rest += Math.max(2, apart(found.at(-1)?.x ?? 0))) {
      found.push({ x: from.x + ((to.x - from.x) * rest) / length, y: from.y + ((to.y - from.y) * rest) / length });
    }
    rest -= length;
  }
  return found;
}
