"""What goes with a row that is deleted: by foreign keys that say so, and as rows about it.

Such rows leave no row of their own in the audit log, so the row of the one that is deleted names them all: by that an erasure finds what
the log, a delivery or a kept answer still says of them (`models/traces.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Table, event, select

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base
from duskline.core.data.pointers import FILE
from duskline.core.data.session import ScopedSession
from duskline.models.about import Subject, abouts

WENT_ALONG = "went_along"
"""Under which name the log tells it."""
BATCH = 500


@event.listens_for(ScopedSession, "before_flush")
def _name_them(session: ScopedSession, _context: object, _instances: object) -> None:
    if session.actor.built_in:
        return
    deleted: dict[type[Audited], list[Audited]] = defaultdict(list)
    for row in session.deleted:
        if isinstance(row, Audited) and row.is_audited:
            deleted[type(row)].append(row)
    for entity, rows in deleted.items():
        found = going_with(session.connection(), entity, [row.id for row in rows])
        for row in rows:
            if ids := found.get(row.id):
                row.told_beside = {**row.told_beside, WENT_ALONG: [sorted(ids), None]}


def going_with(connection: Connection, entity: Any, ids: Sequence[str]) -> dict[str, set[str]]:
    """By the ids of some rows, those of all that goes with each, and of its files."""
    found: dict[str, set[str]] = defaultdict(set)
    new = [(entity, {id: id for id in ids})]
    while new:
        at, roots = new.pop()
        in_order = sorted(roots)
        for start in range(0, len(in_order), BATCH):
            for table, statement in hanging(at, in_order[start : start + BATCH]):
                there: dict[str, str] = {}
                for on, id, *files in connection.execute(statement):
                    root = roots[on]
                    found[root] |= {each for each in (id, *files) if each not in (None, root)}
                    if id != root:
                        there[id] = root
                if there:
                    new.append((entity_of(table), there))
    return found


def hanging(entity: Any, ids: Sequence[str]) -> Iterator[tuple[Table, Any]]:
    """Each table whose rows go with some of an entity's: what they hang on, their ids and files."""
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys if "id" in table.primary_key.columns else ():
            if key.column is entity.__table__.c.id and key.ondelete == "CASCADE":
                yield table, _asked(table, key.parent).where(key.parent.in_(ids))
    for about in abouts() if issubclass(entity, Subject) else ():
        table = about.__table__
        theirs = (table.c.kind == entity.kind) & table.c.record_id.in_(ids)
        yield table, _asked(table, table.c.record_id).where(theirs)


def _asked(table: Table, on: Any) -> Any:
    return select(on, table.c.id, *(column for column in table.c if FILE in column.info))


def entity_of(table: Table) -> Any:
    return next(each.class_ for each in Base.registry.mappers if each.local_table is table)
