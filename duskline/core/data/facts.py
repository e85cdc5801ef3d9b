"""Facts: a row beside each record that says what reports ask of it: on which days something happened, and how long it took.

A family of facts follows the rows that they come from; what a transaction changes is rebuilt just before the commit, and its
figures are corrected by the difference. `remake` rebuilds all of it after a migration or a restore.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    String,
    Table,
    delete,
    insert,
    inspect,
    select,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, Session, mapped_column

from duskline.core.data.base import Base
from duskline.core.data.changes import forget_seen
from duskline.core.data.figures import DailyFigure, Figure, FigureChanges, Values, count
from duskline.core.data.session import ScopedSession
from duskline.core.data.upsert import insert_into
from duskline.policy import Scoped

BATCH = 2_000
"""Records whose facts are worked out at a time."""


class Facts(Scoped):
    """A fact row. Every column but the keys is worked out."""

    figures: ClassVar[tuple[Figure, ...]]
    id: Mapped[str] = mapped_column(String(36), primary_key=True, sort_order=-2)
    """Of the record. No reference: the figures have to lose what goes, so the session takes it away."""
    branch_id: Mapped[str] = mapped_column(String(36), sort_order=-1)


class Follow(NamedTuple):
    """Which record's facts follow a row of some table, and whether they follow a change."""

    columns: tuple[str, ...]
    id: str = "id"
    """The attribute that names the record."""
    through: Select[str] | None = None
    """Where that names something else: the ids of records, by ids that are added as a condition on its first column."""
    only: tuple[str, str] | None = None
    """An attribute, and what it has to be."""


Made = Mapping[type[Facts], Sequence[Values]]


class Family(NamedTuple):
    """The facts about one kind of record. What rebuilds them holds the rows of the first entity."""

    record: type[Base]
    entities: tuple[Any, ...]
    follows: Mapping[type[Any], tuple[Follow, ...]]
    made: Callable[[Connection, Sequence[str]], Made]
    """The fact rows of these records as they are now."""


FAMILIES: list[Family] = []


def note_touched(session: ScopedSession) -> None:
    touched: dict[int, dict[Follow, set[str]]] = session.info.setdefault("facts_touched", {})
    for rows, whole in ((session.new, True), (session.deleted, True), (session.dirty, False)):
        for row in rows:
            for number, family in enumerate(FAMILIES):
                for follow in family.follows.get(type(row), ()):
                    if ids := _followed(row, follow, whole=whole):
                        touched.setdefault(number, defaultdict(set))[follow] |= ids


def _followed(row: Any, follow: Follow, *, whole: bool) -> set[str]:
    """What a row that came, went (`whole`) or changed names, now and before."""
    if follow.only and getattr(row, follow.only[0]) != follow.only[1]:
        return set()
    attributes = inspect(row).attrs
    if not whole and not any(attributes[name].history.has_changes() for name in (*follow.columns, follow.id)):
        return set()
    named = [getattr(row, follow.id), *attributes[follow.id].history.deleted]
    return {id for id in named if id is not None}


def keep(session: Session) -> None:
    """Works out what was touched so far, where somebody has to see the figures before the commit."""
    session.flush()
    touched: dict[int, dict[Follow, set[str]]] = session.info.pop("facts_touched", {})
    if not touched:
        return
    connection, changes = session.connection(), FigureChanges()
    for number in sorted(touched):
        ids = set[str]()
        for follow, named in touched[number].items():
            ids |= named if follow.through is None else _through(connection, follow.through, named)
        for some in batches(sorted(ids), BATCH):
            _refresh(connection, FAMILIES[number], some, changes)
    changes.keep(session)


def forget_touched(session: ScopedSession) -> None:
    session.info.pop("facts_touched", None)


def _through(connection: Connection, records: Select[str], named: set[str]) -> set[str]:
    wanted, by = records.selected_columns
    return set(connection.scalars(select(wanted).where(by.in_(sorted(named)), wanted.is_not(None))))


def batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some


def refresh(connection: Connection, family: Family, ids: Sequence[str]) -> None:
    """Rebuilds the facts of these records."""
    changes = FigureChanges()
    _refresh(connection, family, ids, changes)
    changes.write(connection)


def _refresh(connection: Connection, family: Family, ids: Sequence[str], changes: FigureChanges) -> None:
    before = {entity: _standing(connection, entity, ids) for entity in family.entities}
    made = family.made(connection, ids)
    for entity in family.entities:
        table, kept = entity.__table__, before[entity]
        now = {_key(table, row): row for row in made.get(entity, ())}
        gone = [key for key in kept if key not in now]
        changed = [row for key, row in now.items() if kept.get(key) != row]
        for key in (*gone, *(_key(table, row) for row in changed)):
            if key in kept:
                changes.note(entity.figures, kept[key], -1)
        for row in changed:
            changes.note(entity.figures, row, 1)
        if gone:
            columns = tuple_(*table.primary_key.columns)
            connection.execute(delete(table).where(columns.in_(gone)))
        if changed:
            new = insert_into(table, connection.dialect.name)
            told = {column.name: new.excluded[column.name] for column in table.c if not column.primary_key}
            keys = [*table.primary_key.columns]
            connection.execute(new.on_conflict_do_update(index_elements=keys, set_=told), changed)


def _standing(connection: Connection, entity: type[Facts], ids: Sequence[str]) -> dict[Any, dict[str, Any]]:
    """The fact rows that are there, held until the commit: of two who change one record the second sees what the first did."""
    table: Table = entity.__table__  # type: ignore[attr-defined]
    keys = [*table.primary_key.columns]
    rows = connection.execute(select(table).where(table.c.id.in_(ids)).order_by(*keys).with_for_update())
    return {_key(table, row): row for row in map(dict, rows.mappings())}


def forget(connection: Connection, record: type[Base], ids: Sequence[str]) -> None:
    """Takes away the facts of records that nobody has seen: their figures are none yet."""
    for family in FAMILIES:
        for entity in family.entities if family.record is record else ():
            connection.execute(delete(entity.__table__).where(entity.__table__.c.id.in_(ids)))


def _key(table: Table, row: Values) -> tuple[Any, ...]:
    return tuple(row[column.name] for column in table.primary_key.columns)


async def remake(connection: AsyncConnection) -> None:
    """Rebuilds all facts and figures."""
    await connection.run_sync(_remake)


def _remake(connection: Connection) -> None:
    connection.execute(delete(DailyFigure.__table__))
    forget_seen(connection, FigureChanges)
    for family in FAMILIES:
        for entity in family.entities:
            connection.execute(delete(entity.__table__))
        last = ""
        while ids := ids_of(connection, family.record.__table__, last, BATCH):
            last = ids[-1]
            for entity, rows in family.made(connection, ids).items():
                if rows:
                    connection.execute(insert(entity.__table__), rows)  # type: ignore[attr-defined]
        for entity in family.entities:
            for figure in entity.figures:
                for group in figure.by:
                    count(connection, entity.__table__, figure, group)


def ids_of(
    connection: Connection, table: Table, after: str, most: int, *where: ColumnElement[bool]
) -> Sequence[str]:
    """Those of the next records behind one."""
    ids = select(table.c.id).where(table.c.id > after, *where).order_by(table.c.id).limit(most)
    return connection.scalars(ids).all()
