// What photos the server takes (duskline/core/media/containers.py), and what is said of others.

export const PHOTO_TYPES = ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"];

/** As the server has it (duskline/core/media/images.py); the size of a photo that was shrunk counts after that. */
const MOST_BYTES = 5 * 1024 * 1024;

interface PhotoFault {
  title: string;
  text: string;
}

export const photoTypeFault = ({ type }: File): PhotoFault | null =>
  PHOTO_TYPES.includes(type)
    ? null
    : { title: "Invalid File Type", text: "Please select a valid image file (JPEG, PNG, GIF, or WebP)" };

export const photoSizeFault = ({ size }: File): PhotoFault | null =>
  size > MOST_BYTES ? { title: "File Too Large", text: "Please select an image smaller than 5MB" } : null;
