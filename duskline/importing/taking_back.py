"""Taking an import back: unseen, while it is on its way, or record by record once people work with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import delete, select, union_all

from duskline.core.data import facts
from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.pointers import pointers_at
from duskline.core.data.session import Db
from duskline.core.data.unfinished import ends_of, id_within
from duskline.importing.making import ENTITIES
from duskline.models.about import rows_about
from duskline.models.availability import Absence
from duskline.models.imports import ROWS, Choice, Import, ImportKind, ImportRow
from duskline.models.people import User
from duskline.models.timeline import LOGGED

IN_USE = "It was changed or is in use since."
JOINED = "This person has joined since."
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
    logged = AuditLog.entity_type.in_(_logged_as(entity)) & AuditLog.entity_id.in_(ids)
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
    """Why records stay, by id; those of which nothing is said are gone, whoever took them."""
    entity, table = ENTITIES[own.kind], ENTITIES[own.kind].__table__
    connection = await db.connection()
    there = set(await connection.scalars(select(table.c.id).where(table.c.id.in_(ids))))
    held = select(entity).where(entity.id.in_(sorted(there))).order_by(entity.id)
    records = list(await db.scalars(held.with_for_update(of=entity)))
    used = await _in_use(db, own, ids)
    stays = dict.fromkeys(there - {record.id for record in records}, ELSEWHERE)
    for record in records:
        if own.kind == ImportKind.USERS and record.invited_until is None:
            stays[record.id] = JOINED
        elif record.id in used:
            stays[record.id] = IN_USE
        else:
            await db.delete(record)
    await db.flush()
    return stays


async def _in_use(db: Db, own: Import, ids: Sequence[str]) -> set[str]:
    """Which of the records were changed, have something said or planned about them, or are what others point at."""
    entity = ENTITIES[own.kind]
    logs = AuditLog.__table__.c
    logged = logs.entity_type.in_(_logged_as(entity)) & logs.entity_id.in_(ids)
    if own.kind == ImportKind.USERS and own.finished_at:
        logged &= logs.created_at > own.finished_at  # the import itself invites whom it has made
    uses: list[Any] = [select(logs.entity_id).where(logged, logs.action != "create")]
    uses += _naming_people(ids) if own.kind == ImportKind.USERS else _naming(entity, ids)
    # In one statement: each of a dozen would hold the writer as long as all of them do.
    return set(await (await db.connection()).scalars(union_all(*uses)))


def _logged_as(entity: Any) -> tuple[str, ...]:
    """The names under which the audit log keeps what happens to a record and to what stands beside it."""
    return LOGGED.get(entity.audit_name, (entity.audit_name,))


def _naming(entity: Any, ids: Sequence[str]) -> Iterator[Any]:
    """Where records of a kind are named; the building at its own address is the client's own."""
    for column, said in pointers_at(entity):
        if said.hangs:
            yield select(column).where(said.names(column, entity, list(ids)), column.class_.id != column)


def _naming_people(ids: Sequence[str]) -> Iterator[Any]:
    """Where somebody is named in what others keep; what goes with an account is its own, but for an absence."""
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.references(User.__table__) and (key.ondelete != "CASCADE" or table is Absence.__table__):
                yield select(key.parent).where(key.parent.in_(ids))


async def _empty(db: Db, own: Import, row: ImportRow) -> str | None:
    """Blanks that the import filled are blank again, unless somebody changed one since: then why they stay."""
    entity: Any = ENTITIES[own.kind]
    filled = row.filled or {}
    record = await db.scalar(
        select(entity).where(entity.id == (row.subject or "")).with_for_update(of=entity)
    )
    if record is None:
        return ELSEWHERE
    if any(getattr(record, name) != value for name, value in filled.items()):
        return REFILLED
    record.apply(dict.fromkeys(filled))
    return None
