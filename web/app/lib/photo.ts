// Photos from a camera are larger than anybody needs, and the way from a roof to the server is slow.

const LONGEST_EDGE = 2048;
const SMALL_ENOUGH = 1024 * 1024;

/** The photo with its longer edge at most 2048 px, as JPEG; as it is where it is small already or cannot be drawn. */
export async function shrunk(file: File): Promise<File> {
  if (file.size <= SMALL_ENOUGH || file.type === "image/gif") return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return blob.size < file.size ? new File([blob], "photo.jpg", { type: blob.type }) : file;
  } catch {
    return file;
  }
}
