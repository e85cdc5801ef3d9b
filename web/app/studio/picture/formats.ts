// One reader for each kind of picture: where its size stands, whether it moves, how the camera was held.
import { notesOf } from "./exif";
import { Damaged, type Head, part, plain, says } from "./head";

interface Format {
  matches: (view: DataView) => boolean;
  read: (view: DataView) => Head;
}

const PNG = "\x89PNG\r\n\x1a\n";

export const formats: Format[] = [
  { matches: (view) => says(view, 0, "\xff\xd8\xff"), read: jpeg },
  { matches: (view) => says(view, 0, PNG), read: png },
  { matches: (view) => says(view, 0, "RIFF") && says(view, 8, "WEBP"), read: webp },
  { matches: (view) => says(view, 0, "GIF87a") || says(view, 0, "GIF89a"), read: gif },
  { matches: isHeif, read: heif },
];

/** Frames come in thirteen kinds; the other three markers between them say something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function jpeg(view: DataView): Head {
  let at = 2;
  let notes: DataView | null = null;
  for (;;) {
    if (view.getUint8(at) !== 0xff) throw new Damaged();
    const marker = view.getUint8(at + 1);
    at += marker === 0xff ? 1 : 2;
    if (marker === 0xff || hasNoLength(marker)) continue;
    const length = view.getUint16(at);
    if (marker === 0xda || marker === 0xd9 || length < 2) throw new Damaged();
    if (isFrame(marker)) return jpegFrame(view, at, notes);
    if (marker === 0xe1 && says(view, at + 2, "Exif\0\0")) notes ??= part(view, at + 8, length - 8);
    at += length;
  }
}

function jpegFrame(view: DataView, at: number, notes: DataView | null): Head {
  const [height, width] = [view.getUint16(at + 3), view.getUint16(at + 5)];
  const seen = notes ? notesOf(notes, width, height) : {};
  return { ...plain, type: "JPEG", width, height, ...seen, inks: view.getUint8(at + 7) === 4, data: at };
}

function png(view: DataView): Head {
  if (!says(view, 12, "IHDR") || view.getUint32(8) !== 13) throw new Damaged();
  const head: Head = { ...plain, type: "PNG", width: view.getUint32(16), height: view.getUint32(20), data: 0 };
  for (let at = 33; at + 8 <= view.byteLength && !says(view, at + 4, "IDAT"); at += 12 + view.getUint32(at)) {
    if (says(view, at + 4, "acTL")) head.moves = true;
    if (says(view, at + 4, "eXIf")) {
      Object.assign(head, notesOf(part(view, at + 8, view.getUint32(at)), head.width, head.height));
    }
  }
  return head;
}

const threeBytes = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);

function webp(view: DataView): Head {
  const head: Head = { ...plain, type: "WebP", width: 0, height: 0, data: 8 + view.getUint32(4, true) };
  if (says(view, 12, "VP8X")) {
    const sides = { width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) };
    return { ...head, ...sides, moves: (view.getUint8(20) & 2) > 0, ...webpNotes(view, sides) };
  }
  if (says(view, 12, "VP8L") && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { ...head, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (!says(view, 12, "VP8 ") || !says(view, 23, "\x9d\x01\x2a")) throw new Damaged();
  return { ...head, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function webpNotes(view: DataView, { width, height }: { width: number; height: number }) {
  for (let at = 30; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (says(view, at, "EXIF")) {
      const skipped = says(view, at + 8, "Exif\0\0") ? 6 : 0;
      return notesOf(part(view, at + 8 + skipped, length - skipped), width, height);
    }
    at += 8 + length + (length & 1);
  }
  return {};
}

function gif(view: DataView): Head {
  const loops = [...Array(Math.min(4096, view.byteLength)).keys()].some((at) => says(view, at, "NETSCAPE2.0"));
  const sides = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return { ...plain, type: "GIF", ...sides, moves: loops, data: 0 };
}

const BRANDS = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif"];

function isHeif(view: DataView): boolean {
  return says(view, 4, "ftyp") && BRANDS.some((brand) => says(view, 8, brand));
}

/** A picture of tiles names the size of each and of the whole: the largest counts. The browser turns it by itself. */
function heif(view: DataView): Head {
  const head: Head = { ...plain, type: "HEIC", width: 0, height: 0, data: boxesEnd(view) };
  const end = Math.min(view.byteLength - 16, 1 << 18);
  for (let at = 0; at <= end; at++) {
    if (view.getUint8(at) !== 0x69 || !says(view, at, "ispe")) continue;
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (width * height > head.width * head.height) Object.assign(head, { width, height });
  }
  return head;
}

/** Where the last of the outer boxes that begin here has to end. */
function boxesEnd(view: DataView): number {
  let at = 0;
  while (at + 8 <= view.byteLength) {
    const length = view.getUint32(at);
    if (length === 0) break;
    const whole = length === 1 ? Number(view.getBigUint64(at + 8)) : length;
    if (whole < 8) throw new Damaged();
    at += whole;
  }
  return at;
}
