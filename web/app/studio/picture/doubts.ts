// What may make a picture a poor start, seen in a small copy of it. None of it refuses: the eye of the visitor who took it decides.
import { rollOf, straightPieces } from "../vision/straight";
import { type View, viewOf } from "../vision/view";

export const doubts = {
  dark: "This picture is dark. One taken in daylight shows more of the roof.",
  sideways: "This picture seems to lie on its side or upside down. Turn it until the roof is on top.",
  tilted: "The camera was tilted. Lengths come out better from a picture that is level.",
} as const;

const DARK = 0.2;
const TILTED = (5 * Math.PI) / 180;

export function doubtsOf(pixels: Uint8ClampedArray, width: number, height: number): string[] {
  const view = viewOf(pixels, width, height);
  const mean = view.luma.reduce((sum, light) => sum + light, 0) / view.luma.length;
  if (mean < DARK) return [doubts.dark];
  if (isTurned(view)) return [doubts.sideways];
  return Math.abs(rollOf(straightPieces(view), height)) > TILTED ? [doubts.tilted] : [];
}

/** Of a border: this much is sky, and another has less of it by this. Drives are as bright, so below it takes more. */
const [SKY, SKY_BELOW, LESS] = [0.75, 0.9, 0.3];

/** The sky lies along one side and not along the other, more so than along top and bottom; or below and not above. */
function isTurned(view: View): boolean {
  const { width, height } = view;
  const deep = Math.round(Math.min(width, height) / 8);
  const [top, bottom] = [skyIn(view, 0, 0, width, deep), skyIn(view, 0, height - deep, width, height)];
  const [left, right] = [skyIn(view, 0, 0, deep, height), skyIn(view, width - deep, 0, width, height)];
  const side = Math.max(left, right);
  const isAside = side - Math.max(top, bottom) > LESS || Math.abs(left - right) > Math.abs(top - bottom) + LESS;
  return (side > SKY && isAside) || (bottom > SKY_BELOW && bottom - top > LESS);
}

/** How much of a part is bright, calm and not warm. */
function skyIn(
  { width, pixels, luma, gx, gy }: View,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const i = y * width + x;
      const calm = Math.hypot(gx[i] as number, gy[i] as number) < 0.03;
      const [r, g, b] = [pixels[4 * i] as number, pixels[4 * i + 1] as number, pixels[4 * i + 2] as number];
      if (calm && (luma[i] as number) > 0.45 && b > r - 15 && g < b + 13) count++;
    }
  }
  return count / ((right - left) * (bottom - top));
}
