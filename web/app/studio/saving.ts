// A plain copy of the photo, to keep and to send.
import type { Photo } from "./engine";

/** The working picture as JPEG, without anything that a camera wrote beside it. */
export async function copyOf({ image, width, height }: Photo): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.88 });
}
