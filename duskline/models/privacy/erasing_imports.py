"""Erases a person from imports: blanks the person's rows, and removes the person from the rows of others.

Rows of finished imports stay, so that Undo takes back what was made of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from sqlalchemy import null, select

from duskline.core.data.base import now
from duskline.core.data.personal import Part
from duskline.core.data.session import Db
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import batches, in_batches, rows_of
from duskline.models.records.imports import (
    REACHED,
    Choice,
    Import,
    ImportRow,
    ImportState,
    Standing,
)
from duskline.models.records.sales import Client, Lead

OVER = (ImportState.DONE, ImportState.UNDONE, ImportState.DISCARDED)
KEYS = ("email_key", "phone_key", "place_key")
SAID = {
    name for entity in (Lead, Client) for name, part in HELD[entity].parts.items() if part is not Part.MENTION
}
"""Fields of a record that an erasure empties, so that Undo of the import finds nothing there."""
GONE = {"email": "The data of this person were erased"}
LOST_AT_ENDS = re.compile(r"^(?:[\s;,:/&]|or\b)+|(?:[\s;,:/&]|\bor)+$", re.IGNORECASE)
"""What stands between several addresses or numbers of a cell, where one of them is gone."""


async def hold_open(db: Db) -> None:
    """Holds the imports that are not over until the commit, before anything is looked for.

    What a worker has found out about rows by then may name the person who is erased: its slice is lost, and done again.
    """
    still = select(Import).where(Import.state.not_in(OVER)).order_by(Import.id)
    for own in await db.scalars(still.with_for_update()):
        if own.lease is not None:
            own.apply({"lease": None, "due": now()})
    await db.flush()


async def part_with(db: Db, owned: Collection[str], ids: frozenset[str]) -> None:
    """Prepares the person's rows for being blanked, and takes the person out of what others' were compared with.

    `ids` are those of all of the person's records.
    """
    changed: set[str] = set()
    async for row in rows_of(db, ImportRow, owned, held=True):
        own = await db.get(Import, row.import_id)
        row.faults = null()
        if row.filled:
            row.filled = {name: value for name, value in row.filled.items() if name not in SAID}
        if own is not None and own.finished_at is None:
            changed.add(own.id)
            await _compare_behind(db, own, row, owned)
            row.standing, row.choice, row.faults, row.twin = Standing.FAULTY, Choice.SKIP, GONE, None
    asked = select(ImportRow.id, ImportRow.matches).where(ImportRow.matches.is_not(None))
    naming = {
        id
        async for id, told in in_batches(db, asked, ImportRow.id)
        if id not in owned and any(one["id"] in ids for one in told)
    }
    async for row in rows_of(db, ImportRow, naming, held=True):
        own = await db.get(Import, row.import_id)
        changed.add(row.import_id)
        _forget_matches(own, row, ids)
    for batch in batches(changed):
        checking = select(Import).where(Import.id.in_(batch), Import.state == ImportState.CHECKING)
        for own in await db.scalars(checking):
            own.apply({"at": 0, "done": 0})
    await db.flush()


def _forget_matches(own: Any, row: ImportRow, ids: frozenset[str]) -> None:
    left = [one for one in row.matches or () if one["id"] not in ids]
    row.matches = left or None
    row.subject = next((one["id"] for one in left if f"{one['kind']}s" == own.kind), None)
    known = left or row.twin is not None or row.standing != Standing.DUPLICATE
    if not known and own.state == ImportState.REVIEW:
        row.standing, row.choice = Standing.READY, Choice.CREATE


async def _compare_behind(db: Db, own: Import, row: ImportRow, owned: Collection[str]) -> None:
    """Asks the worker to compare again the rows that had a blanked row as their twin."""
    if own.state != ImportState.REVIEW:
        return
    alike = select(ImportRow).where(ImportRow.import_id == own.id, ImportRow.twin == row.number)
    keys = {
        (column, key)
        for other in await db.scalars(alike)
        for column in KEYS
        if other.id not in owned and (key := getattr(other, column)) and key == getattr(row, column)
    }
    if keys:
        own.unsettled = [*(own.unsettled or ()), *([column, key, row.number] for column, key in sorted(keys))]


def without_reached(own: Import, row: ImportRow, pattern: re.Pattern[str]) -> None:
    """Takes an address or number of the person out of the fields of others' that hold nothing else."""
    row.cells = [
        _cleared(cell, pattern) if name in REACHED else cell
        for cell, name in zip(row.cells, [*own.matching, *[None] * len(row.cells)], strict=False)
    ]
    if row.edits:
        row.edits = {
            name: _cleared(words, pattern) if name in REACHED else words for name, words in row.edits.items()
        }


def _cleared(cell: str, pattern: re.Pattern[str]) -> str:
    left = pattern.sub("", cell)
    return cell if left == cell else LOST_AT_ENDS.sub("", left)
