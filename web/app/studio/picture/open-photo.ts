// Opens a picture that somebody chose: its head is judged before anything is decoded, then it is decoded upright and no larger than needed.
import type { OpenPhoto, Photo } from "../engine";
import type { Head } from "./head";
import { judged, refused, sizeFault } from "./judge";

/** Pixels on the longer side of the working picture. */
const WORKING = 1600;
export const MOVES = "This picture moves. We took its first moment.";

export const openPhoto: OpenPhoto = async (file) => {
  const head = await judged(file);
  const image = await decoded(file, head);
  const { width, height } = image;
  return { image, width, height, focal: uprightFocal(head), doubts: head.moves ? [MOVES] : [] };
};

/** Of its stored sides, in the order in which they are seen. */
const upright = ({ width, height, orientation }: Head) => (orientation > 4 ? [height, width] : [width, height]);

/** In widths of the picture as it is seen. */
function uprightFocal({ width, height, orientation, focal }: Head): Photo["focal"] {
  return focal && orientation > 4 ? (focal * width) / height : focal;
}

async function decoded(file: Blob, head: Head): Promise<ImageBitmap> {
  const [width, height] = upright(head) as [number, number];
  const share = WORKING / Math.max(width, height);
  try {
    // Shrunk while it is decoded, off the page's thread, where the head says to what.
    const size = share < 1 && head.type === "JPEG" ? sized(width * share, height * share) : {};
    return await fitting(await createImageBitmap(file, { imageOrientation: "from-image", ...size }));
  } catch (fault) {
    if (fault instanceof DOMException) throw refused(undecodedBecause(head));
    throw fault;
  }
}

const sized = (width: number, height: number): ImageBitmapOptions => ({
  resizeWidth: Math.max(1, Math.round(width)),
  resizeHeight: Math.max(1, Math.round(height)),
  resizeQuality: "high",
});

function undecodedBecause({ type, inks }: Head) {
  if (inks) return "inks";
  return type === "HEIC" ? "heic" : "undecoded";
}

/** What came out of the file, at most as large as needed. */
async function fitting(image: ImageBitmap): Promise<ImageBitmap> {
  const { width, height } = image;
  const fault = sizeFault(Math.max(width, height), Math.min(width, height));
  const share = WORKING / Math.max(width, height);
  if (!fault && share >= 1) return image;
  const smaller = fault ? null : await createImageBitmap(image, sized(width * share, height * share));
  image.close();
  if (!smaller) throw refused(fault ?? "undecoded");
  return smaller;
}
