// What photos the server takes (duskline/core/media/containers.py), and what is said of others.

export const PHOTO_TYPES = ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"];

/** As the server has it (duskline/core/media/images.py); the size of a photo that was shrunk counts after that. */
const MOST_BYTES = 5 * 1024 * 1024;

interface PhotoFault {
  title: string;
  text: string;
}

/** Of a file as it was chosen. */
export function photoTypeFault({ type, size }: File): PhotoFault | null {
  if (!PHOTO_TYPES.includes(type))
    return { title: "Invalid File Type", text: "Please select a valid image file (JPEG, PNG, GIF, or WebP)" };
  return size === 0 ? { title: "Empty File", text: "This file is empty. Please select another image." } : null;
}

export const photoSizeFault = ({ size }: File): PhotoFault | null =>
  size > MOST_BYTES ? { title: "File Too Large", text: "Please select an image smaller than 5MB" } : null;
