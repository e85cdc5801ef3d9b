"""Whether somebody has changed a record since it was made: asked before an import or a conversion takes it away again.

Undoing that takes nothing away asks less. A change of one record, one of many in bulk, or a visit that was moved goes by the version
alone (`Versioned`); a merge by each field that it filled (`mergeable.give_back`) and each row that it moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import literal, select
from sqlalchemy.orm import aliased

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.pointers import is_one, pointers_at
from duskline.models.about import About, Subject, besides
from duskline.models.availability import Absence
from duskline.models.conversions import Conversion, Merge
from duskline.models.people import User


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
