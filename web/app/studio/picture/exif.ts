// What a camera notes beside the picture: how it was held, and its lens. A note that cannot be read is none.
import { says } from "./head";

interface Notes {
  orientation: number;
  focal: number | null;
}

const [ORIENTATION, MORE, LENGTH, LENGTH_35, WIDE, PER_UNIT, UNIT] = [
  0x0112, 0x8769, 0x920a, 0xa405, 0xa002, 0xa20e, 0xa210,
];
const [SHORT, LONG, RATIONAL] = [3, 4, 5];
/** Of a 35 mm frame, by which makers of cameras compare lenses. */
const DIAGONAL = Math.hypot(36, 24);
/** In widths of the picture: no lens of a camera or phone lies outside. */
const [LEAST, MOST] = [0.25, 12];
const MILLIMETERS: Record<number, number> = { 2: 25.4, 3: 10 };

/** The notes in a TIFF block, of a picture that is stored with these sides. */
export function notesOf(block: DataView, width: number, height: number): Notes {
  try {
    const isLittle = says(block, 0, "II");
    if (!isLittle && !says(block, 0, "MM")) return { orientation: 1, focal: null };
    const first = fields(block, block.getUint32(4, isLittle), isLittle);
    const more = first.get(MORE);
    const lens = more ? fields(block, more, isLittle) : new Map<number, number>();
    const turn = first.get(ORIENTATION) ?? 1;
    return { orientation: turn >= 1 && turn <= 8 ? turn : 1, focal: focalOf(lens, width, height) };
  } catch {
    return { orientation: 1, focal: null };
  }
}

/** The numbers of one directory, by their tags. */
function fields(block: DataView, at: number, isLittle: boolean): Map<number, number> {
  const found = new Map<number, number>();
  const count = Math.min(block.getUint16(at, isLittle), 200);
  for (let i = 0; i < count; i++) {
    const entry = at + 2 + 12 * i;
    const tag = block.getUint16(entry, isLittle);
    const kind = block.getUint16(entry + 2, isLittle);
    if (kind === SHORT) found.set(tag, block.getUint16(entry + 8, isLittle));
    if (kind === LONG) found.set(tag, block.getUint32(entry + 8, isLittle));
    if (kind === RATIONAL) found.set(tag, rational(block, block.getUint32(entry + 8, isLittle), isLittle));
  }
  return found;
}

function rational(block: DataView, at: number, isLittle: boolean): number {
  if (at + 8 > block.byteLength) return 0;
  return block.getUint32(at, isLittle) / block.getUint32(at + 4, isLittle);
}

/** By what the lens would be on a 35 mm camera, else by the size of the sensor. */
function focalOf(lens: Map<number, number>, width: number, height: number): number | null {
  const compared = ((lens.get(LENGTH_35) ?? 0) / DIAGONAL) * (Math.hypot(width, height) / width);
  const sensor = ((lens.get(WIDE) ?? 0) / (lens.get(PER_UNIT) ?? 0)) * (MILLIMETERS[lens.get(UNIT) ?? 2] ?? 0);
  const focal = compared || (lens.get(LENGTH) ?? 0) / sensor;
  return focal >= LEAST && focal <= MOST ? focal : null;
}
