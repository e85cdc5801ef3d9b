"""What the OpenAPI document says about a call that takes a form with an image; signatures cannot say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from duskline.core.wire import Body


def operation_of(fields: type[Body]) -> type[Operation]:
    """An operation whose request body is the form of these texts and an `image`."""
    image = Schema(type=OpenAPIType.STRING, format="binary")  # type: ignore[arg-type]
    texts = {field.encode_name: _text(fields, field.encode_name) for field in msgspec.structs.fields(fields)}
    required = [field.encode_name for field in msgspec.structs.fields(fields) if field.required]
    form = Schema(
        type=OpenAPIType.OBJECT, properties={**texts, "image": image}, required=[*required, "image"]
    )

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
        enum=known.get("enum"),
        min_length=known.get("minLength"),
        max_length=known.get("maxLength"),
        pattern=known.get("pattern"),
    )
