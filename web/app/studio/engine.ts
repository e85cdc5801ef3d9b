// What the studio's screens ask of its engine, in pixels of the working picture: at most 1,600 on its longer side, upright as the
// camera held it. Pictures are opened by picture/, what is seen in them is found in a worker by vision/, and relight/ draws dusk.
import type { Colors, Effect } from "~/lib/schemes";

export interface Point {
  x: number;
  y: number;
}

/** Corners: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** A longer side by the shorter one: what is narrower is a strip, and no front of a house. */
export const MOST_RATIO = 5;

/** A picture that was read, shrunk and turned. It never leaves the device by itself. */
export interface Photo {
  image: ImageBitmap;
  width: number;
  height: number;
  /** Focal length in widths of the picture, as its file says; null where it does not. */
  focal: number | null;
  /** What its file says that may make it a poor start, as sentences for the visitor who took it. */
  doubts: string[];
}

/** An edge that was found without being pointed at. */
export interface FoundEdge {
  kind: "eave" | "gable" | "hip" | "edge";
  points: Point[];
  /** From 0 to 1: how sure it is to be one of the roof. */
  certainty: number;
}

export interface Stroke {
  isSky: boolean;
  radius: number;
  points: Point[];
}

/** What of a drawing the layers depend on. */
export interface Drawn {
  lines: readonly (readonly Point[])[];
  windows: readonly Quad[];
  strokes: readonly Stroke[];
}

/** How much daylight falls where, at a small size. */
export interface Daylight {
  width: number;
  height: number;
  /** Stops over the mean, 24 bytes each, 128 for none. */
  stops: Uint8Array;
  /** The mean, in stops. */
  mean: number;
}

/** What dusk is drawn from besides the picture itself. */
export interface Layers {
  /** For each pixel: sky, leaves, nothing, lit glass. */
  mask: Uint8Array;
  /** The sky's own colors, four bytes each, in `bands` columns and `rows` rows. */
  colors: Uint8Array;
  bands: number;
  rows: number;
  /** How far down the sky goes, as a share of the height. */
  low: number;
  daylight: Daylight;
  /** Where the ground is at the left and the right border, in pixels. */
  ground: [number, number];
}

/** What is found in one picture, by the worker; every answer comes while the page goes on. */
export interface Sight {
  /** Radians: what is level falls to the right by it. */
  roll: number;
  /** What of the picture may make it a poor start, as sentences for the visitor who took it. */
  doubts: string[];
  /** Where a tap means to be, at most `reach` away: a corner, the end of an edge, an edge; else the same place. */
  snap: (tap: Point, reach: number) => Promise<Point>;
  /** The roof edge from one point to another, with its corners: 2 to 12 points. */
  trace: (from: Point, to: Point) => Promise<Point[]>;
  /** All that look like roof edges, the surest first. */
  edges: () => Promise<FoundEdge[]>;
  /** The door or garage around a place, and the window; null where there is none. */
  door: (tap: Point) => Promise<Quad | null>;
  window: (tap: Point) => Promise<Quad | null>;
  /** What relight/ draws dusk from. */
  layers: (drawn: Drawn) => Promise<Layers>;
  close: () => void;
}

/** What dusk is drawn from. Only a change of lines, windows, strokes or bulbs is computed again. */
export interface Lit extends Drawn {
  /** Pixels to a foot at the front; null where no size is known, which then is guessed for the look of it alone. */
  footAt: ((x: number) => number) | null;
  /** Where the ground is at the left and the right border, where that is known; else it is looked for. */
  base: [number, number] | null;
  /** Inches. */
  spacing: number;
  colors: Colors;
  effect: Effect;
  /** In percent. */
  brightness: number;
}

export interface Dusk {
  /** Gives it another drawing; resolves once the next frame shows it. */
  light: (lit: Lit) => Promise<void>;
  /** From day (0) to night (1), at a moment of the effect. */
  draw: (evening: number, seconds: number) => void;
  /** Hands over the picture as it stands, and rests until it was taken: browsers pack pictures when nothing else is to do. */
  still: (take: (picture: HTMLCanvasElement) => Promise<Blob>) => Promise<Blob>;
  close: () => void;
}

/** Why a file is no picture to start from: a sentence for its owner. */
export class PictureRefused extends Error {}

/** The three ways in; each module is loaded with the studio, none before. */
export type OpenPhoto = (file: Blob) => Promise<Photo>;
export type OpenSight = (photo: Photo) => Promise<Sight>;
export type OpenDusk = (canvas: HTMLCanvasElement, photo: Photo, sight: Sight) => Promise<Dusk | null>;
