// Whether a file is a picture to start from, told from its bytes alone; who sent it reads a sentence of what to do instead.
import { MOST_RATIO, PictureRefused } from "../engine";
import { formats } from "./formats";
import type { Head } from "./head";

/** Headers of phones stay below; what lies behind is picture data. */
const READ = 1 << 20;
const MOST_BYTES = 100e6;
const MOST_PIXELS = 80e6;
const LEAST_SIDE = 800;

export const refusals = {
  empty: "This file is empty. Please choose another picture.",
  heavy: "This file is over 100 MB. Please choose a smaller picture.",
  foreign: "This file is not a picture we can open. Please choose a JPEG, PNG or WebP.",
  damaged: "This picture is damaged. Please choose another one, or take it again.",
  cut: "Part of this picture is missing, as after a download that stopped. Please choose it again from where it was taken.",
  blank: "This picture has no size. Please choose another one.",
  huge: "This picture has over 80 million pixels. Please choose a smaller copy of it.",
  small: "This picture is too small to find a roof in. Please choose one of at least 800 pixels, not a preview.",
  strip: "This picture is a narrow strip. Please choose one with the whole front of the house in view.",
  inks: "This picture is made for print (CMYK), which this browser cannot open. Please save it as an RGB JPEG.",
  heic:
    "This browser cannot open HEIC pictures. On an iPhone, set Settings, Camera, Formats to Most Compatible and take it " +
    "again, or take a screenshot of it and choose that.",
  undecoded:
    "This browser cannot open this picture. Please save it as a JPEG, or take a screenshot of it and choose that.",
} as const;

export const refused = (why: keyof typeof refusals) => new PictureRefused(refusals[why]);

/** Its head, if it is one to start from. */
export async function judged(file: Blob): Promise<Head> {
  if (!file.size) throw refused("empty");
  if (file.size > MOST_BYTES) throw refused("heavy");
  const bytes = new DataView(await file.slice(0, READ).arrayBuffer());
  const head = headOf(bytes, file.size > READ ? "damaged" : "cut");
  const fault = faultOf(head);
  if (fault) throw refused(fault);
  if (!(await isWhole(file, head))) throw refused("cut");
  return head;
}

function headOf(bytes: DataView, pastTheEnd: "damaged" | "cut"): Head {
  const format = formats.find(({ matches }) => matches(bytes));
  if (!format) throw refused("foreign");
  try {
    return format.read(bytes);
  } catch (fault) {
    throw refused(fault instanceof RangeError ? pastTheEnd : "damaged");
  }
}

function faultOf({ type, width, height }: Head) {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  // Some hold their size where only the browser looks; it is asked again once it is decoded.
  if (type === "HEIC" && !longer) return null;
  return sizeFault(longer, shorter);
}

export function sizeFault(longer: number, shorter: number) {
  if (!shorter) return "blank";
  if (longer * shorter > MOST_PIXELS) return "huge";
  if (longer < LEAST_SIDE) return "small";
  return longer > shorter * MOST_RATIO ? "strip" : null;
}

async function isWhole(file: Blob, { type, data }: Head): Promise<boolean> {
  if (type === "WebP" || type === "HEIC") return data <= file.size;
  if (type === "JPEG") return hasEnd(file, data);
  const end = new Uint8Array(await file.slice(-1024).arrayBuffer());
  if (type === "GIF") return end.lastIndexOf(0x3b) >= 0;
  return String.fromCharCode(...end).includes("IEND");
}

/** Looks for the end of a JPEG from behind: phones hang films and second pictures on it. */
async function hasEnd(file: Blob, from: number): Promise<boolean> {
  for (let end = file.size; end > from; end -= READ) {
    const bytes = new Uint8Array(await file.slice(Math.max(from, end - READ), end + 1).arrayBuffer());
    for (let at = bytes.lastIndexOf(0xd9); at > 0; at = bytes.lastIndexOf(0xd9, at - 1)) {
      if (bytes[at - 1] === 0xff) return true;
    }
  }
  return false;
}
