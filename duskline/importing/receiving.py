"""A file becomes the rows of an import: read apart, and written down some rows at a time."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import Any, NamedTuple

from sqlalchemy import insert, update

from duskline.core.data.base import new_id
from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.core.system.errors import Invalid
from duskline.core.tables.reading import SentTable, opened
from duskline.core.tables.worker import storable
from duskline.core.values.contacts import EMAIL, bare_email
from duskline.core.values.texts import trimmed
from duskline.importing.fields import matching_of
from duskline.models.records.imports import (
    IMPORTS,
    ROWS,
    Choice,
    Import,
    ImportKind,
    ImportState,
    Standing,
    remembered,
)
from duskline.policy import Actor

BATCH = 500
LONGEST_HEADING = 200
NO_ROWS = "This file has headings and no rows below them. Add the rows and try again."


class Separator(StrEnum):
    """What stands between the cells of a text file."""

    COMMA = "comma"
    SEMICOLON = "semicolon"
    TAB = "tab"
    BAR = "bar"


SEPARATES = {Separator.COMMA: ",", Separator.SEMICOLON: ";", Separator.TAB: "\t", Separator.BAR: "|"}


class AsChosen(NamedTuple):
    """How a user says that a file is to be read; None: the server finds out."""

    separator: str | None = None
    heading_row: int | None = None
    """The number of the row of headings; 0: there is none."""


async def receive(
    database: Database, actor: Actor, kind: ImportKind, sent: SentTable, chosen: AsChosen
) -> str:
    """The id of a new import, whose rows are there; until somebody says so it is still being read.

    Raises:
        Invalid: 400 the file holds no table.
    """
    async with changing(database, actor) as db:
        own = Import(user_id=actor.id, kind=kind, file=storable(sent.upload.filename)[-200:])
        db.add(own)
        await db.commit()
    try:
        read = await _read(database, own, sent, chosen)
    except Invalid:
        async with database.writes.begin() as connection:
            gone = update(IMPORTS).where(IMPORTS.c.id == own.id)
            await connection.execute(gone.values(state=ImportState.DISCARDED))
        raise
    async with changing(database, actor) as db:
        known = await remembered(db, kind, read["columns"])
        first = read.pop("first")
        read["matching"] = known.matching if known else matching_of(kind, read["columns"], first)
        read["defaults"] = known.defaults if known else {}
        await (await db.connection()).execute(update(IMPORTS).where(IMPORTS.c.id == own.id).values(**read))
        await db.commit()
    return own.id


async def _read(database: Database, own: Import, sent: SentTable, chosen: AsChosen) -> dict[str, Any]:
    """Writes down the rows below the headings; what is known of the file."""
    rows: list[dict[str, Any]] = []
    total = 0
    async with opened(sent, chosen.separator) as table:
        how = await table.begin()
        below = table.rows()
        first = [row async for row in _first_of(below)]
        heading = _heading_of(own.kind, first) if chosen.heading_row is None else chosen.heading_row
        headings = next((cells for number, cells in first if number == heading), [])
        async for number, cells in _after(first, below):
            if number <= heading:
                continue
            rows.append({"id": new_id(), "import_id": own.id, "number": number, "cells": cells, **NEW})
            if len(rows) == BATCH:
                total += await _write(database, rows)
        total += await _write(database, rows)
    if total == 0:
        raise Invalid({"table": NO_ROWS})
    return {
        "encoding": how.encoding, "separator": how.separator, "sheet": how.sheet and how.sheet[:200], "total": total,
        "columns": _called(headings, table.width), "heading_row": heading,
        "first": [cells for number, cells in first if number > heading],
    }  # fmt: skip


MOST_ABOVE = 20
"""Rows among which the headings are looked for."""
Row = tuple[int, list[str]]


async def _first_of(rows: AsyncIterator[Row]) -> AsyncIterator[Row]:
    for _ in range(MOST_ABOVE):
        try:
            number, cells = await anext(rows)
        except StopAsyncIteration:
            return
        yield number, [trimmed(cell) for cell in cells]


async def _after(first: Sequence[Row], rest: AsyncIterator[Row]) -> AsyncIterator[Row]:
    for row in first:
        yield row
    async for number, cells in rest:
        yield number, [trimmed(cell) for cell in cells]


def _heading_of(kind: ImportKind, rows: Sequence[Row]) -> int:
    """The number of the row of headings, 0 where there is none: the row that names most of the fields, above the first person."""
    above = list(takewhile(lambda row: not _is_data(row[1]), rows))
    if not above:
        return 0
    known = {number: sum(part is not None for part in matching_of(kind, cells)) for number, cells in above}
    best = max(known, key=known.__getitem__)  # the first of several
    return best if known[best] > 1 else above[0][0]


NEW = {"standing": Standing.UNCHECKED, "choice": Choice.CREATE}


async def _write(database: Database, rows: list[dict[str, Any]]) -> int:
    if not rows:
        return 0
    async with database.writes.begin() as connection:
        await connection.execute(insert(ROWS), rows)
    written = len(rows)
    rows.clear()
    return written


def _is_data(cells: Sequence[str]) -> bool:
    """Whether a first row is somebody already, and no headings."""
    return any(re.match(EMAIL, bare_email(cell)) for cell in cells)


def _called(headings: Sequence[str], width: int) -> list[str]:
    """A name for each column, by its heading, else by its place; no two are called the same."""
    names: list[str] = []
    for place in range(width):
        heading = headings[place][:LONGEST_HEADING] if place < len(headings) else ""
        name = plain = heading or f"Column {place + 1}"
        more = 1
        while name in names:
            more += 1
            name = f"{plain} ({more})"
        names.append(name)
    return names
