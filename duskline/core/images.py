"""Uploaded images: the order in which one is received, judged and turned into pictures of our own.

Size while it arrives, type by content, dimensions before decoding, decoding in a process with limits
(`core/darkroom.py`), and out come two WebP pictures without anything that the camera wrote beside the pixels.
What was sent is never stored. One image is developed at a time, so that eight bombs take the memory of one.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException
from litestar.params import QueryParameter

from duskline.core import darkroom, wire
from duskline.core.errors import Invalid, Refusal, Unavailable
from duskline.core.wire import Body

MOST_BYTES = 5 * 1024 * 1024
BODY_LIMIT = MOST_BYTES + 128 * 1024
"""The image with the form's texts and boundaries around it."""
WEBP = "image/webp"
WAIT_SECONDS = 40.0
DEVELOP_SECONDS = 30.0

MISSING = "Please select an image to upload"
WRONG_TYPE = "Please select a valid image file (JPEG, PNG, GIF, or WebP)"
TOO_LARGE = "Please select an image smaller than 5MB"
TOO_MANY_PIXELS = "Please select an image with fewer pixels: at most 50 megapixels, 25 unless it is a JPEG"

Small = Annotated[
    bool, QueryParameter(name="small", description="The 480 pixel picture instead of the large")
]
"""A query parameter of calls that answer a picture."""

B = TypeVar("B", bound=Body)


class NoFields(Body):
    """A form that holds the image alone."""


class Picture(msgspec.Struct, frozen=True):
    """An image as we keep it: WebP, at most 1600 and 480 pixels on its longer side."""

    large: bytes
    small: bytes


async def received(request: Request[Any, Any, Any], fields: type[B]) -> tuple[B, bytes]:
    """The form's texts and its image.

    Raises:
        Invalid: 400 naming every faulty field, the image among them.
        Refusal: 413 more than 5,242,880 bytes.
    """
    try:
        form = await request.form()
    except HTTPException:
        raise Refusal(413, TOO_LARGE) from None  # all else has become a refusal already
    texts = {name: value for name, value in form.multi_items() if name != "image"}
    files = form.getall("image", [])
    image = files[0] if len(files) == 1 else None
    missing = {} if isinstance(image, UploadFile) else {"image": MISSING}
    try:
        data = wire.convert(texts, fields)
    except Invalid as invalid:
        raise Invalid((invalid.fields or {}) | missing) from None
    if not isinstance(image, UploadFile):
        raise Invalid(missing)
    await image.seek(0)  # a repeated attempt reads it again
    content = await image.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Refusal(413, TOO_LARGE)
    return data, content


class Darkroom:
    """Turns uploaded images into pictures, one at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def developed(self, image: bytes) -> Picture:
        """An uploaded image as our own pictures.

        Raises:
            Invalid: 400 not of the four types, too many pixels, or not to be decoded within the limits.
            Unavailable: 503 too many images are waiting.
        """
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._turn.acquire()
        except TimeoutError:
            raise Unavailable from None
        try:
            status, out = await _run(image)
        finally:
            self._turn.release()
        if status == darkroom.TOO_MANY_PIXELS:
            raise Invalid({"image": TOO_MANY_PIXELS})
        if status != 0:
            raise Invalid({"image": WRONG_TYPE})
        size = int.from_bytes(out[:4], "big")
        return Picture(large=out[4 : 4 + size], small=out[4 + size :])


async def _run(image: bytes) -> tuple[int, bytes]:
    """The darkroom's exit status and output; it is ended when it takes too long or the request is gone."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        str(Path(darkroom.__file__)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={},
    )
    try:
        async with asyncio.timeout(DEVELOP_SECONDS):
            out, _ = await process.communicate(image)
    except TimeoutError:
        return -1, b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode or 0, out
