"""Rows that named a removed record by a key that became null. They are the same person's until they are given to another person.

The log's row of the removal says which rows these were, and whom else each of them named (`models/privacy/going.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.core.data.session import Db
from duskline.models.privacy.going import letting_go, naming, with_record
from duskline.models.privacy.merges import Merges


class LetGo(NamedTuple):
    """A row that named a removed record."""

    id: str
    entity: Any
    column: str
    by: str
    """The removed record."""
    then: frozenset[str]
    """Whom else it named."""
    at: datetime


def let_go_in(by: str, at: datetime, told: Mapping[str, Any]) -> list[LetGo]:
    """Returns the rows that the log's row of a removal lists."""
    entities = {str(column): (entity, column.key) for entity, column in letting_go()}
    return [
        LetGo(id, *entities[name], by, frozenset(then), at)
        for name, rows in told.items()
        if name in entities
        for id, then in rows.items()
    ]


async def is_still_theirs(db: Db, row: LetGo, ids: set[str], let_go: Sequence[LetGo], merged: Merges) -> bool:
    """Returns whether a row that was let go names nobody since but these, and whom it named before."""
    named = {each.by for each in let_go if each.id == row.id and each.at > row.at}
    named |= {each for each in await _now(db, row.entity, merged.at_last(row.id)) if each is not None}
    since = (AuditLog.entity_id == row.id) & (AuditLog.created_at > row.at)
    columns = {column.key for column in naming(row.entity)}
    for at, changes in await db.execute(select(AuditLog.created_at, AuditLog.changes).where(since)):
        told = {each for name in columns for each in changes.get(name, ()) if each is not None}
        named |= {each for each in told if not merged.is_lent(row.id, each, at)}
    return named <= ids | {row.by} | row.then | {merged.at_last(each) for each in row.then}


async def _now(db: Db, entity: Any, id: str) -> Sequence[Any]:
    asked = select(*naming(entity)).select_from(with_record(entity)).where(entity.__table__.c.id == id)
    return (await db.execute(asked)).one_or_none() or ()
