"""Rewrites the columns of a row for an erasure, so that the row says nothing about the person."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any

from sqlalchemy import (
    JSON,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    inspect,
    literal,
    null,
    select,
    tuple_,
)

from duskline.core.data.audit import SecurityEvent
from duskline.core.data.base import Base
from duskline.core.data.personal import ERASED, NAMELESS, NO_ADDRESS, Part, holds, scrubbed
from duskline.core.data.session import Db
from duskline.models.privacy.personal_data import DERIVED, HELD


async def make_anonymous(db: Db, row: Any, pattern: Any) -> None:
    personal, columns = HELD[type(row)], row.__table__.c
    for name, part in personal.parts.items():
        value = getattr(row, name)
        if value is None:
            continue
        if part is Part.MENTION:
            await take_out(db, row, name, pattern)
        elif (gone := _gone(row, columns[name], part, value)) != value:
            await _rewrite(db, row, name, gone)
    for name, value in personal.blanks.items():
        setattr(row, name, value() if callable(value) else value)


async def take_out(db: Db, row: Any, name: str, pattern: Any) -> None:
    """Removes from a column the words that the pattern finds."""
    value, part = getattr(row, name), HELD[type(row)].parts[name]
    if value is None or not holds(value, pattern):
        return
    # A mark is no address and no number.
    is_contact = part in (Part.EMAIL, Part.PHONE)
    left = _gone(row, row.__table__.c[name], part, value) if is_contact else scrubbed(value, pattern)
    await _rewrite(db, row, name, left)


async def _rewrite(db: Db, row: Any, name: str, value: Any) -> None:
    """Sets a column. A number is added where another row has the same value under a unique key."""
    keys = unique_keys(type(row))
    if keys:
        await db.flush()  # what was rewritten before counts
    with db.no_autoflush:
        for number in count(1):
            setattr(row, name, _fitted(row, name, value, f" {number}" if number > 1 else ""))
            if not await _is_taken(db, row, keys):
                return


def _fitted(row: Any, name: str, value: Any, behind: str) -> Any:
    """Returns a text cut to the length of its column, with a number behind it; other values as they are."""
    kind = row.__table__.c[name].type
    if not isinstance(kind, String) or not isinstance(value, str):
        return value
    return (value[: kind.length - len(behind)] if kind.length else value) + behind


def unique_keys(entity: type[Base]) -> list[list[str]]:
    """Returns the unique keys of a table, as names of columns, whose columns may hold personal data."""
    table = entity.__table__
    unique: list[Any] = [index for index in table.indexes if index.unique]
    unique += [
        each for each in table.constraints if isinstance(each, UniqueConstraint | PrimaryKeyConstraint)
    ]
    keys = [[column.key for column in each.columns] for each in unique]
    return [key for key in keys if not {*HELD[entity].parts, *DERIVED}.isdisjoint(key)]


async def _is_taken(db: Db, row: Any, keys: list[list[str]]) -> bool:
    """Returns whether another row has the same values under one of these keys."""
    entity, own = type(row), inspect(row)
    another = tuple_(*own.mapper.primary_key) != own.identity
    for key in keys:
        same = [getattr(entity, name) == getattr(row, name) for name in key]
        if await db.scalar(select(literal(1)).where(*same, another).limit(1)) is not None:
            return True
    return False


def _gone(row: Any, column: Any, part: Part, value: Any) -> Any:
    """Returns the value of a column of an erased person: null, an empty value, or a placeholder."""
    if isinstance(column.type, JSON):
        return null() if column.nullable else type(value)()
    if part is Part.EMAIL and not column.nullable:
        return f"erased-{inspect(row).identity[0]}{NO_ADDRESS}"
    if column.nullable:
        return None
    return NAMELESS if part in (Part.NAME, Part.TITLE, Part.PLACE) else ""


def blank_log(row: Any, pattern: re.Pattern[str], *, owned: bool) -> None:
    """Replaces in a row of the log the values that tell of the person. The actor, the act and the names of the fields stay."""
    if isinstance(row, SecurityEvent):
        row.details = {
            name: ERASED if holds(value, pattern) else value for name, value in row.details.items()
        }
        return
    theirs = _PARTS.get(row.entity_type, {}) if owned else {}
    row.changes = {
        name: [
            _blanked(value, pattern, personal=theirs.get(name, Part.MENTION) is not Part.MENTION)
            for value in told
        ]
        for name, told in row.changes.items()
    }


_PARTS: Mapping[str, Mapping[str, Part]] = {
    name: personal.parts for entity, personal in HELD.items() if (name := getattr(entity, "audit_name", ""))
}


def _blanked(value: Any, pattern: Any, *, personal: bool) -> Any:
    empty = value is None or value in ("", [], {})
    return ERASED if not empty and (personal or holds(value, pattern)) else value
