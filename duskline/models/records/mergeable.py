"""How two values of a field become one when two records do, and become two again when that is undone.

Each field of what can be merged, and of what stands beside it, says so with its model (`Mergeable.fields`); a law
(`tests/laws/test_fields.py`) asks for the word of every column.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import inspect

from duskline.core.data.base import UtcDateTime
from duskline.core.system.errors import Conflict

MOST_NOTES = 10_000
"""Letters that the notes of one record hold (product.md, rule 11)."""
TOO_LONG = "{} of both buildings is longer than {:,} letters together, so they stay apart. Shorten one of them first."


class Two(StrEnum):
    """What becomes of two values."""

    KEEP = "keep"
    """That of the record that stays."""
    FILL = "fill"
    """That of the other where there is none."""
    WITH_VALUE = "with_value"
    """That of the other where the lead's value is."""
    EARLIER = "earlier"
    LINES = "lines"
    """All lines of both, each once. Two whose lines one field does not hold stay apart."""
    NOTES = "notes"
    """Both, one below the other, as long as one field holds them."""


class Mergeable:
    """What is merged, or stands beside it."""

    fields: ClassVar[Mapping[str, Two]]

    @classmethod
    def taken(cls) -> list[str]:
        """The fields in which something of the record that goes may stay."""
        return [name for name, two in cls.fields.items() if two is not Two.KEEP]

    @classmethod
    def compared(cls) -> list[str]:
        """The fields that people compare: all but the keys that say where a row lies."""
        columns = inspect(cls).columns
        return [
            name for name, two in cls.fields.items() if two is not Two.KEEP or not columns[name].foreign_keys
        ]


def become_one(ours: Any, theirs: Any, *, with_value: bool = False) -> dict[str, list[Any]]:
    """By field, what stands in the row that stays, and what becomes of it, in plain JSON; `with_value`: the lead's value is taken.

    Raises:
        Conflict: one field does not hold the lines of both.
    """
    changes = {}
    for name, two in ours.fields.items():
        mine, other = getattr(ours, name), getattr(theirs, name)
        both = mine if two is Two.WITH_VALUE and not with_value else _one(two, mine, other)
        if two is Two.LINES and both != mine and len(both) > MOST_NOTES:
            raise Conflict(TOO_LONG.format(name.capitalize(), MOST_NOTES))
        if both != mine:
            changes[name] = [plain(mine), plain(both)]
    return changes


def _one(two: Two, mine: Any, other: Any) -> Any:
    if other is None or other == mine:
        return mine
    match two:
        case Two.KEEP:
            return mine
        case Two.FILL:
            return other if mine is None else mine
        case Two.WITH_VALUE:
            return other
        case Two.EARLIER:
            return other if mine is None else min(mine, other)
        case Two.LINES:
            return "\n".join(
                dict.fromkeys(line for text in (mine, other) for line in (text or "").splitlines())
            )
        case Two.NOTES:
            both = joined_notes(mine, other)
            return both if len(both) <= MOST_NOTES else mine


def joined_notes(mine: str | None, other: str | None) -> str:
    return "\n\n".join(filter(None, (mine, other)))


def take(row: Any, changes: Mapping[str, list[Any]]) -> None:
    """Sets the fields to what became of them."""
    row.apply(typed(type(row), {name: new for name, (_, new) in changes.items()}))


def give_back(row: Any, changes: Mapping[str, list[Any]]) -> None:
    """Sets the fields to what they were."""
    row.apply(typed(type(row), {name: old for name, (old, _) in changes.items()}))


def plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def plain_row(row: Any) -> dict[str, Any]:
    """All columns of a row, in plain JSON."""
    return {each.key: plain(getattr(row, each.key)) for each in inspect(row).mapper.column_attrs}


def typed(entity: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as columns of an entity take them, but for the version, which each write sets."""
    return {name: _typed(entity, name, value) for name, value in values.items() if name != "version"}


def _typed(entity: Any, name: str, value: Any) -> Any:
    kind = entity.__table__.c[name].type
    if value is None or not isinstance(value, str):
        return value
    if isinstance(kind, UtcDateTime):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if kind.python_type is date else value
