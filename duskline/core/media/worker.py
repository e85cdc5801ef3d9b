"""A short-lived process that turns an uploaded image into plain WebP pictures.

Decoding is where attacks land, so it happens here, within the limits of `core/system/sandbox.py`. `core/media/images.py` starts this
file by its path with the image on standard input; nothing of the product is imported. Argument: how many pixels the image
may have. Standard output: the length of the large picture (4 bytes, big-endian), the large, then the small one. The exit
status says that there is none.
"""

import io
import sys
import warnings

from PIL import Image, ImageCms
from PIL.Image import Transpose

FORMATS = ("JPEG", "PNG", "GIF", "WEBP")
NO_IMAGE = 3
ALPHA = ("LA", "RGBA")
"""Modes that can be seen through."""
JPEG_START, JPEG_END = b"\xff\xd8", b"\xff\xd9"
LARGE, SMALL = 1600, 480
QUALITY = 80
ORIENTATION = 0x0112
UPRIGHT = {
    2: Transpose.FLIP_LEFT_RIGHT, 3: Transpose.ROTATE_180, 4: Transpose.FLIP_TOP_BOTTOM, 5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270, 7: Transpose.TRANSVERSE, 8: Transpose.ROTATE_90,
}  # fmt: skip
"""How a camera was held -> how the picture is turned."""


def main(pixels: int) -> int:
    # More than its markers said, by another reading of them, is refused as well.
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    Image.MAX_IMAGE_PIXELS = pixels
    try:
        image = Image.open(io.BytesIO(ended(sys.stdin.buffer.read())), formats=FORMATS)
        pictures = [encoded(picture) for picture in processed(image)]
    except Exception:
        return NO_IMAGE
    sys.stdout.buffer.write(len(pictures[0]).to_bytes(4, "big") + b"".join(pictures))
    return 0


def ended(content: bytes) -> bytes:
    """A JPEG with its end: where that is missing, as after a broken copy, browsers show what there is."""
    return content + JPEG_END if content.startswith(JPEG_START) else content


def processed(image: Image.Image) -> list[Image.Image]:
    """Upright, in sRGB, in both sizes, each in a new image: what came along with the pixels stays behind."""
    image.draft("RGB", (2 * LARGE, 2 * LARGE))
    image.load()
    orientation = image.getexif().get(ORIENTATION)
    profile = image.info.get("icc_profile")
    image = smooth(image)
    image.thumbnail((LARGE, LARGE), Image.Resampling.LANCZOS, reducing_gap=3)
    large = clean(in_srgb(image, profile))
    if orientation in UPRIGHT:
        large = large.transpose(UPRIGHT[orientation])
    small = large.copy()
    small.thumbnail((SMALL, SMALL), Image.Resampling.LANCZOS)
    return [large, small]


def smooth(image: Image.Image) -> Image.Image:
    """In a mode that can be resized without steps, and that its profile is about; palettes and 16-bit grays cannot."""
    if image.mode.startswith("I"):
        return image.point(lambda value: value / 256).convert("L")
    if image.mode == "CMYK":
        return image
    mode = "L" if image.mode in ("1", "L", "LA") else "RGB"
    if image.has_transparency_data:
        mode += "A"
    return image if image.mode == mode else image.convert(mode)


def in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Colors as the camera meant them; without its profile, browsers take them for sRGB."""
    if not profile:
        return image
    see_through = image.mode in ALPHA
    solid = image.convert(image.mode[:-1]) if see_through else image
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        changed = ImageCms.profileToProfile(solid, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError):
        return image
    if changed is None:
        return image
    if see_through:
        changed.putalpha(image.getchannel("A"))
    return changed


def clean(image: Image.Image) -> Image.Image:
    """The pixels alone, on white where they are transparent. A plain save would keep a JPEG's comment."""
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image.convert("RGB"), mask=image.getchannel("A") if image.mode in ALPHA else None)
    return paper


def encoded(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
