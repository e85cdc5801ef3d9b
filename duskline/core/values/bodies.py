"""Request bodies: strict JSON, every fault by field, absent is not null.

A body is a msgspec struct derived from `Body`; the sentence of each rule stands beside the rule:
`Annotated[str, Meta(min_length=2, extra={"say": "Name must be at least 2 characters"})]`; `missing` beside it where
an absent value is told otherwise. Texts are trimmed (`core/values/texts.py`), except where `as_typed` says not to (passwords), empty
optional ones become null, NUL and lone surrogates are refused, unknown fields are named.
"""

from __future__ import annotations

import re
import types
from collections import ChainMap
from datetime import datetime
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, UnsetType

from duskline.core.system.errors import Invalid, Refusal
from duskline.core.values.contacts import EMAIL, LONGEST_EMAIL, LONGEST_PHONE, as_meant
from duskline.core.values.texts import trimmed

MAX_BODY = 256 * 1024
MAX_DEPTH = 20
MAX_WHOLE = 2**31 - 1
NOT_LISTED = "Please choose one of the listed values"

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Email = Annotated[
    str,
    Meta(
        pattern=EMAIL,
        max_length=LONGEST_EMAIL,
        extra={"say": "Please enter a valid email address", "reached_by": True},
    ),
]
PersonName = Annotated[
    str, Meta(min_length=2, max_length=200, extra={"say": "Name must be at least 2 characters"})
]
"""What visitors call themselves."""
HiddenField = Annotated[str, Meta(max_length=10_000)]
"""A field that people do not see; what fills it in is likely a robot."""
RequiredEmail = Annotated[Email, Meta(extra={"missing": "Required"})]
"""An address among other fields that staff fill in."""
Phone = Annotated[str, Meta(max_length=LONGEST_PHONE, extra={"reached_by": True})]
Place = Annotated[str, Meta(max_length=300)]
LongText = Annotated[str, Meta(max_length=10_000)]
PhotoCaption = Annotated[str, Meta(max_length=200)]
Id = Annotated[str, Meta(min_length=1, max_length=36)]
Moment = Annotated[
    datetime,
    Meta(tz=True, extra={"say": "Please enter a time with its distance from UTC, as 2026-03-01T09:00:00Z"}),
]
_TIME_OF_DAY = {"say": "Please choose a time of day"}
Minute = Annotated[int, Meta(ge=0, lt=24 * 60, extra=_TIME_OF_DAY)]
"""After midnight, on a clock of the place."""
EndMinute = Annotated[int, Meta(ge=1, le=24 * 60, extra=_TIME_OF_DAY)]
Dollars = Annotated[int, Meta(ge=0, le=MAX_WHOLE, extra={"say": "Please enter a whole number of dollars"})]


class Body(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """What a call accepts. Fields without a default are required.

    Subclasses say `kw_only=True` again where required fields follow optional ones: msgspec does not inherit it.
    """

    incidental: ClassVar[frozenset[str]] = frozenset()
    """Fields that tell of the sending and not of what is sent: a repeat may differ in them."""

    def given(self) -> dict[str, Any]:
        """The fields that the caller sent (or that have a default other than UNSET)."""
        pairs = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in pairs if value is not UNSET}


class ResponseModel(msgspec.Struct, rename="camel"):
    """What a call answers."""


B = TypeVar("B", bound=Body)


def read(raw: bytes, body: type[B]) -> B:
    """Bytes -> a finished body.

    Raises:
        Refusal: 400 not a JSON object.
        Invalid: 400 naming every faulty field.
    """
    return convert(decode(raw), body)


def decode(raw: bytes) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        raise Refusal(400, "The request body is not valid JSON.") from None
    if not isinstance(data, dict):
        raise Refusal(400, "The request body must be a JSON object.")
    return data


def convert(data: dict[str, Any], body: type[B]) -> B:
    """Plain values -> a body; converts whole, and field by field only to name the faults."""
    faults: dict[str, str] = {}
    cleaned: dict[str, Any] = {}
    fields = _fields(body)
    for name, value in data.items():
        field = fields.get(name)
        if field is None:
            faults[shown(name)] = "Unknown field"
            continue
        try:
            cleaned[name] = _as_understood(value, field)
        except _Unclean as unclean:
            faults[name] = str(unclean)
    if not faults:
        try:
            return msgspec.convert(cleaned, body)
        except msgspec.ValidationError:
            pass
    faults |= _faults(cleaned, fields, faults)
    raise Invalid(faults or {"body": "The request body is not valid."})


class _Field(msgspec.Struct):
    type: Any
    nullable: bool
    required: bool
    meta: Meta | None
    extra: dict[str, Any]
    entry: type[Body] | None
    """What a list holds, where it holds structs."""
    inner: type[Body] | None
    """The struct that it is."""

    @property
    def as_typed(self) -> bool:
        return bool(self.extra.get("as_typed"))

    def say(self, otherwise: str) -> str:
        return str(self.extra.get("say", otherwise))

    def say_missing(self) -> str:
        return str(self.extra.get("missing") or self.say("Required"))


@cache
def _fields(body: type[Body]) -> dict[str, _Field]:
    hints = get_type_hints(body, include_extras=True)
    found = {}
    for field in msgspec.structs.fields(body):
        hint = hints[field.name]
        found[field.encode_name] = _Field(
            type=hint,
            nullable=type(None) in _alternatives(hint),
            required=field.required,
            meta=next(iter(_metas(hint)), None),
            extra=dict(ChainMap(*(meta.extra or {} for meta in _metas(hint)))),
            entry=_entry(hint),
            inner=_inner(hint),
        )
    return found


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _metas(hint: Any) -> list[Meta]:
    annotated = [each for each in _alternatives(hint) if get_origin(each) is Annotated]
    return [extra for each in annotated for extra in get_args(each)[1:] if isinstance(extra, Meta)]


def _entry(hint: Any) -> type[Body] | None:
    for alternative in _alternatives(hint):
        plain = get_args(alternative)[0] if get_origin(alternative) is Annotated else alternative
        kind = get_args(plain)[0] if get_origin(plain) is list else None
        if isinstance(kind, type) and issubclass(kind, Body):
            return kind
    return None


def _inner(hint: Any) -> type[Body] | None:
    structs = (each for each in _alternatives(hint) if isinstance(each, type) and issubclass(each, Body))
    return next(structs, None)


class _Unclean(ValueError):
    pass


def _storable(value: Any) -> Any:
    if isinstance(value, str) and ("\x00" in value or any("\ud800" <= char <= "\udfff" for char in value)):
        raise _Unclean("Please remove the characters that cannot be stored")
    return value


def _as_understood(value: Any, field: _Field) -> Any:
    if field.as_typed:
        return _storable(value)
    if isinstance(value, str) and field.extra.get("reached_by"):
        value = as_meant(_storable(value))
    return _clean(value, field.nullable)


def _clean(value: Any, nullable: bool, depth: int = 0) -> Any:
    if isinstance(value, str):
        value = trimmed(_storable(value))
        return None if nullable and not value else value
    if depth > MAX_DEPTH:
        raise _Unclean("This value is nested too deeply")
    if isinstance(value, list):
        return [_clean(item, False, depth + 1) for item in value]
    if isinstance(value, dict):
        return {_clean(key, False): _clean(item, True, depth + 1) for key, item in value.items()}
    return value


def _faults(data: dict[str, Any], fields: dict[str, _Field], known: dict[str, str]) -> dict[str, str]:
    faults = {}
    for name, field in fields.items():
        if name in known:
            continue
        if name not in data or (data[name] == "" and field.required):
            if field.required:
                faults[name] = field.say_missing()
            continue
        try:
            msgspec.convert(data[name], field.type)
        except msgspec.ValidationError as error:
            faults |= (
                _entry_faults(name, data[name], field)
                or _inner_faults(name, data[name], field)
                or {name: _sentence(data[name], field, str(error))}
            )
    return faults


def _entry_faults(name: str, entries: Any, field: _Field) -> dict[str, str]:
    """The faults within a list of structs, as `materialsUsed.0.quantity`; none where the list itself is at fault."""
    if field.entry is None or not isinstance(entries, list) or _too_long(entries, field):
        return {}
    faults: dict[str, str] = {}
    for place, entry in enumerate(entries):
        faults |= _struct_faults(f"{name}.{place}", entry, field.entry)
    return faults


def _inner_faults(name: str, value: Any, field: _Field) -> dict[str, str]:
    """The faults within a struct, as `notes.text`."""
    return {} if field.inner is None or value is None else _struct_faults(name, value, field.inner)


def _struct_faults(at: str, value: Any, struct: type[Body]) -> dict[str, str]:
    if not isinstance(value, dict):
        return {at: "Expected an object"}
    known = _fields(struct)
    faults = {f"{at}.{shown(key)}": "Unknown field" for key in value if key not in known}
    return faults | {f"{at}.{key}": said for key, said in _faults(value, known, {}).items()}


def _too_long(value: Any, field: _Field) -> bool:
    longest = field.meta.max_length if field.meta else None
    return isinstance(value, str | list) and longest is not None and len(value) > longest


_PATH = re.compile(r" - at `.*`$")


def _sentence(value: Any, field: _Field, error: str) -> str:
    if value is None:
        return field.say_missing()
    if _too_long(value, field):
        longest, kind = field.meta.max_length, "characters" if isinstance(value, str) else "entries"  # type: ignore[union-attr]
        return f"Please use at most {longest:,} {kind}"
    if "say" in field.extra:
        return field.say("")
    return _plain_words(_PATH.sub("", error))


_KINDS = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
    "array": "a list", "object": "an object", "date": "a date", "null": "nothing",
}  # fmt: skip


def _plain_words(error: str) -> str:
    """msgspec's message -> a sentence for a person."""
    if error.startswith("Invalid enum value"):
        return NOT_LISTED
    if "length" in error and ">= 1" in error:
        return "Required"
    wanted = re.match(r"Expected `([^`]+)`", error)
    if wanted:
        kinds = [_KINDS.get(kind.strip(), kind.strip()) for kind in wanted[1].split("|")]
        return "Expected " + " or ".join(kind for kind in kinds if kind != "nothing")
    if "date" in error:
        return "Please enter a date as year-month-day"
    return "This value is not valid"


def shown(name: str) -> str:
    """A field name from outside, safe to repeat in an answer."""
    return re.sub(r"[^\w.-]", "?", name)[:60] or "?"


__all__ = [
    "NOT_LISTED",
    "UNSET",
    "Body",
    "Dollars",
    "Email",
    "Id",
    "LongText",
    "Meta",
    "Moment",
    "Name",
    "PersonName",
    "Phone",
    "Place",
    "RequiredEmail",
    "ResponseModel",
    "UnsetType",
    "convert",
    "decode",
    "read",
    "shown",
]  # fmt: skip
