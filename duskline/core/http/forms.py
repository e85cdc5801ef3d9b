"""Forms of several parts: read in bounded memory, and what the OpenAPI document says about them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar.datastructures import UploadFile
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from multipart import MultipartSegment, PushMultipartParser  # type: ignore[import-untyped]

from duskline.core.system.errors import Refusal
from duskline.core.values.bodies import Body

MOST_PARTS = 50
TEXT_BYTES = 64 * 1024
"""Of one text: more than the longest that any call takes, so that a text somewhat too long is refused by its field."""
TEXTS_BYTES = 128 * 1024
FILE_BYTES = 64 * 1024
"""Of one file; what is beyond waits on disk."""
UTF_8 = ("utf-8", "utf8")


class Part:
    """One part while it arrives: a text, or a file, which is `None` where nobody wants it."""

    def __init__(self, segment: MultipartSegment, *, files: bool) -> None:
        if (segment.charset or "utf-8").lower() not in UTF_8:
            raise ValueError("a form speaks UTF-8")
        self.name: str = segment.name
        self.is_text = not segment.filename
        self.text = bytearray()
        self.file: UploadFile | None = None
        if segment.filename and files:
            kind = segment.content_type or "text/plain"
            self.file = UploadFile(kind, segment.filename, max_spool_size=FILE_BYTES)

    async def take(self, content: bytes) -> None:
        """Keep what arrived; raises Refusal where a text grows too long."""
        if self.file:
            await self.file.write(content)
        elif self.is_text:
            self.text += content
            if len(self.text) > TEXT_BYTES:
                raise too_long()

    async def value(self) -> str | UploadFile | None:
        if self.file:
            await self.file.seek(0)
        return self.text.decode() if self.is_text else self.file


async def read_form(
    chunks: AsyncIterator[bytes], boundary: str, *, files: bool = True
) -> dict[str, list[str | UploadFile]]:
    """The values of a multipart form by name; without `files` those are passed over.

    Raises:
        Refusal: 413 its texts are longer than any that this site sends.
        MultipartError, ValueError: it is no form, or one of too many parts.
    """
    parts: list[Part] = []
    found: defaultdict[str, list[str | UploadFile]] = defaultdict(list)
    try:
        with PushMultipartParser(boundary, max_segment_count=MOST_PARTS) as parser:
            async for chunk in chunks:
                for event in parser.parse(chunk) if chunk else ():
                    if isinstance(event, MultipartSegment):
                        parts.append(Part(event, files=files))
                    elif event:
                        await parts[-1].take(event)
                    elif (value := await parts[-1].value()) is not None:
                        found[parts[-1].name].append(value)
                if sum(len(part.text) for part in parts) > TEXTS_BYTES:
                    raise too_long()
    except BaseException:
        for part in parts:
            if part.file:
                await part.file.close()
        raise
    return found


def too_long() -> Refusal:
    return Refusal(413, "A text in this form is too long. Please shorten it and try again.")


def operation_of(fields: type[Body], file: str, *, optional: bool = False) -> type[Operation]:
    """An operation whose request body is the form of these texts and a `file`, which is `optional` or not."""
    content = Schema(type=OpenAPIType.STRING, format="binary")  # type: ignore[arg-type]
    texts = {field.encode_name: _text(fields, field.encode_name) for field in msgspec.structs.fields(fields)}
    required = [field.encode_name for field in msgspec.structs.fields(fields) if field.required]
    if not optional:
        required.append(file)
    form = Schema(type=OpenAPIType.OBJECT, properties={**texts, file: content}, required=required)

    @dataclass
    class FormOperation(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody(
                content={"multipart/form-data": OpenAPIMediaType(schema=form)}, required=True
            )

    return FormOperation


def _text(fields: type[Body], name: str) -> Schema:
    known: dict[str, Any] = msgspec.json.schema(fields)["$defs"][fields.__name__]["properties"][name]
    return Schema(
        type=OpenAPIType.STRING,
        description=known.get("description"),
        enum=known.get("enum"),
        min_length=known.get("minLength"),
        max_length=known.get("maxLength"),
        pattern=known.get("pattern"),
    )
