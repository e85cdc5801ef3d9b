"""What an image file says about itself, read from its markers before anything of it is decoded.

Decoders do what a file tells them to: 533 KB of JPEG can ask for fifty thousand passes over fifty million pixels.
Here the four types are walked from marker to marker, in bounded time, and no pixel is touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

MOST_PARTS = 25_000
"""Segments, chunks or blocks: a GIF of 5 MB has 20,000 of full length, a JPEG or PNG of that size a few hundred."""
MOST_PASSES = 50
"""Over a JPEG's pixels; programs write 10 to 20. An interlaced PNG has 7 and a GIF 4, by their formats."""
MOST_FRAMES = 500

# Within coded data a marker is 0xFF and a byte other than a stuffed zero, a restart or more filling.
JPEG_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]", re.DOTALL)
JPEG_FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC9, 0xCA})
"""The kinds of JPEG that decoders know."""
JPEG_PROGRESSIVE = frozenset({0xC2, 0xCA})
START_OF_IMAGE, END_OF_IMAGE, START_OF_SCAN = 0xD8, 0xD9, 0xDA
PNG_START, PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"
GIF_EXTENSION, GIF_IMAGE = 0x21, 0x2C


class TooIntricate(Exception):
    """More parts, passes or frames than cameras and programs write."""


class Container(msgspec.Struct):
    """A file of one of the four types: pixels of a frame, passes over them, and frames."""

    kind: str
    width: int = 0
    height: int = 0
    passes: int = 1
    frames: int = 1
    progressive: bool = False
    """Whether all of it is held in memory until the last pass."""

    @property
    def pixels(self) -> int:
        return self.width * self.height

    def cover(self, width: int, height: int) -> None:
        """The picture is at least this large."""
        self.width, self.height = max(self.width, width), max(self.height, height)


def described(content: bytes) -> Container | None:
    """The container, or None where it is none of the four types or holds no picture; raises TooIntricate."""
    walk = next((walk for start, walk in WALKS if start.match(content)), None)
    if walk is None:
        return None
    try:
        found = walk(content)
    except IndexError:
        return None
    if found.passes > MOST_PASSES or found.frames > MOST_FRAMES:
        raise TooIntricate
    return found if found.pixels and found.frames else None


def _jpeg(content: bytes) -> Container:
    """Passes are counted up to the end of the first picture, which is all that is decoded."""
    found, at = Container("JPEG", passes=0), 2
    for _ in range(MOST_PARTS):
        marker = JPEG_MARKER.search(content, at)
        if marker is None or content[marker.end() - 1] == END_OF_IMAGE:
            found.frames = min(found.passes, 1)
            return found
        code, at = content[marker.end() - 1], marker.end()
        if code == START_OF_IMAGE:
            continue
        if code in JPEG_FRAMES:
            found.cover(_number(content, at + 5, 2), _number(content, at + 3, 2))
            found.progressive |= code in JPEG_PROGRESSIVE
        found.passes += code == START_OF_SCAN
        at += _number(content, at, 2)
    raise TooIntricate


def _png(content: bytes) -> Container:
    """What stands after the end is not looked at, as decoders do: some programs leave bytes of an earlier file there."""
    found, at, frames = Container("PNG"), len(PNG_START), 0
    for _ in range(MOST_PARTS):
        name = content[at + 4 : at + 8]
        if at >= len(content) or name == PNG_END:
            found.frames = max(frames, 1)
            return found
        if name == b"IHDR":
            found.cover(_number(content, at + 8, 4), _number(content, at + 12, 4))
        frames += name == b"fcTL"
        at += 12 + _number(content, at, 4)
    raise TooIntricate


def _gif(content: bytes) -> Container:
    """A frame may reach beyond the screen, which then grows."""
    found, at = Container("GIF", frames=0), 13 + _gif_colors(content[10])
    found.cover(_number(content, 6, 2, "little"), _number(content, 8, 2, "little"))
    in_blocks = False  # each is its length and so many bytes; an empty one is the last
    for _ in range(MOST_PARTS):
        if at >= len(content) or (not in_blocks and content[at] not in (GIF_EXTENSION, GIF_IMAGE)):
            return found
        if in_blocks:
            in_blocks, at = content[at] > 0, at + 1 + content[at]
        elif content[at] == GIF_EXTENSION:
            in_blocks, at = True, at + 2
        else:
            x, y, width, height = (_number(content, at + place, 2, "little") for place in (1, 3, 5, 7))
            found.cover(x + width, y + height)
            found.frames += 1
            in_blocks, at = True, at + 11 + _gif_colors(content[at + 9])
    raise TooIntricate


def _gif_colors(flags: int) -> int:
    """Bytes of the color table that the flags announce."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _webp(content: bytes) -> Container:
    found, at, frames = Container("WEBP"), 12, 0
    end = min(len(content), 8 + _number(content, 4, 4, "little"))
    for _ in range(MOST_PARTS):
        if at >= end:
            found.frames = max(frames, 1)
            return found
        name, data = content[at : at + 4], at + 8
        if name == b"VP8X":
            found.cover(*(1 + _number(content, data + place, 3, "little") for place in (4, 7)))
        elif name == b"VP8 ":
            found.cover(*(_number(content, data + place, 2, "little") & 0x3FFF for place in (6, 8)))
        elif name == b"VP8L":
            sizes = _number(content, data + 1, 4, "little")
            found.cover(1 + (sizes & 0x3FFF), 1 + (sizes >> 14 & 0x3FFF))
        frames += name == b"ANMF"
        size = _number(content, at + 4, 4, "little")
        at = data + size + size % 2
    raise TooIntricate


def _number(content: bytes, at: int, size: int, order: str = "big") -> int:
    """A number of so many bytes; IndexError where the file ends before it."""
    if at + size > len(content):
        raise IndexError
    return int.from_bytes(content[at : at + size], order)  # type: ignore[arg-type]


WALKS: tuple[tuple[re.Pattern[bytes], Callable[[bytes], Container]], ...] = (
    (re.compile(rb"\xff\xd8\xff"), _jpeg),
    (re.compile(re.escape(PNG_START)), _png),
    (re.compile(rb"GIF8[79]a"), _gif),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), _webp),
)
