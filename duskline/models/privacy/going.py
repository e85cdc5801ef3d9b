"""Names in the log the rows that go with a deleted row, and the rows that stay and no longer name it.

Neither leaves a row of its own in the audit log, so the row of the one that is deleted names them all: by that an erasure finds what
the log, a delivery or a kept answer still says of them (`models/privacy/traces.py`), and what was the same person's (`models/privacy/let_go.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Table, select

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base
from duskline.core.data.pointers import FILE, asked_first, of_person
from duskline.core.data.session import ScopedSession
from duskline.models.privacy.personal_data import HELD
from duskline.models.records.about import Beside, Subject, abouts

WENT_ALONG = "went_along"
"""Under which name the log tells it."""
LET_GO = "let_go"
"""Under which it tells what named the row, by column and id, and whom else each named."""
UNTOLD = frozenset({WENT_ALONG, LET_GO})
"""What people who read the log do not see."""
BATCH = 500


def name_what_goes(session: ScopedSession) -> None:
    if session.actor.built_in:
        return
    deleted: dict[type[Audited], list[Audited]] = defaultdict(list)
    for row in session.deleted:
        if isinstance(row, Audited) and row.is_audited:
            deleted[type(row)].append(row)
    for entity, rows in deleted.items():
        found = going_with(session.connection(), entity, [row.id for row in rows])
        let_go = let_go_by(
            session.connection(), {row.id: {row.id} | found.get(row.id, set()) for row in rows}
        )
        for row in rows:
            if ids := found.get(row.id):
                row.told_beside = {**row.told_beside, WENT_ALONG: [sorted(ids), None]}
            if named := let_go.get(row.id):
                row.told_beside = {**row.told_beside, LET_GO: [named, None]}


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


def let_go_by(connection: Connection, going: Mapping[str, set[str]]) -> dict[str, dict[str, Any]]:
    """Returns the rows that named a deleted row, or a row that goes with it, and are about the same person.

    They stand by the id of the deleted row, then by column and id, each with the ids of others that it names. A row whose column is asked
    after another one (`after`) is among them only where that other one names nobody.
    """
    roots = {id: root for root, ids in going.items() for id in ids}
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    in_order = sorted(roots)
    for entity, column in letting_go():
        others = [each for each in naming(entity) if each is not column]
        asked = select(column, entity.__table__.c.id, *others).select_from(with_record(entity))
        if first := asked_first(entity, column.key):
            asked = asked.where(entity.__table__.c[first].is_(None))
        for start in range(0, len(in_order), BATCH):
            for on, id, *also in connection.execute(asked.where(column.in_(in_order[start : start + BATCH]))):
                if roots.get(id) != roots[on]:
                    found[roots[on]].setdefault(str(column), {})[id] = sorted({*also} - {None})
    return found


def letting_go() -> Iterator[tuple[Any, Column[Any]]]:
    """Yields the keys of rows about the same person that become null when the row that they name is deleted."""
    for entity in HELD:
        for column in entity.__table__.c:  # in their order, which keys have none of
            if column.key in of_person(entity) and any(
                key.ondelete == "SET NULL" for key in column.foreign_keys
            ):
                yield entity, column


def naming(entity: Any) -> list[Column[Any]]:
    """Returns the columns by which a row, and the record that it stands beside, name other rows of the same person."""
    of_both = [entity, *([entity.record] if issubclass(entity, Beside) else [])]
    return [each.__table__.c[name] for each in of_both for name in of_person(each) if name != "id"]


def with_record(entity: Any) -> Any:
    table = entity.__table__
    if not issubclass(entity, Beside):
        return table
    record = entity.record.__table__
    return table.join(record, record.c.id == table.c.id)


def _asked(table: Table, on: Any) -> Any:
    return select(on, table.c.id, *(column for column in table.c if FILE in column.info))


def entity_of(table: Table) -> Any:
    return next(each.class_ for each in Base.registry.mappers if each.local_table is table)
