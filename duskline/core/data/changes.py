"""What a transaction changes about kept numbers (`counts.py`, `figures.py`): noted while rows change, written just before its commit.

Of rows that nobody sees yet (`unfinished.py`) it is set aside instead, and added once they are seen: a number never tells of a row that
its list does not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any, ClassVar

from sqlalchemy import JSON, Connection, Index, String, delete, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from duskline.core.data.base import Base, new_id
from duskline.core.data.unfinished import BATCH, PREFIX, on_its_way
from duskline.core.data.upsert import insert_into


class SetAside(Base):
    """What one transaction changed about the numbers of one table."""

    __tablename__ = "set_aside"
    __table_args__ = (Index(None, "prefix", "id"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    prefix: Mapped[str] = mapped_column(String(PREFIX))
    """Of the batch whose rows it made."""
    of: Mapped[str] = mapped_column(String(40))
    """The table."""
    rows: Mapped[list[list[Any]]] = mapped_column(JSON)
    """The parts of a key, and by how much its number and its total change."""


SET_ASIDE: Any = SetAside.__table__


class Changes:
    """By key: by how much a number changes, and the sum beside it."""

    table: ClassVar[Any]
    """Whose rows they are: a key, `number` and `total`."""

    def __init__(self) -> None:
        self.numbers: Counter[Any] = Counter()
        self.totals: Counter[Any] = Counter()

    def add(self, key: tuple[Any, ...], number: int, total: int) -> None:
        self.numbers[key] += number
        self.totals[key] += total

    def found(self) -> Iterator[tuple[tuple[Any, ...], int, int]]:
        """Those that change anything, their keys in order: out of it two transactions would wait for each other crosswise."""
        for key in sorted(self.numbers):
            if self.numbers[key] or self.totals[key]:
                yield key, self.numbers[key], self.totals[key]

    @classmethod
    def key_of(cls, parts: list[Any]) -> tuple[Any, ...]:
        """A key by what JSON makes of it."""
        return tuple(parts)

    def write(self, connection: Connection) -> None:
        """Adds them to the table, by a statement of one row: one of many is compiled for each number of rows."""
        keys = self.table.primary_key.columns.keys()
        rows = [
            dict(zip(keys, key, strict=True)) | {"number": number, "total": total}
            for key, number, total in self.found()
        ]
        if rows:
            new = insert_into(self.table, connection.dialect.name)
            added = {name: self.table.c[name] + new.excluded[name] for name in ("number", "total")}
            connection.execute(new.on_conflict_do_update(index_elements=keys, set_=added), rows)

    def keep(self, session: Session) -> None:
        """Writes them, or sets them aside where the session makes a batch."""
        connection, batch = session.connection(), session.info.get(BATCH)
        if batch is None:
            self.write(connection)
        elif rows := [[*map(_told, key), number, total] for key, number, total in self.found()]:
            connection.execute(insert(SET_ASIDE).values(prefix=batch[:PREFIX], of=self.table.name, rows=rows))


def _told(part: Any) -> Any:
    return part.isoformat() if isinstance(part, date) else part


def add_set_aside(connection: Connection, batch: str, kept: tuple[type[Changes], ...], most: int) -> int:
    """Adds some of what was set aside of a batch; how much that was."""
    some = select(SET_ASIDE).where(SET_ASIDE.c.prefix == batch[:PREFIX]).order_by(SET_ASIDE.c.id).limit(most)
    rows = connection.execute(some).all()
    changes = {kind.table.name: kind() for kind in kept}
    for row in rows:
        for *key, number, total in row.rows:
            kept_in = changes[row.of]
            kept_in.add(kept_in.key_of(key), number, total)
    for kind in kept:
        changes[kind.table.name].write(connection)
    connection.execute(delete(SET_ASIDE).where(SET_ASIDE.c.id.in_([row.id for row in rows])))
    return len(rows)


def forget_set_aside(connection: Connection, batch: str) -> None:
    """What was set aside of a batch, whose rows are gone."""
    connection.execute(delete(SET_ASIDE).where(SET_ASIDE.c.prefix == batch[:PREFIX]))


def forget_seen(connection: Connection, kind: type[Changes]) -> None:
    """Returns the numbers that were set aside for a table, of batches that are seen by now: a rebuild counts their rows as well."""
    of = SET_ASIDE.c.of == kind.table.name
    connection.execute(delete(SET_ASIDE).where(of, SET_ASIDE.c.prefix != on_its_way()))
