// Photos from a camera are larger than anybody needs, and the way from a roof to the server is slow.
import { PHOTO_TYPES } from "./photo-types";

const LONGEST_EDGE = 2048;
const SMALL_ENOUGH = 1024 * 1024;

/** Whether this browser can draw it. */
export async function opens(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

/** The photo upright, its longer edge at most 2048 px, as JPEG; as it is where the server takes it and it is small already,
 * and where it cannot be drawn. */
export async function shrunk(file: File): Promise<File> {
  const taken = PHOTO_TYPES.includes(file.type);
  if (taken && (file.size <= SMALL_ENOUGH || file.type === "image/gif")) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return taken && blob.size >= file.size ? file : new File([blob], "photo.jpg", { type: blob.type });
  } catch {
    return file;
  }
}
