"""Rows beside the records: leads, clients, work orders, tickets.

`About`: what was said, done, promised or changed about a record. Such a row names its record by kind and id, and lies in
the record's branch: it moves with it, and goes with it. `Beside`: the one row that comes with a record, under its id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, ForeignKey, String, Table, delete, insert, inspect, update
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from duskline.core.data.base import Base, Keyed, Versioned, enum_column
from duskline.core.data.pointers import POINTER, Pointer
from duskline.core.data.session import ScopedSession
from duskline.policy import Scoped


class RecordKind(StrEnum):
    LEAD = "lead"
    CLIENT = "client"
    WORK_ORDER = "work_order"
    TICKET = "ticket"


RECORDS = ("leads", "clients", "work_orders", "support_tickets")
"""Their tables."""


REARRANGING = "rearranging"
"""On a session that makes two records one or parts them again: nobody did what its rows say has changed."""


class Subject(Keyed):
    """A record that other rows are about."""

    kind: ClassVar[RecordKind]
    audit_name: ClassVar[str]
    branch_id: Mapped[Any]
    with_details: Mapping[str, Any] = MappingProxyType({})
    """What a new record's details begin with; no column."""
    comes_back: bool = False
    """Whether a row that is stored again was there before, and so begins nothing; no column."""
    is_one_of_many: bool = False
    """Whether a new row came in a batch, of which nobody is told row by row; no column."""


class About(Scoped):
    """A row about a record."""

    pointer: ClassVar[Pointer]
    """What becomes of it with its record (`about`)."""
    kind: Mapped[RecordKind] = enum_column("kind", RecordKind)
    branch_id: Mapped[str | None] = mapped_column(ForeignKey("branches.id"))
    """Of the record; none where the record belongs to the whole company."""

    @declared_attr
    @classmethod
    def record_id(cls) -> Mapped[str]:
        return mapped_column(String(36), info={POINTER: cls.pointer})


def about(*more: str, **said: Any) -> Pointer:
    """The word of a row about a record, or about what `more` tables hold."""
    return Pointer(at=(*RECORDS, *more), kind="kind", **said)


class Beside(Keyed):
    """A row that is there as soon as its record is, for what the record's own table has no column for."""

    record: ClassVar[type[Subject]]

    @classmethod
    def beside(cls, record: Any) -> dict[str, Any]:
        """The columns of a record's new row; what has a default may be missing."""
        return {"id": record.id, **record.with_details}

    def audit_place(self, session: ScopedSession) -> str | None:
        """That of its record."""
        record = session.get(self.record, self.id)
        return getattr(self, "branch_id", None) or (record.branch_id if record is not None else None)


def add_rows_beside(session: ScopedSession) -> None:
    for entity in besides():
        for record in session.new:
            if type(record) is entity.record:  # one by one: each may name other columns
                session.connection().execute(insert(entity.__table__), _first_row(entity, record))


def _first_row(entity: type[Beside], record: Any) -> dict[str, Any]:
    """As old as the record that it comes with."""
    dated = {name: getattr(record, name) for name in ("created_at", "updated_at") if hasattr(entity, name)}
    versioned = {"version": 1} if issubclass(entity, Versioned) else {}
    return dated | versioned | entity.beside(record)


def follow_records(session: ScopedSession) -> None:
    """Rows stay in the branch of their record, and none outlives it."""
    for row in session.dirty:
        if isinstance(row, Subject) and inspect(row).attrs["branch_id"].history.has_changes():
            for table, theirs in _about(row):
                session.connection().execute(update(table).where(*theirs).values(branch_id=row.branch_id))
    for row in session.deleted:
        if isinstance(row, Subject):
            for table, theirs in _about(row):
                session.connection().execute(delete(table).where(*theirs))


def rows_about(kind: RecordKind, ids: Sequence[str]) -> Iterator[tuple[type[Base], ColumnElement[bool]]]:
    """Each entity of rows about records, and which of its rows are about one of these."""
    for entity in abouts():
        yield entity, (entity.kind == kind) & entity.record_id.in_(ids)


def abouts() -> list[Any]:
    """The entities of rows about records."""
    return _entities(About)


def _about(record: Subject) -> Iterator[tuple[Table, tuple[ColumnElement[bool], ...]]]:
    """Each table of rows about records, and which of its rows are about this one."""
    for entity in abouts():
        table = entity.__table__
        yield table, (table.c.kind == record.kind, table.c.record_id == record.id)


def besides() -> list[Any]:
    """The entities of rows that come with a record."""
    return _entities(Beside)


def _entities(shape: type) -> list[Any]:
    return [mapper.class_ for mapper in Base.registry.mappers if issubclass(mapper.class_, shape)]
