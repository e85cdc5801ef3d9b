"""The records that an import makes, and the blanks that it fills: as their forms would, many in a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duskline.core.data.session import Db
from duskline.core.data.unfinished import id_within
from duskline.core.system.errors import NotFound, Refusal
from duskline.importing.checking import Known, finished, made, placed, pointing, said
from duskline.models.people.access_links import LinkKind, open_link
from duskline.models.people.people import User
from duskline.models.records import references
from duskline.models.records.imports import Import, ImportKind, ImportRow
from duskline.models.records.sales import Client, Lead

ENTITIES: Mapping[ImportKind, type[Any]] = {
    ImportKind.LEADS: Lead,
    ImportKind.CLIENTS: Client,
    ImportKind.USERS: User,
}
BLANKS: Mapping[ImportKind, tuple[str, ...]] = {
    ImportKind.LEADS: ("phone", "address", "source", "estimated_value", "notes", "assigned_to"),
    ImportKind.CLIENTS: ("phone",),
    ImportKind.USERS: (),
}
"""The fields of a record that may be blank."""
GONE = "The record whose blanks it would fill is not there any more"


class RowRefused(Refusal):
    """A row that was sound when it was checked and is so no more."""

    def __init__(self, number: int, sentence: str) -> None:
        super().__init__(409, f"Row {number:,}: {sentence.rstrip('.')}. Nothing was imported.")


async def create(db: Db, own: Import, rows: Sequence[ImportRow], known: Known) -> None:
    """Makes a record of each row. What rows point at is looked at once for all that point at the same."""
    looked_at: set[Any] = set()
    for row in rows:
        body = _body(own, row, known)
        id = id_within(own.id, row.number)
        try:
            if own.kind == ImportKind.USERS or pointing(body) not in looked_at:
                record = await placed(db, own.kind, body, id)
                looked_at.add(pointing(body))
            else:
                record = db.store(made(db.actor, own.kind, body, id))
            record.created_at = own.started_at or own.created_at  # so that lists keep the order of the file
            if isinstance(record, User):
                await db.flush()
                await open_link(db, record, LinkKind.INVITATION)
            else:
                record.is_one_of_many = True
        except Refusal as refusal:
            raise RowRefused(row.number, refusal.sentence) from None


def _body(own: Import, row: ImportRow, known: Known) -> Any:
    body, faults = finished(own.kind, said(own, row), known)
    if body is None:
        raise RowRefused(row.number, next(iter(faults.values())))
    return body


async def fill(db: Db, own: Import, rows: Sequence[ImportRow], known: Known) -> int:
    """Fills the blanks of records that rows are about; in how many there were any."""
    filled = 0
    for row in rows:
        try:
            record = await db.find_locked(ENTITIES[own.kind], row.subject or "")
        except NotFound:
            raise RowRefused(row.number, GONE) from None
        given = _body(own, row, known).given()
        blanks = {
            name: given[name]
            for name in BLANKS[own.kind]
            if getattr(record, name) is None and given.get(name) is not None
        }
        if not blanks:
            continue
        record.apply(blanks)
        try:
            await references.check(db, record)
        except Refusal as refusal:
            raise RowRefused(row.number, refusal.sentence) from None
        row.filled = blanks
        filled += 1
    return filled
