"""Taking an import back: unseen, while it is on its way, or record by record once people work with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, select, union_all

from duskline.core.data import facts
from duskline.core.data.audit import AuditLog
from duskline.core.data.session import Db
from duskline.core.data.unfinished import ends_of, id_within
from duskline.importing.making import ENTITIES
from duskline.models.merging.since import changes_since, logged_as
from duskline.models.records.about import rows_about
from duskline.models.records.conversions import Merge
from duskline.models.records.imports import ROWS, Choice, Import, ImportKind, ImportRow

IN_USE = "It was changed or is in use since."
JOINED = "This person has joined since."
MERGED = "It was merged into another record since."
ELSEWHERE = "It is out of your reach by now."
REFILLED = "What was filled in was changed since."


async def remove_unseen(db: Db, own: Import, most: int) -> int:
    """Takes away some of what nobody has seen, as if it had never been; how much there was."""
    refilled = select(ImportRow).where(ImportRow.import_id == own.id, ROWS.c.filled.is_not(None))
    rows = list(await db.scalars(refilled.order_by(ImportRow.number).limit(most)))
    if rows:
        for row in rows:
            await _empty(db, own, row)
            row.filled = None
        return len(rows)
    entity = ENTITIES[own.kind]
    table, (first, last) = entity.__table__, ends_of(own.id)
    connection = await db.connection()
    within = select(table.c.id).where(table.c.id.between(first, last)).limit(most)
    ids = list(await connection.scalars(within))
    if not ids:
        return 0
    if own.kind != ImportKind.USERS:
        for about, theirs in rows_about(entity.kind, ids):
            await connection.execute(delete(about.__table__).where(theirs))
    logged = AuditLog.entity_type.in_(logged_as(entity)) & AuditLog.entity_id.in_(ids)
    await connection.execute(delete(AuditLog.__table__).where(logged))
    await connection.execute(delete(table).where(table.c.id.in_(ids)))
    await connection.run_sync(facts.forget, entity, ids)
    return len(ids)


async def undo(db: Db, own: Import, rows: Sequence[ImportRow]) -> int:
    """Takes away the records of rows that stand as they were imported, and empties what was filled; how many stay."""
    made = {id_within(own.id, row.number): row for row in rows if row.choice == Choice.CREATE}
    stays = await _take_away(db, own, list(made))
    why = {made[id].number: reason for id, reason in stays.items()}
    for row in rows:
        if row.filled and (reason := await _empty(db, own, row)):
            why[row.number] = reason
    for row in rows:
        row.kept = why.get(row.number)
    return len(why)


async def _take_away(db: Db, own: Import, ids: Sequence[str]) -> dict[str, str]:
    """Returns why records stay, by id. Those without an entry are gone, removed by anyone."""
    entity, table = ENTITIES[own.kind], ENTITIES[own.kind].__table__
    connection = await db.connection()
    there = set(await connection.scalars(select(table.c.id).where(table.c.id.in_(ids))))
    held = select(entity).where(entity.id.in_(sorted(there))).order_by(entity.id)
    records = list(await db.scalars(held.with_for_update(of=entity)))
    used = await _in_use(db, own, ids)
    merged = await _were_merged(db, ids)
    stays = dict.fromkeys(there - {record.id for record in records}, ELSEWHERE) | dict.fromkeys(
        merged, MERGED
    )
    for record in records:
        if own.kind == ImportKind.USERS and record.invited_until is None:
            stays[record.id] = JOINED
        elif record.id in used:
            stays[record.id] = IN_USE
        else:
            await db.delete(record)
    await db.flush()
    return stays


async def _were_merged(db: Db, ids: Sequence[str | None]) -> set[str]:
    """Those of the records that went into another one."""
    connection = await db.connection()
    gone = select(Merge.gone_id).where(Merge.gone_id.in_(ids), Merge.undone_at.is_(None))
    return set(await connection.scalars(gone))


async def _in_use(db: Db, own: Import, ids: Sequence[str]) -> set[str]:
    """Which of the records somebody has changed since all of them were shown."""
    # In one statement: each of a dozen would hold the writer as long as all of them do.
    uses = union_all(*changes_since(ENTITIES[own.kind], list(ids), own.finished_at))
    return set(await (await db.connection()).scalars(uses))


async def _empty(db: Db, own: Import, row: ImportRow) -> str | None:
    """Blanks that the import filled are blank again, unless somebody changed one since: then why they stay."""
    entity: Any = ENTITIES[own.kind]
    filled = row.filled or {}
    record = await db.scalar(
        select(entity).where(entity.id == (row.subject or "")).with_for_update(of=entity)
    )
    if record is None:
        return MERGED if await _were_merged(db, [row.subject]) else ELSEWHERE
    if any(getattr(record, name) != value for name, value in filled.items()):
        return REFILLED
    record.apply(dict.fromkeys(filled))
    return None
