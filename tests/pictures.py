"""Images as visitors and attackers send them."""

import io
from typing import Any

from PIL import Image

FORM = {
    "name": "Gus Guest",
    "email": "gus@guest.example",
    "location": "Maple Street",
    "description": "Our house at dusk, seen from the road",
    "category": "Holiday",
}
PLACE = "Secret Lane 12"


def saved(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def photo(width: int = 800, height: int = 600, kind: str = "JPEG", **options: Any) -> bytes:
    """Red above, blue below."""
    image = Image.new("RGB", (width, height), "red")
    image.paste("blue", (0, height // 2, width, height))
    return saved(image, kind, **options)


def telltale() -> bytes:
    """A JPEG that was held sideways and says where, by whom and with what."""
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned a quarter clockwise
    exif[0x010E] = PLACE
    exif[0x8825] = {1: "N", 2: (40.0, 26.0, 46.0)}
    return photo(exif=exif, comment=PLACE.encode(), xmp=f"<x>{PLACE}</x>".encode())


def padded(content: bytes, size: int) -> bytes:
    """A JPEG of exactly so many bytes: decoders ignore what follows its end."""
    return content + b"\0" * (size - len(content))


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def hostile() -> dict[str, bytes]:
    """Files that must be refused, whatever they are called."""
    good = photo()
    return {
        "empty": b"",
        "text": b"hello",
        "html": b"<script>alert(1)</script>",
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        "pdf": b"%PDF-1.7\n%%EOF",
        "bmp": saved(Image.new("RGB", (10, 10)), "BMP"),
        "tiff": saved(Image.new("RGB", (10, 10)), "TIFF"),
        "ico": saved(Image.new("RGB", (16, 16)), "ICO"),
        "avif": saved(Image.new("RGB", (16, 16)), "AVIF"),
        "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        "cut jpeg": good[:300],
        "cut png": photo(kind="PNG")[:60],
        "cut webp": photo(kind="WEBP")[:40],
        "cut gif": photo(kind="GIF")[:20],
        "jpeg head": good[:20] + b"\xff" * 400,
        "png head": b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
        "zip": b"PK\x03\x04" + b"\0" * 100,
        "bomb": saved(Image.new("L", (9000, 9000)), "PNG", compress_level=9),
        "wide bomb": saved(Image.new("1", (60000, 1000)), "PNG"),
        "jpeg bomb": saved(Image.new("L", (9000, 9000)), "JPEG", quality=1),
        "lying png": _with_size(saved(Image.new("L", (10, 10)), "PNG"), 2**31 - 1),
    }


def _with_size(png: bytes, width: int) -> bytes:
    """A PNG whose header claims another width (its check sum is then wrong too)."""
    return png[:16] + width.to_bytes(4, "big") + png[20:]
