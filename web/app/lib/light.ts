// Light by numbers: what a color on the screen is as light, and what the three groups of lights show at a moment of an effect.
import type { Colors, Effect, Scheme } from "./schemes";

/** Red, green and blue of one group, as shares of its white light; linear. */
export type Tint = readonly [number, number, number];
export type Tints = readonly [Tint, Tint, Tint];

/** Strength of warm white, and the most that a dark, saturated color is raised by, as in the still pictures. */
const GAIN = 1.5;
const MOST_GAIN = 2.2;

const linear = (byte: number) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([r, g, b]: Tint) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/**
 * A light of the color `#rrggbb`. Only its hue and saturation count, brightness being set elsewhere; black is a light that is
 * off. Colors that the eye sees darker get more power, as an installer would give them.
 */
export function tint(color: string): Tint {
  const channel = (at: number) => linear(Number.parseInt(color.slice(at, at + 2), 16));
  const [r, g, b] = [channel(1), channel(3), channel(5)];
  const most = Math.max(r, g, b);
  if (!most) return [0, 0, 0];
  const full: Tint = [r / most, g / most, b / most];
  return scaled(full, Math.min(MOST_GAIN, GAIN * Math.max(0.9, (0.56 / luminance(full)) ** 0.35)));
}

const scaled = ([r, g, b]: Tint, by: number): Tint => [r * by, g * by, b * by];

const mixed = (from: Tint, to: Tint, share: number): Tint => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

const smooth = (share: number) => share * share * (3 - 2 * share);

/** Seconds for one step: slow enough that nothing ever flashes three times a second. */
const CHASE_STEP = 0.6;
const FADE_STEP = 3.2;

/** Of one color alone the lights run and breathe in brightness instead. */
const isPlain = ([a, b, c]: Colors) => a === b && b === c;

function moved(colors: Colors, place: number, rest: (share: number) => number): Tint {
  const step = Math.floor(place);
  const at = (index: number) => tint(colors[((index % 3) + 3) % 3] as string);
  return mixed(at(step), at(step + 1), rest(place - step));
}

function groupAt(colors: Colors, effect: Effect, seconds: number, group: number): Tint {
  if (effect === "chase") {
    // Each light holds its color for most of a step, then hands it on.
    const place = group - seconds / CHASE_STEP;
    const hold = (share: number) => smooth(Math.max(0, (share - 0.5) * 2));
    if (!isPlain(colors)) return moved(colors, place, hold);
    const away = Math.abs(((((place % 3) + 3) % 3) + 1.5) % 3) - 1.5;
    return scaled(tint(colors[0]), 0.12 + 1.1 * smooth(Math.max(0, 1 - Math.abs(away))));
  }
  if (effect === "fade") {
    const place = seconds / FADE_STEP;
    if (!isPlain(colors)) return moved(colors, place + group / 3, smooth);
    return scaled(tint(colors[0]), 0.56 + 0.44 * Math.cos(place * Math.PI));
  }
  return tint(colors[group] as string);
}

/** What the three groups show `seconds` after the effect began. */
export function tintsAt({ colors, effect, brightness }: Scheme, seconds: number): Tints {
  const power = (brightness / 100) ** 2;
  const group = (index: number) => scaled(groupAt(colors, effect, seconds, index), power);
  return [group(0), group(1), group(2)];
}
