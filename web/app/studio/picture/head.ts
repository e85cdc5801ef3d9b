// What the first bytes of a picture say of it, before anything is decoded. Whatever lies outside them, or is not what the format
// says, throws: a reader past the end by itself, the rest as `Damaged`.

export interface Head {
  type: "JPEG" | "PNG" | "WebP" | "GIF" | "HEIC";
  /** As stored, before it is turned upright. */
  width: number;
  height: number;
  /** How it has to be turned and mirrored, from 1 (as it is) to 8; from 5 on the sides change places. */
  orientation: number;
  /** Focal length in widths of the picture as stored; null where nothing says. */
  focal: number | null;
  moves: boolean;
  /** Four inks instead of three colors, which not every browser takes. */
  inks: boolean;
  /** Where its picture data begins, or how long the whole file must be at least. */
  data: number;
}

/** It is not what it says it is. */
export class Damaged extends Error {}

export const plain = { orientation: 1, focal: null, moves: false, inks: false };

/** Four or more letters at a place. */
export function says(view: DataView, at: number, letters: string): boolean {
  if (at + letters.length > view.byteLength) return false;
  return [...letters].every((letter, i) => view.getUint8(at + i) === letter.charCodeAt(0));
}

export const part = (view: DataView, at: number, length: number) =>
  new DataView(view.buffer, view.byteOffset + at, Math.max(0, Math.min(length, view.byteLength - at)));
