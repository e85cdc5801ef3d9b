// What kinds of photo the server takes (duskline/core/media/containers.py).

export const PHOTO_TYPES = ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"];
