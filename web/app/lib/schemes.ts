// What a visitor can set the live house to, as data: scenes, effects, brightness, hour; and the short form of it in an address
// (`?scheme=holiday-chase-60-day`, or three colors of one's own: `?scheme=ff3b30-2bd576-ffb86a`).

/** The colors of the product's lights. */
const WARM = "#ffb86a";
const NEUTRAL = "#ffe2b8";
const AMBER = "#ff8a1e";
const RED = "#ff3b30";
const GREEN = "#2bd576";
const BLUE = "#3d7bff";
const MAGENTA = "#ff4fa3";
const VIOLET = "#8e5bff";
const TEAL = "#22c7c7";

/** What every third light shows, beginning with the first, the second and the third light of the roofline. */
export type Colors = readonly [string, string, string];

interface SceneOfLight {
  id: string;
  name: string;
  colors: Colors;
}

export const scenes = [
  { id: "warm", name: "Warm white", colors: [WARM, WARM, WARM] },
  { id: "neutral", name: "Soft white", colors: [NEUTRAL, NEUTRAL, NEUTRAL] },
  { id: "holiday", name: "Holiday", colors: [RED, GREEN, WARM] },
  { id: "july", name: "July Fourth", colors: [RED, NEUTRAL, BLUE] },
  { id: "october", name: "October", colors: [AMBER, AMBER, VIOLET] },
  { id: "team", name: "Team colors", colors: [BLUE, BLUE, AMBER] },
  { id: "garden", name: "Garden party", colors: [MAGENTA, WARM, TEAL] },
  { id: "lagoon", name: "Lagoon", colors: [VIOLET, TEAL, BLUE] },
] as const satisfies readonly SceneOfLight[];

export const effects = [
  { id: "steady", name: "Steady" },
  { id: "chase", name: "Chase" },
  { id: "fade", name: "Fade" },
  { id: "twinkle", name: "Twinkle" },
] as const;

export type Effect = (typeof effects)[number]["id"];

export interface Scheme {
  colors: Colors;
  effect: Effect;
  /** In percent. */
  brightness: number;
  day: boolean;
}

export const BRIGHTNESS = { min: 10, max: 100, step: 5 } as const;

export const firstScheme: Scheme = { colors: scenes[0].colors, effect: "steady", brightness: 100, day: false };

/** The scene that has these colors, if one has. */
export const sceneOf = (colors: Colors) =>
  scenes.find((scene) => scene.colors.every((color, i) => color === colors[i]));

/** The scheme as it stands in an address; what is as at first is left out. */
export function written({ colors, effect, brightness, day }: Scheme): string {
  const scene = sceneOf(colors);
  const words = scene ? [scene.id] : colors.map((color) => color.slice(1));
  if (effect !== "steady") words.push(effect);
  if (brightness !== BRIGHTNESS.max) words.push(String(brightness));
  if (day) words.push("day");
  return words.join("-");
}

/** In words, for people: "Holiday, Chase, 60%". */
export function described({ colors, effect, brightness }: Scheme): string {
  const words = [sceneOf(colors)?.name ?? colors.join(" ")];
  if (effect !== "steady") words.push(effects.find(({ id }) => id === effect)?.name ?? effect);
  if (brightness !== BRIGHTNESS.max) words.push(`${brightness}%`);
  return words.join(", ");
}

/** What the words of an address ask for; whatever it does not say, or says in words unknown here, stays as at first. */
export function read(text: string): Scheme {
  const scheme = { ...firstScheme };
  const own: string[] = [];
  for (const word of text.toLowerCase().split(/[^a-z0-9]+/)) {
    const scene = scenes.find(({ id }) => id === word);
    const effect = effects.find(({ id }) => id === word);
    if (scene) scheme.colors = scene.colors;
    else if (effect) scheme.effect = effect.id;
    else if (/^[0-9a-f]{6}$/.test(word)) own.push(`#${word}`);
    else if (/^\d{1,3}$/.test(word)) scheme.brightness = withinRange(Number(word));
    else if (word === "day") scheme.day = true;
  }
  const [first, second = first, third = second] = own;
  // Two colors alternate as evenly as three groups of lights allow.
  if (first && second && third) scheme.colors = [first, second, own.length === 2 ? first : third];
  return scheme;
}

const withinRange = (percent: number) => Math.min(BRIGHTNESS.max, Math.max(BRIGHTNESS.min, percent));
