"""Whether somebody has changed a record since it was made: asked before an import or a conversion takes it away again.

The undo of a merge asks the same of all that the merge touched. A change of one record, one of many in bulk, or a visit that was moved
goes by the version alone (`Versioned`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import literal, or_, select
from sqlalchemy.orm import aliased

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.pointers import is_one, made_at, pointers_at
from duskline.core.data.session import Db
from duskline.models.company.availability import Absence
from duskline.models.people.people import User
from duskline.models.records.about import About, Subject, besides
from duskline.models.records.conversions import Conversion, Merge
from duskline.models.records.properties import Property
from duskline.models.records.subjects import SUBJECTS

HANGS = "Something has been added or changed since, so this cannot be undone any more."


def logged_as(record: Any) -> tuple[str, ...]:
    """The names under which the audit log keeps what happens to a record and to the row that comes with it."""
    return (record.audit_name, *(each.audit_name for each in besides() if each.record is record))


def changes_since(record: Any, id: Any, since: Any, source: Any = None) -> Iterator[Any]:
    """Statements, each of which gives the ids of those records that somebody has changed, or to which something has been added.

    Args:
        record: of which kind they are.
        id: which ones; a list, or the column of an outer statement.
        since: when they had been made, with all that was made along with them; a time, or a column as well.
        source: the id of what a record was made of, which names it and is no change.
    """
    logged = AuditLog.entity_type.in_([literal(name) for name in logged_as(record)])
    yield select(AuditLog.entity_id).where(
        logged, is_one(AuditLog.entity_id, id), AuditLog.created_at > since
    )
    for column, said in pointers_at(record):
        if said.hangs:
            yield select(column).where(said.names(column, record, id), _came_later(column, since, source))
    if issubclass(record, Subject):
        yield select(Merge.kept_id).where(is_one(Merge.kept_id, id), Merge.undone_at.is_(None))
        made = aliased(Conversion)
        yield select(made.from_id).where(is_one(made.from_id, id), made.undone_at.is_(None))
    if record is User:
        yield from _naming_people(id)


def _came_later(column: Any, since: Any, source: Any) -> Any:
    """Of rows about a record those that were written since; of others all but its source and the building at its own address."""
    entity: Any = column.class_
    if issubclass(entity, About):
        return entity.updated_at > since
    return (entity.id != column) if source is None else (entity.id != column) & (entity.id != source)


def _naming_people(ids: list[str]) -> Iterator[Any]:
    """Where somebody is named in what others keep; what goes with an account is its own, but for an absence."""
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.references(User.__table__) and (key.ondelete != "CASCADE" or table is Absence.__table__):
                yield select(key.parent).where(key.parent.in_(ids))


async def is_changed_since(db: Db, merge: Merge) -> bool:
    """Returns whether somebody has changed what a merge touched, or added something to it, since; later merges that were undone are no change."""
    undone = select(Merge).where(Merge.created_at > merge.created_at, Merge.undone_at.is_not(None))
    passed = [(each.began_at, each.undone_at, each.rows) for each in await db.scalars(undone)]
    log = select(AuditLog.created_at, AuditLog.entity_id, AuditLog.changes)
    for at, id, changes in await db.execute(log.where(AuditLog.created_at > merge.created_at)):
        if any(began <= at <= until and id in rows for began, until, rows in passed):
            continue
        if id in merge.rows or not merge.rows.isdisjoint(_ids_in(changes)):
            return True
    return await _is_added_to(db, merge)


async def _is_added_to(db: Db, merge: Merge) -> bool:
    """Returns whether something was added to what a merge touched that the log does not name: by a visitor, or as a conversion."""
    for added in _additions(sorted(merge.rows), merge.created_at):
        if await db.scalar(added.limit(1)) is not None:
            return True
    return False


def _additions(ids: list[str], since: datetime) -> Iterator[Any]:
    """Statements, each of which finds rows that were made since and point at one of these, or conversions of one or to one."""
    records: list[Any] = [*SUBJECTS.values(), Property]
    for record in records:
        for column, said in pointers_at(record):
            if said.hangs:
                made = made_at(column, said)
                yield select(column).where(said.names(column, record, ids), made > since)
    of_one = or_(is_one(Conversion.from_id, ids), is_one(Conversion.to_id, ids))
    yield select(Conversion.id).where(of_one, Conversion.created_at > since)


def _ids_in(told: Any) -> Iterator[str]:
    """The texts in a value of the log, and the names in it, however deep."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        yield from told if isinstance(told, dict) else ()
        for each in told.values() if isinstance(told, dict) else told:
            yield from _ids_in(each)
