"""A file becomes the rows of an import: read apart, and written down some rows at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, update

from duskline.core.contacts import EMAIL
from duskline.core.data.base import new_id
from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.core.errors import Invalid
from duskline.core.tables.reading import SentTable, opened
from duskline.core.tables.worker import storable
from duskline.importing.fields import matching_of
from duskline.models.imports import (
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


async def receive(database: Database, actor: Actor, kind: ImportKind, sent: SentTable) -> str:
    """The id of a new import, whose rows are there; until somebody says so it is still being read.

    Raises:
        Invalid: 400 the file holds no table.
    """
    async with changing(database, actor) as db:
        own = Import(user_id=actor.id, kind=kind, file=storable(sent.upload.filename)[-200:])
        db.add(own)
        await db.commit()
    try:
        read = await _read(database, own.id, sent)
    except Invalid:
        async with database.writes.begin() as connection:
            gone = update(IMPORTS).where(IMPORTS.c.id == own.id)
            await connection.execute(gone.values(state=ImportState.DISCARDED))
        raise
    async with changing(database, actor) as db:
        known = await remembered(db, kind, read["columns"])
        read["matching"] = known.matching if known else matching_of(kind, read["columns"])
        read["defaults"] = known.defaults if known else {}
        await (await db.connection()).execute(update(IMPORTS).where(IMPORTS.c.id == own.id).values(**read))
        await db.commit()
    return own.id


async def _read(database: Database, id: str, sent: SentTable) -> dict[str, Any]:
    """Writes down the rows; what is known of the file."""
    headings: list[str] | None = None
    rows: list[dict[str, Any]] = []
    total = 0
    async with opened(sent) as table:
        how = await table.begin()
        async for number, cells in table.rows():
            if headings is None:
                headings = [] if _is_data(cells) else cells
                if headings:
                    continue
            rows.append({"id": new_id(), "import_id": id, "number": number, "cells": cells, **NEW})
            if len(rows) == BATCH:
                total += await _write(database, rows)
        total += await _write(database, rows)
    if total == 0:
        raise Invalid({"table": NO_ROWS})
    return {
        "encoding": how.encoding, "separator": how.separator, "sheet": how.sheet and how.sheet[:200], "total": total,
        "columns": _called(headings or [], table.width),
    }  # fmt: skip


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
    return any(re.match(EMAIL, cell) for cell in cells)


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
