"""Bodies that a call accepts, made from its declaration."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect as shapes

from tests.drawings import PLAN
from tests.world import NEAR, PASSWORD

WORDS = "Sample words that are long enough for every rule, and then a few more of them."
BY_NAME: Mapping[str, Any] = {
    "email": "sample@visitor.example",
    "password": PASSWORD,
    "branchId": NEAR,
    "userId": "technician",
    "clientId": f"client-{NEAR}-1",
    "phone": "555-0100",
    "zip": "10001",
    "timeZone": "America/Chicago",
    "name": "Sample name",
    "title": "Sample title",
    "query": "status=new",
    "subject": "Sample subject",
    "address": "1 Sample Street",
    "image": "/img/sample.jpg",
    "plan": json.dumps(PLAN),
    "url": "https://sample.example/told",
    "present": PASSWORD,
    "id": "AAAA",
    **dict.fromkeys(("challenge", "clientData", "attestation", "authenticatorData", "signature"), "AAAA"),
    "socialFacebook": "https://social.example/sample",
}


PLAIN: Mapping[type[shapes.Type], Any] = {
    shapes.BoolType: True,
    shapes.DateType: "2026-12-01",
    shapes.DateTimeType: "2026-12-01T00:00:00Z",
    shapes.DictType: {},
}


def sample(body: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields that the call requires."""
    return {
        field.encode_name: value_of(field.encode_name, field.type)
        for field in fields_of(body)
        if field.required
    }


def edit(body: type[msgspec.Struct]) -> dict[str, Any]:
    """One field, of those that may be edited."""
    fields = {field.encode_name: field for field in fields_of(body)}
    preferred = ("name", "title", "subject", "description", "status")
    name = next((name for name in preferred if name in fields), next(iter(fields), None))
    return {} if name is None else {name: value_of(name, fields[name].type)}


def fields_of(body: type[msgspec.Struct]) -> tuple[shapes.Field, ...]:
    described = shapes.type_info(body)
    assert isinstance(described, shapes.StructType)
    return described.fields


def value_of(name: str, kind: shapes.Type) -> Any:
    """A plain value that fits."""
    match kind:
        case shapes.Metadata(type=inner):
            return value_of(name, inner)
        case shapes.UnionType(types=types):
            return value_of(
                name, next(one for one in types if not isinstance(one, shapes.NoneType | shapes.CustomType))
            )
        case shapes.EnumType(cls=cls):
            return value_of(name, shapes.LiteralType(tuple(each.value for each in cls)))
        case shapes.LiteralType(values=values):
            return next(
                (value for value in values if value in ("new", "active", "pending", "open")), values[0]
            )
        case shapes.StrType(max_length=longest):
            return BY_NAME.get(name, WORDS[: longest or 99])
        case shapes.IntType(ge=least) | shapes.FloatType(ge=least):
            return int(least or 1)
        case shapes.ListType(item_type=item, min_length=least):
            return [value_of(name, item)] * (least or 0)
        case shapes.StructType():
            return sample(kind.cls)
        case _:
            return PLAIN[type(kind)]
