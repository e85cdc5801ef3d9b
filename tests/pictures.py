"""Images as visitors and attackers send them."""

import io
import struct
import zlib
from typing import Any

from PIL import Image, ImageCms, PngImagePlugin

FORM = {
    "name": "Gus Guest",
    "email": "gus@guest.example",
    "location": "Maple Street",
    "description": "Our house at dusk, seen from the road",
    "category": "Holiday",
    "consent": "visitor-1",
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


def profile(*channels: tuple[float, float, float], gamma: float = 2.2) -> bytes:
    """An ICC profile: of red, green and blue, each as what it is in XYZ under D50, or of gray without them."""
    white = (0.9642, 1.0, 0.8249)
    curve = b"curv" + struct.pack(">IIHH", 0, 1, round(gamma * 256), 0)
    named = {b"rXYZ": 0, b"gXYZ": 1, b"bXYZ": 2}
    parts = {name: _xyz(channels[at]) for name, at in named.items()} if channels else {}
    parts |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC") if channels else (b"kTRC",), curve)
    parts |= {
        b"wtpt": _xyz(white),
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"desc": b"desc" + struct.pack(">II", 0, 1) + b"\0" * 80,
    }
    at, table, body = 132 + 12 * len(parts), struct.pack(">I", len(parts)), b""
    for name, part in parts.items():
        table += name + struct.pack(">II", at + len(body), len(part))
        body += part
    head = struct.pack(
        ">I4sI4s4s4s12s4s28s12s",
        at + len(body), b"", 0x02100000, b"mntr", b"RGB " if channels else b"GRAY", b"XYZ ", b"", b"acsp", b"", _xyz(white)[8:],
    )  # fmt: skip
    return head.ljust(128, b"\0") + table + body


def _xyz(color: tuple[float, float, float]) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">iii", *(round(value * 65536) for value in color))


DISPLAY_P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))
"""Red, green and blue of what phones and laptops show since 2016."""


def hostile() -> dict[str, bytes]:
    """Files that must be refused, whatever they are called."""
    good, png, webp, gif = (photo(kind=kind) for kind in ("JPEG", "PNG", "WEBP", "GIF"))
    tiny = saved(Image.new("L", (10, 10)), "PNG")
    return {
        # no image at all, or none of the four types
        "empty": b"", "one byte": b"\xff", "text": b"hello", "html": b"<script>alert(1)</script>",
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "xml": b"<?xml version='1.0'?><a/>",
        "pdf": b"%PDF-1.7\n%%EOF", "zip": b"PK\x03\x04" + b"\0" * 100, "gzip": b"\x1f\x8b\x08" + b"\0" * 100,
        "elf": b"\x7fELF" + b"\0" * 100, "php": b"<?php system($_GET['c']); ?>", "mp4": b"\0\0\0\x18ftypmp42" + b"\0" * 100,
        "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "zeros": b"\0" * 5_000, "ones": b"\xff" * 5_000,
        **{kind.lower(): saved(Image.new("RGB", (16, 16)), kind) for kind in ("BMP", "TIFF", "ICO", "AVIF", "PPM", "TGA", "PCX", "JPEG2000", "ICNS", "DDS", "SGI")},
        # polyglots: something else first, an image behind it
        "html before a jpeg": b"<script>alert(1)</script>" + good, "zip before a png": b"PK\x03\x04" + png,
        "pdf before a gif": b"%PDF-1.7\n" + gif, "byte order mark before a jpeg": b"\xef\xbb\xbf" + good,
        # heads without a body, bodies cut
        "cut jpeg": good[:300], "cut png": png[:60], "png without its end": png[: len(png) // 2],
        "cut webp": webp[:40], "webp without its end": webp[: len(webp) // 2], "cut gif": gif[:20], "gif without its pixels": gif[:800],
        "jpeg head": good[:20] + b"\xff" * 400, "jpeg start": good[:2], "png head": png[:8] + b"\0" * 200, "gif head": b"GIF89a", "webp head": b"RIFF\x10\0\0\0WEBP",
        "gif as javascript": b"GIF89a/*" + b"\0" * 20 + b"*/=1;alert(1)", "webp that lies about its length": b"RIFF\xff\xff\xff\x7fWEBPVP8 " + b"\0" * 50,
        # few bytes, many pixels
        "bomb": saved(Image.new("L", (9000, 9000)), "PNG", compress_level=9), "wide bomb": saved(Image.new("1", (60000, 1000)), "PNG"),
        "jpeg bomb": saved(Image.new("L", (9000, 9000)), "JPEG", quality=1), "gif bomb": saved(Image.new("L", (6000, 6000)), "GIF"),
        "text bomb": _with_chunk(tiny, b"zTXt", b"a\0\0" + zlib.compress(b"x" * 80_000_000)),
        # numbers that cannot be
        "lying png": _with_size(tiny, 2**31 - 1), "png of no width": _with_size(tiny, 0), "png of too many pixels": _with_size(tiny, 60_000, 60_000),
        "wrong check sum": broken(),
    }  # fmt: skip


def odd() -> dict[str, bytes]:
    """Images that are taken, and of which nothing but the pixels may come out: each carries PLACE somewhere."""
    place = PLACE.encode()
    exif = Image.Exif()
    exif[0x010E], exif[0x9286] = PLACE, PLACE
    exif[0x8825] = {1: "N", 2: (40.0, 26.0, 46.0), 29: PLACE}
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes() + place
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", PLACE)
    notes.add_itxt("XML:com.adobe.xmp", f"<x>{PLACE}</x>")
    picture = opened(photo())
    frames = [Image.new("RGB", (80, 60), color) for color in ("red", "blue", "green")]
    pale = Image.new("P", (80, 60))
    moving: dict[str, Any] = {"save_all": True, "append_images": frames[1:]}
    behind = b"PK\x03\x04" + place + b"<script>alert(1)</script>"
    return {
        "exif": saved(picture, exif=exif), "gps": telltale(), "comment": saved(picture, comment=place), "xmp": saved(picture, xmp=f"<x>{PLACE}</x>".encode()),
        "icc": saved(picture, icc_profile=profile), "progressive": saved(picture, progressive=True, exif=exif), "thumbnail": saved(picture, exif=exif, comment=place * 500),
        "png exif": saved(picture, "PNG", exif=exif), "png text": saved(picture, "PNG", pnginfo=notes), "png icc": saved(picture, "PNG", icc_profile=profile),
        "webp exif": saved(picture, "WEBP", exif=exif), "webp xmp": saved(picture, "WEBP", xmp=f"<x>{PLACE}</x>".encode()), "webp icc": saved(picture, "WEBP", icc_profile=profile),
        "gif comment": saved(picture, "GIF", comment=place), "unknown chunk": _with_chunk(photo(kind="PNG"), b"plAc", place),
        "zip behind a jpeg": photo() + behind, "zip behind a png": photo(kind="PNG") + behind, "zip behind a gif": photo(kind="GIF") + behind, "zip behind a webp": photo(kind="WEBP") + behind, "html in a comment": saved(picture, comment=place + b"*/<script>alert(1)</script>"),
        "moving gif": saved(frames[0], "GIF", comment=place, **moving), "moving webp": saved(frames[0], "WEBP", exif=exif, **moving), "moving png": saved(frames[0], "PNG", pnginfo=notes, **moving),
        "mpo": saved(frames[0], "MPO", exif=exif, **moving), "16 bit": saved(Image.new("I;16", (80, 60)), "PNG", pnginfo=notes), "one bit": saved(Image.new("1", (80, 60)), "PNG", pnginfo=notes),
        "cmyk": saved(Image.new("CMYK", (80, 60)), "JPEG", exif=exif), "gray with alpha": saved(Image.new("LA", (80, 60)), "PNG", pnginfo=notes), "one pixel": saved(Image.new("RGB", (1, 1)), "PNG", pnginfo=notes),
        "palette with a hole": saved(pale, "PNG", transparency=0, pnginfo=notes), "interlaced gif": saved(pale, "GIF", interlace=1, comment=place), "very thin": saved(Image.new("RGB", (1, 9_000)), "PNG", pnginfo=notes),
        "exif that is none": saved(picture, exif=b"Exif\0\0" + place), "turned beyond sense": saved(picture, exif=_turned(99)),
    }  # fmt: skip


def costly() -> dict[str, bytes]:
    """Files of few bytes that would keep a decoder busy; their markers say so."""
    gif, png, webp = (photo(90, 60, kind) for kind in ("GIF", "PNG", "WEBP"))
    frame = gif[gif.rindex(b"\x2c\0\0\0\0") : -1]
    return {
        "a jpeg of many passes": many_passes(40_000), "a large jpeg of some passes": many_passes(60, 7_000, 7_000),
        "passes behind filling": many_passes(60).replace(b"\xff\xda", b"\xff\xff\xff\xda"), "a jpeg of many segments": b"\xff\xd8" + b"\xff\xe0\0\2" * 30_000 + photo()[2:],
        "a gif of many frames": gif[:-1] + frame * 501 + gif[-1:], "a gif of many blocks": gif[:-1] + b"\x21\xfe" + b"\1x" * 30_000 + b"\0" + gif[-1:],
        "a png of many frames": png[:33] + _chunk(b"fcTL", b"\0" * 26) * 501 + png[33:], "a png of many chunks": png[:33] + _chunk(b"abCd", b"") * 30_000 + png[33:],
        "a webp of many frames": _with_chunks(webp, (b"ANMF" + (24).to_bytes(4, "little") + b"\0" * 24) * 501), "a webp of many chunks": _with_chunks(webp, b"abcd\0\0\0\0" * 30_000),
    }  # fmt: skip


def _with_chunks(webp: bytes, chunks: bytes) -> bytes:
    """A WebP with more chunks, and a length that counts them."""
    return webp[:4] + (len(webp) - 8 + len(chunks)).to_bytes(4, "little") + webp[8:] + chunks


def many_passes(count: int, width: int = 1_000, height: int = 1_000) -> bytes:
    """A progressive JPEG that asks for so many passes more, ten bytes each."""
    image = saved(Image.new("L", (width, height)), progressive=True)
    return image[:-2] + b"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x10" * count + image[-2:]


def broken() -> bytes:
    """A PNG whose markers are right; only whoever decodes it finds out that its pixels are not."""
    png = photo(kind="PNG")
    return png[:-20] + b"\0\0\0\0" + png[-16:]


def _turned(way: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = way, PLACE
    return exif


def _with_chunk(png: bytes, name: bytes, content: bytes) -> bytes:
    """A PNG with one more chunk behind its header."""
    return png[:33] + _chunk(name, content) + png[33:]


def _chunk(name: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + name + content + zlib.crc32(name + content).to_bytes(4, "big")


def _with_size(png: bytes, width: int, height: int | None = None) -> bytes:
    """A PNG whose header claims another size, and whose check sum agrees."""
    head = (
        b"IHDR"
        + width.to_bytes(4, "big")
        + (png[20:24] if height is None else height.to_bytes(4, "big"))
        + png[24:29]
    )
    return png[:12] + head + zlib.crc32(head).to_bytes(4, "big") + png[33:]
