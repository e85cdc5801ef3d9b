// Heads of pictures made byte by byte: what is said of good ones, and that each hostile one ends in a sentence.
import { expect, test } from "vitest";
import { PictureRefused } from "../engine";
import { judged, refusals } from "./judge";

type Bytes = (number | string | Uint8Array | number[])[];

function bytes(parts: Bytes): Uint8Array<ArrayBuffer> {
  const flat = parts.flatMap((part) => {
    if (typeof part === "number") return [part];
    return typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : [...part];
  });
  return Uint8Array.from(flat);
}
const big = (value: number, count: number) =>
  [...Array(count).keys()].map((i) => Math.floor(value / 256 ** (count - 1 - i)) % 256);
const little = (value: number, count: number) => big(value, count).reverse();
const file = (...parts: Bytes) => new Blob([bytes(parts)]);

interface Sides {
  width: number;
  height: number;
}
const house = { width: 4032, height: 3024 };

// --- JPEG
const segment = (marker: number, ...body: Bytes) => {
  const content = bytes(body);
  return bytes([0xff, marker, big(content.length + 2, 2), content]);
};
const frame = ({ width, height }: Sides, colors = 3, marker = 0xc0) =>
  segment(marker, 8, big(height, 2), big(width, 2), colors, Array(colors * 3).fill(1));
const SCAN = bytes([segment(0xda, Array(10).fill(0)), 1, 2, 3]);
const END = [0xff, 0xd9];
const START = [0xff, 0xd8];
const jpeg = (sides: Sides, ...more: Bytes) => file(START, ...more, frame(sides), SCAN, END);

type Field = [tag: number, kind: number, value: number];
/** A TIFF block: orientation, and in a directory of its own what the lens was. */
function notes(orientation: number, lens: Field[], order = "MM"): Uint8Array {
  const write = order === "MM" ? big : little;
  const ratios: number[] = [];
  const directory = (fields: Field[], at: number) => [
    ...write(fields.length, 2),
    ...fields.flatMap(([tag, kind, value]) => {
      const head = [...write(tag, 2), ...write(kind, 2), ...write(1, 4)];
      if (kind === 3) return [...head, ...write(value, 2), 0, 0];
      if (kind === 4) return [...head, ...write(value, 4)];
      ratios.push(...write(Math.round(value * 100), 4), ...write(100, 4));
      return [...head, ...write(at + 2 + fields.length * 12 + 4 + ratios.length - 8, 4)];
    }),
    ...write(0, 4),
  ];
  const first = directory(
    [
      [0x0112, 3, orientation],
      [0x8769, 4, 38],
    ],
    8,
  );
  return bytes([order, write(42, 2), write(8, 4), first, directory(lens, 38), ratios]);
}
const exif = (block: Uint8Array) => segment(0xe1, "Exif\0\0", block);

// --- PNG
const chunk = (name: string, ...body: Bytes) => {
  const content = bytes(body);
  return bytes([big(content.length, 4), name, content, 0, 0, 0, 0]);
};
const PNG = "\x89PNG\r\n\x1a\n";
const ihdr = ({ width, height }: Sides) => chunk("IHDR", big(width, 4), big(height, 4), 8, 2, 0, 0, 0);
const png = (sides: Sides, ...more: Bytes) => file(PNG, ihdr(sides), ...more, chunk("IDAT", 1, 2), chunk("IEND"));

// --- WebP
const riff = (...body: Bytes) => {
  const content = bytes(body);
  return file("RIFF", little(content.length + 4, 4), "WEBP", content);
};
const part = (name: string, ...body: Bytes) => {
  const content = bytes(body);
  return bytes([name, little(content.length, 4), content, Array(content.length & 1).fill(0)]);
};
const vp8 = ({ width, height }: Sides) =>
  part("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, little(width, 2), little(height, 2), 0, 0);
const vp8l = ({ width, height }: Sides) => part("VP8L", 0x2f, little(width - 1 + (height - 1) * 2 ** 14, 4), 0, 0, 0);
const vp8x = ({ width, height }: Sides, flags = 0) =>
  part("VP8X", flags, 0, 0, 0, little(width - 1, 3), little(height - 1, 3));

// --- GIF, HEIC
const gif = ({ width, height }: Sides, ...more: Bytes) =>
  file("GIF89a", little(width, 2), little(height, 2), 0, 0, 0, ...more, 0x3b);
const box = (name: string, ...body: Bytes) => {
  const content = bytes(body);
  return bytes([big(content.length + 8, 4), name, content]);
};
const ispe = ({ width, height }: Sides) => box("ispe", big(0, 4), big(width, 4), big(height, 4));
const heic = (sides: Sides, brand = "heic") =>
  file(
    box("ftyp", brand, big(0, 4)),
    box("meta", ispe({ width: 512, height: 512 }), ispe(sides)),
    box("mdat", 1, 2, 3),
  );

test.each([
  ["JPEG", jpeg(house)],
  ["JPEG with fill bytes and a restart marker", file(START, 0xff, 0xff, 0x01, frame(house), SCAN, END)],
  ["progressive JPEG", file(START, frame(house, 3, 0xc2), SCAN, END)],
  ["JPEG with a film behind it", new Blob([jpeg(house), new Uint8Array(3 << 20)])],
  ["PNG", png(house)],
  ["WebP, lossy", riff(vp8(house))],
  ["WebP, lossless", riff(vp8l(house))],
  ["WebP, extended", riff(vp8x(house))],
  ["GIF", gif(house)],
  ["HEIC of tiles", heic(house)],
  ["AVIF", heic(house, "avif")],
])("%s: its size is read", async (_, picture) => {
  expect(await judged(picture)).toMatchObject(house);
});

test.each([
  ["JPEG", jpeg(house, exif(notes(6, []))), 6],
  ["PNG", png(house, chunk("eXIf", notes(8, [], "II"))), 8],
  ["WebP", riff(vp8x(house, 8), part("EXIF", notes(3, []))), 3],
  ["JPEG with a turn that there is not", jpeg(house, exif(notes(77, []))), 1],
  ["JPEG with notes that lead outside", jpeg(house, exif(bytes(["MM", 0, 42, 9, 9, 9, 9]))), 1],
])("%s: how it was held is read", async (_, picture, orientation) => {
  expect((await judged(picture)).orientation).toBe(orientation);
});

const lens35: Field[] = [[0xa405, 3, 26]];
const sensor: Field[] = [
  [0x920a, 5, 5.7],
  [0xa20e, 5, 5000],
  [0xa210, 3, 3],
];
test.each([
  ["as on a 35 mm camera", notes(1, lens35), (26 / 43.267) * 1.25],
  ["as on a 35 mm camera, the other way around", notes(1, lens35, "II"), (26 / 43.267) * 1.25],
  ["of 5.7 mm without a sensor", notes(1, sensor.slice(0, 1)), null],
  ["of no millimeters", notes(1, [[0xa405, 3, 0]]), null],
  ["longer than any", notes(1, [[0xa405, 3, 9000]]), null],
])("a lens %s", async (_, block, focal) => {
  const found = (await judged(jpeg(house, exif(block)))).focal;
  expect(found).toEqual(focal === null ? null : expect.closeTo(focal, 3));
});

test("a lens by the width of its sensor", async () => {
  const block = notes(1, [...sensor, [0xa002, 4, 4032]]);
  const width = (4032 / 5000) * 10;
  expect((await judged(jpeg(house, exif(block)))).focal).toBeCloseTo(5.7 / width, 3);
});

test.each([
  ["PNG", png(house, chunk("acTL", big(9, 4), big(0, 4)))],
  ["WebP", riff(vp8x(house, 2))],
  ["GIF", gif(house, "\x21\xff\x0bNETSCAPE2.0")],
])("a %s that moves is taken, and known to move", async (_, picture) => {
  expect((await judged(picture)).moves).toBe(true);
});

test("four inks are noted", async () => {
  expect((await judged(file(START, frame(house, 4), SCAN, END))).inks).toBe(true);
  expect((await judged(jpeg(house))).inks).toBe(false);
});

const cutAt = (picture: Blob, share: number) => picture.slice(0, Math.floor(picture.size * share));
const bomb = { width: 30000, height: 30000 };
const line = { width: 30000, height: 20 };
const none = { width: 0, height: 3024 };
const flat = { width: 4032, height: 0 };
const icon = { width: 799, height: 600 };
const noise = (seed: number, length: number) => {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state >> 16;
  });
};

const hostile: [what: string, picture: Blob, why: keyof typeof refusals][] = [
  ["nothing", file(), "empty"],
  ["one byte", file(0xff), "foreign"],
  ["the start of a JPEG alone", file(START), "foreign"],
  ["a JPEG of three bytes", file(START, 0xff), "cut"],
  ["text", file("This is a picture of my house."), "foreign"],
  ["a page", file("<!doctype html><img src=x onerror=alert(1)>"), "foreign"],
  ["a drawing", file("<svg xmlns='http://www.w3.org/2000/svg' width='2000' height='2000'/>"), "foreign"],
  ["a PDF", file("%PDF-1.7\n1 0 obj"), "foreign"],
  ["a ZIP", file("PK\x03\x04", Array(60).fill(0)), "foreign"],
  ["a program", file("MZ", Array(60).fill(0)), "foreign"],
  ["a BMP", file("BM", little(100, 4), Array(60).fill(0)), "foreign"],
  ["a TIFF", file("II*\0", Array(60).fill(0)), "foreign"],
  ["a JPEG XL", file(0xff, 0x0a, Array(60).fill(0)), "foreign"],
  ["a film", file(box("ftyp", "isom", big(0, 4))), "foreign"],
  ["an icon", file(0, 0, 1, 0, Array(60).fill(0)), "foreign"],
  ["zeros", file(Array(4096).fill(0)), "foreign"],
  ["a RIFF that is sound", file("RIFF", little(40, 4), "WAVE", Array(36).fill(0)), "foreign"],
  ["a PNG with its line ends changed", file("\x89PNG\n\x1a\n", ihdr(house)), "foreign"],
  ["a JPEG bomb", jpeg(bomb), "huge"],
  ["a JPEG as large as one can be", jpeg({ width: 65535, height: 65535 }), "huge"],
  ["a PNG bomb", png(bomb), "huge"],
  ["a PNG of four billion by four billion", png({ width: 0xffffffff, height: 0xffffffff }), "huge"],
  ["a WebP bomb", riff(vp8x({ width: 16384, height: 16384 })), "huge"],
  ["a lossless WebP bomb", riff(vp8l({ width: 16384, height: 16384 })), "huge"],
  ["a GIF bomb", gif({ width: 65535, height: 65535 }), "huge"],
  ["a HEIC bomb", heic(bomb), "huge"],
  ["just over eighty million pixels", png({ width: 10000, height: 8001 }), "huge"],
  ["a JPEG line", jpeg(line), "strip"],
  ["a PNG line", png(line), "strip"],
  ["a tall line", png({ width: 20, height: 30000 }), "strip"],
  ["one row", jpeg({ width: 65535, height: 1 }), "strip"],
  ["a HEIC line", heic(line), "strip"],
  ["a JPEG without a width", jpeg(none), "blank"],
  ["a JPEG without a height", jpeg(flat), "blank"],
  ["a PNG without a width", png(none), "blank"],
  ["a PNG without a height", png(flat), "blank"],
  ["a GIF without a size", gif({ width: 0, height: 0 }), "blank"],
  ["a WebP without a width", riff(vp8(none)), "blank"],
  ["a JPEG preview", jpeg(icon), "small"],
  ["a PNG preview", png(icon), "small"],
  ["a WebP preview", riff(vp8(icon)), "small"],
  ["a lossless WebP preview", riff(vp8l(icon)), "small"],
  ["a GIF of one pixel", gif({ width: 1, height: 1 }), "small"],
  ["a HEIC of tiles alone", heic({ width: 512, height: 512 }), "small"],
  ["a JPEG cut in its frame", cutAt(jpeg(house), 0.4), "cut"],
  ["a JPEG cut in its picture", cutAt(jpeg(house), 0.95), "cut"],
  ["a JPEG of two bytes less", jpeg(house).slice(0, -2), "cut"],
  ["a JPEG of one byte less", jpeg(house).slice(0, -1), "cut"],
  ["a JPEG cut in its notes", cutAt(jpeg(house, exif(notes(1, lens35))), 0.3), "cut"],
  ["a JPEG cut within a long segment", file(START, 0xff, 0xe2, 0xff, 0xff, 1, 2, 3), "cut"],
  ["a PNG cut in its size", png(house).slice(0, 20), "cut"],
  ["a PNG cut in its picture", png(house).slice(0, -12), "cut"],
  ["a WebP cut in its size", riff(vp8(house)).slice(0, 27), "cut"],
  ["a WebP cut in its picture", riff(vp8(house)).slice(0, -1), "cut"],
  ["a GIF cut in its size", gif(house).slice(0, 8), "cut"],
  ["a GIF without its end", gif(house).slice(0, -1), "cut"],
  ["a HEIC cut in its picture", heic(house).slice(0, -1), "cut"],
  ["a HEIC that says it is longer than any", file(box("ftyp", "heic", big(0, 4)), big(0xffffffff, 4), "mdat"), "cut"],
  ["a JPEG of noise", new Blob([bytes([START, 0xff, 0xe0, 0, 2, noise(1, 4000)])]), "damaged"],
  ["a JPEG with a scan before its frame", file(START, SCAN, frame(house), END), "damaged"],
  ["a JPEG that ends at once", file(START, END, frame(house)), "damaged"],
  ["a JPEG segment of no length", file(START, 0xff, 0xe0, 0, 0, frame(house), SCAN, END), "damaged"],
  ["a JPEG segment shorter than its length", file(START, 0xff, 0xe0, 0, 1, frame(house), SCAN, END), "damaged"],
  ["a JPEG with rubbish between segments", file(START, segment(0xe0, 1), 7, 7, frame(house), SCAN, END), "damaged"],
  [
    "a JPEG of tables without end",
    new Blob([bytes(START), ...Array(40).fill(segment(0xe2, new Uint8Array(65000)))]),
    "damaged",
  ],
  ["a PNG without a head", file(PNG, chunk("IDAT", Array(30).fill(1)), chunk("IEND")), "damaged"],
  ["a PNG with a head of another length", file(PNG, big(14, 4), "IHDR", Array(30).fill(0)), "damaged"],
  ["a WebP of a kind unknown", riff(part("VP9 ", Array(30).fill(0))), "damaged"],
  ["a WebP without its start code", riff(part("VP8 ", Array(30).fill(0))), "damaged"],
  ["a lossless WebP without its mark", riff(part("VP8L", Array(30).fill(0))), "damaged"],
  ["a HEIC box of four bytes", file(box("ftyp", "heic", big(0, 4)), big(4, 4), "meta"), "damaged"],
  [
    "a HEIC box of no bytes, said at length",
    file(box("ftyp", "heic", big(0, 4)), big(1, 4), "mdat", big(0, 8)),
    "damaged",
  ],
];

test("there are sixty hostile ones at least", () => expect(hostile.length).toBeGreaterThanOrEqual(60));

test.each(hostile)("%s ends in a sentence", async (_, picture, why) => {
  const fault = await judged(picture).catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(PictureRefused);
  expect((fault as Error).message).toBe(refusals[why]);
});

test("a file of over 100 MB is not even read", async () => {
  const heavy = { size: 100e6 + 1, slice: () => expect.unreachable() } as unknown as Blob;
  await expect(judged(heavy)).rejects.toThrow(refusals.heavy);
});

test("whatever byte of a good picture is changed, it is taken or refused in words", async () => {
  for (const good of [jpeg(house, exif(notes(6, lens35))), png(house), riff(vp8x(house)), heic(house)]) {
    const whole = new Uint8Array(await good.arrayBuffer());
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = whole.slice();
        changed[at] = value;
        const fault = await judged(new Blob([changed])).catch((thrown: unknown) => thrown);
        if (fault instanceof Error) expect(fault).toBeInstanceOf(PictureRefused);
      }
    }
  }
});
