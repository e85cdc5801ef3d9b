"""What somebody says of the rows of an import in review: other values for one, and what becomes of one or of all that are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import select, update

from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing, reading
from duskline.core.system.errors import Conflict, Invalid, NotFound
from duskline.importing.checking import Judged, alike, judged
from duskline.importing.fields import FIELDS
from duskline.importing.settling import compare_behind, settle
from duskline.models.merging.matches import Keys
from duskline.models.records.imports import ROWS, Choice, Import, ImportRow, ImportState, Standing, find_own
from duskline.policy import Actor

CHOSEN_AT_ONCE = 2_000
"""Rows that one transaction gives another choice."""
NOT_NOW = "This import cannot be changed now. Reload the page to see how it stands."
NOT_FILLED = "This row has no record of the same kind whose blanks it could fill"
NOT_YET = "Rows are still being compared after a correction. Please try again in a moment."
FAULTY = "Please correct what is wrong with this row first"


NO_KEYS = Keys(None, None, None)
"""Those of a row that is at fault: no other row is compared with it."""


class Rejudged(NamedTuple):
    """A row that was checked with other values, before it is stored: the values that its person typed, and what checking found."""

    values: Mapping[str, str]
    found: list[Judged]


def require_state(own: Import, *states: ImportState) -> None:
    """Raises Conflict where what is asked for is none of the import's states."""
    if own.state not in states:
        raise Conflict(NOT_NOW)


def require_settled(own: Import) -> None:
    """Raises Conflict while it is not known how all rows of an import in review stand."""
    require_state(own, ImportState.REVIEW)
    if own.unsettled:
        raise Conflict(NOT_YET)


async def rejudged(
    database: Database, actor: Actor, id: str, row_id: str, values: Mapping[str, str]
) -> Rejudged:
    """How a row would stand with other values; nothing is written."""
    async with reading(database, actor) as db:
        own = await find_own(db, id)
        row = await _row(db, id, row_id)
        if unknown := values.keys() - set(FIELDS[own.kind]):
            raise Invalid(dict.fromkeys(sorted(unknown), "Unknown field"))
        row.edits = {**(row.edits or {}), **values} or None
        db.expunge_all()
    return Rejudged(values, await judged(database, actor, own, [row]))


async def edit_row(db: Db, own: Import, row_id: str, judgement: Rejudged, choice: Choice | None) -> ImportRow:
    """The row as it stands now; raises Invalid where that cannot become of it."""
    row = await _row(db, own.id, row_id)
    # What somebody chose holds on; that a row was ready before is no choice.
    chosen = choice or (row.choice if row.standing == Standing.DUPLICATE else None)
    is_sound = row.standing != Standing.FAULTY or row.twin is not None
    former = Keys(row.email_key, row.phone_key, row.place_key) if is_sound else NO_KEYS
    row.edits = {**(row.edits or {}), **judgement.values} or None
    await db.flush()
    # Asked in the same transaction: who is erased meanwhile is not named again.
    await settle(db, own, judgement.found, await alike(db, own.kind, judgement.found), chosen)
    (judged_row,) = judgement.found
    keys = judged_row.keys if judged_row.body is not None else NO_KEYS
    await compare_behind(db, own, row.number, former, keys)
    await db.refresh(row)
    if choice is not None:
        if choice != Choice.SKIP and row.standing == Standing.FAULTY:
            raise Invalid({"choice": FAULTY})
        if choice == Choice.FILL and row.subject is None:
            raise Invalid({"choice": NOT_FILLED})
        row.choice = choice
    return row


async def choose_for_all(database: Database, actor: Actor, id: str, choice: Choice) -> None:
    """What becomes of all that are known already, some rows at a time: others wait that long for SQLite's one writer."""
    fit = ROWS.c.subject.is_not(None) if choice == Choice.FILL else ROWS.c.number > 0
    known = (ROWS.c.import_id == id) & (ROWS.c.standing == Standing.DUPLICATE) & fit
    left = select(ROWS.c.number).where(known, ROWS.c.choice != choice)
    some = (ROWS.c.import_id == id) & ROWS.c.number.in_(left.limit(CHOSEN_AT_ONCE))
    is_any_left = True
    while is_any_left:
        async with changing(database, actor) as db:
            # Held, so that a start in between finds all rows chosen up to here, and stops this.
            require_settled(await find_own(db, id, held=True))
            connection = await db.connection()
            await connection.execute(update(ROWS).where(some).values(choice=choice))
            # Asked before the commit: a start after the last rows were chosen is no conflict.
            is_any_left = (await connection.execute(left.limit(1))).first() is not None
            await db.commit()


async def _row(db: Db, id: str, row_id: str) -> ImportRow:
    one = select(ImportRow).where(ImportRow.import_id == id, ImportRow.id == row_id)
    found: ImportRow | None = await db.scalar(one)
    if found is None:
        raise NotFound
    return found
