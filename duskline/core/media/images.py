"""Uploaded images: the order in which one is received, judged and turned into pictures of our own.

Size while it arrives, type by content, pixels, passes and frames by its markers (`core/media/containers.py`), all of which
costs next to nothing. Then decoding in a process with limits by pixels (`core/media/worker.py`), and out come two WebP
pictures without anything that the camera wrote beside the pixels. What was sent is never stored. Visitors' images are
processed one at a time and so are those of staff, within one allowance of memory: eight bombs take that of one.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar

import msgspec
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException
from litestar.params import QueryParameter

from duskline.core.http.requests import StrictRequest
from duskline.core.media import worker
from duskline.core.media.containers import Container, TooIntricate, described
from duskline.core.system.errors import Invalid, Refusal, Unavailable
from duskline.core.system.sandbox import apart
from duskline.core.values import bodies
from duskline.core.values.bodies import Body

MOST_BYTES = 5 * 1024 * 1024
BODY_LIMIT = MOST_BYTES + 128 * 1024
"""The image with the form's texts and boundaries around it."""
WEBP = "image/webp"
MOST_PIXELS, MOST_PIXELS_JPEG = 25_000_000, 50_000_000  # a JPEG is shrunk while it is decoded
MEMORY = 512
"""MiB for all that is processed at once in a process of the server."""
WAIT_SECONDS = 40.0
PROCESS_SECONDS = 30.0

MISSING = "Please select an image to upload"
WRONG_TYPE = "Please select a valid image file (JPEG, PNG, GIF, or WebP)"
DAMAGED = "This image is damaged or incomplete. Please save it again or choose another one."
TOO_LARGE = "Please select an image smaller than 5MB"
TOO_MANY_PIXELS = "Please select an image with fewer pixels: at most 50 megapixels, 25 unless it is a JPEG"
TOO_INTRICATE = "This image is stored in a way that takes too long to open. Please save it as a plain JPEG or PNG and try again."

Small = Annotated[
    bool, QueryParameter(name="small", description="The 480 pixel picture instead of the large")
]
"""A query parameter of calls that answer a picture."""

B = TypeVar("B", bound=Body)


class NoFields(Body):
    """A form that holds the image alone."""


class ImageForm(msgspec.Struct, frozen=True):
    """A form of texts and one image: a handler gets them as `data` and `image`, None where it is optional and missing."""

    fields: type[Body] = NoFields
    file: str = "image"
    optional: bool = False

    async def received(self, request: StrictRequest) -> dict[str, Any]:
        data, image = await received(request, self.fields, optional=self.optional)
        return {"data": data, "image": image}


class Picture(msgspec.Struct, frozen=True):
    """An image as we keep it: WebP, at most 1600 and 480 pixels on its longer side."""

    large: bytes
    small: bytes


class DecodeLimits(msgspec.Struct, frozen=True):
    """What one image may take to decode: pixels, MiB of memory, seconds of CPU."""

    pixels: int
    memory: int
    seconds: int

    @classmethod
    def of(cls, container: Container) -> DecodeLimits:
        """Three times what an honest image of this size took when it was measured, in seconds; a little more in memory."""
        by_rows = container.kind == "JPEG" and not container.progressive  # it is never in memory whole
        memory = 96 + container.pixels * (6 if by_rows else 16) // 2**20
        return cls(container.pixels, min(memory, MEMORY), 3 + math.ceil(container.pixels / 5_000_000))


class Upload(msgspec.Struct, frozen=True):
    """An image as it was sent, and what it may take to decode."""

    content: bytes
    limits: DecodeLimits


async def received(
    request: StrictRequest, fields: type[B], *, optional: bool = False
) -> tuple[B, Upload | None]:
    """The form's texts and its image, of which nothing is decoded yet.

    Raises:
        Invalid: 400 naming every faulty field, the image among them: missing, not of the four types, too large a picture.
        Refusal: 413 more than 5,242,880 bytes.
    """
    try:
        form = await request.form()
    except HTTPException:
        raise Refusal(413, TOO_LARGE) from None  # all else has become a refusal already
    texts = {name: value for name, value in form.multi_items() if name != "image"}
    files = form.getall("image", [])
    image = files[0] if len(files) == 1 else None
    missing = {} if isinstance(image, UploadFile) or (optional and not files) else {"image": MISSING}
    try:
        data = bodies.convert(texts, fields)
    except Invalid as invalid:
        raise Invalid((invalid.fields or {}) | missing) from None
    if missing:
        raise Invalid(missing)
    if not isinstance(image, UploadFile):
        return data, None
    await image.seek(0)
    content = await image.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Refusal(413, TOO_LARGE)
    return data, judged(content)


def judged(content: bytes) -> Upload:
    """An image that may be processed; raises Invalid by what its markers say."""
    try:
        container = described(content)
    except TooIntricate:
        raise Invalid({"image": TOO_INTRICATE}).logged("upload refused", reason="intricate") from None
    if container is None:
        raise Invalid({"image": WRONG_TYPE})
    if container.pixels > (MOST_PIXELS_JPEG if container.kind == "JPEG" else MOST_PIXELS):
        refusal = Invalid({"image": TOO_MANY_PIXELS})
        raise refusal.logged("upload refused", reason="pixels", pixels=container.pixels)
    return Upload(content, DecodeLimits.of(container))


class ImageWorker:
    """Turns uploaded images into pictures: one of a visitor and one of staff at a time, staff first."""

    def __init__(self) -> None:
        self._turns = asyncio.Condition()
        self._processing: dict[bool, int] = {}
        """Whether staff sent it -> MiB."""
        self._staff_waiting = 0

    async def processed(self, upload: Upload, *, staff: bool = False) -> Picture:
        """An uploaded image as our own pictures.

        Raises:
            Invalid: 400 not to be decoded within its limits.
            Unavailable: 503 too many images are waiting; nothing was decoded.
        """
        async with self._turn(upload.limits.memory, staff):
            status, out = await _run(upload)
        if status == worker.NO_IMAGE:
            raise Invalid({"image": DAMAGED}).logged("upload refused", reason="damaged")
        if status != 0:  # by its limits of time and memory
            raise Invalid({"image": TOO_INTRICATE}).logged("upload refused", reason="stopped")
        size = int.from_bytes(out[:4], "big")
        return Picture(large=out[4 : 4 + size], small=out[4 + size :])

    @asynccontextmanager
    async def _turn(self, memory: int, staff: bool) -> AsyncIterator[None]:
        await self._await_turn(memory, staff)
        try:
            yield
        finally:
            async with self._turns:
                del self._processing[staff]
                self._turns.notify_all()

    async def _await_turn(self, memory: int, staff: bool) -> None:
        async with self._turns:
            self._staff_waiting += staff
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    await self._turns.wait_for(lambda: self._may_begin(memory, staff))
                self._processing[staff] = memory
            except TimeoutError:
                raise Unavailable from None
            finally:
                self._staff_waiting -= staff
                self._turns.notify_all()

    def _may_begin(self, memory: int, staff: bool) -> bool:
        staff_is_next = self._staff_waiting and True not in self._processing
        if staff in self._processing or (staff_is_next and not staff):
            return False
        return sum(self._processing.values()) + memory <= MEMORY


async def _run(upload: Upload) -> tuple[int, bytes]:
    """The process's exit status and output; it is ended when it takes too long or the request is gone."""
    limits = upload.limits
    async with apart(
        str(worker.__file__),
        limits.pixels,
        memory=limits.memory,
        seconds=limits.seconds,
        stdin=asyncio.subprocess.PIPE,
    ) as process:
        try:
            async with asyncio.timeout(PROCESS_SECONDS):
                out, _ = await process.communicate(upload.content)
        except TimeoutError:
            return -1, b""
    return process.returncode or 0, out
