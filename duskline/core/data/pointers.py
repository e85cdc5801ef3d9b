"""What becomes of a row that names a record when that record is merged, parted, undone, removed or erased.

Each such column says so where it is mapped (`info=pointer(...)`), and whatever merges, undoes, removes or erases goes by that alone.
A law (`tests/laws/test_pointers.py`) asks for the word of every foreign key to a record, and of every id without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, ForeignKey, Table, select
from sqlalchemy.orm import Mapper

from duskline.core.data.base import Base

POINTER = "pointer"
"""Where a column keeps its word."""
FILE = "file"
"""Where a column says that its id is that of a file."""


class Pointer(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a row that names a record by its id."""

    at: tuple[str, ...] = ()
    """Tables of the record, where no foreign key says it; none of both is any record."""
    kind: str | None = None
    """The column that says which kind of record it is."""
    follows: bool = True
    """Whether the row names the record that stays once its own is merged into that; else it keeps the old id, or goes with it."""
    unless: Callable[[Any, str], ColumnElement[bool]] | None = None
    """Which of the rows do not follow, by their entity and the id of the record that stays."""
    counts: str | None = None
    """What a preview of a merge counts the row as; None: it is not worth telling."""
    hangs: bool = True
    """Whether it keeps the record that a conversion made from being taken back."""
    holds: tuple[str, str] | None = None
    """What it is called, one and several, where it keeps the record from being removed; else the foreign key says what happens."""
    person: bool = True
    """Whether the row is about the person of the record: what is known of one, and goes when they are erased."""
    after: str | None = None
    """The column that is asked first: where that one names somebody, the row is about that person alone, and not about this one's."""
    made_at: str = "created_at"
    """The column that says when the row was made. A row that stands beside another has none of its own: it is as old as that one."""
    why: str | None = None
    """Why it does not follow, does not hang, or is not about the person."""

    def names(self, attribute: Any, record: type[Any], id: Any) -> ColumnElement[bool]:
        """Whether a row names a record of a kind: one, or one of a list."""
        is_named = is_one(attribute, id)
        return (
            is_named
            if self.kind is None
            else (getattr(attribute.class_, self.kind) == record.kind) & is_named
        )


def is_one(attribute: Any, id: Any) -> ColumnElement[bool]:
    """Whether a column holds an id, or one of a list."""
    named: ColumnElement[bool] = attribute.in_(id) if isinstance(id, list) else attribute == id
    return named


def pointer(**said: Any) -> dict[str, Pointer]:
    """The word of a column, for `mapped_column(info=...)`."""
    return {POINTER: Pointer(**said)}


def beside() -> dict[str, Pointer]:
    """The word of an id that is that of the record which a row stands beside."""
    return pointer(follows=False, hangs=False, why="It goes with its record, and comes back with it.")


@cache
def declared() -> tuple[tuple[Any, Pointer], ...]:
    """Every column that has given its word, those of tables that others stand on first. Every model is mapped by then."""
    mappers: dict[Any, Mapper[Any]] = {mapper.local_table: mapper for mapper in Base.registry.mappers}
    return tuple(
        (mappers[table].get_property_by_column(column).class_attribute, column.info[POINTER])
        for table in Base.metadata.sorted_tables
        for column in table.c
        if POINTER in column.info
    )


def pointers_at(record: type[Any]) -> Iterator[tuple[Any, Pointer]]:
    """The columns that name records of a kind."""
    for attribute, said in declared():
        column = attribute.property.columns[0]
        if record.__tablename__ in said.at or column.references(record.__table__.c.id):
            yield attribute, said


def made_at(attribute: Any, said: Pointer) -> Any:
    """Returns when a row that points was made, by itself or by the row that it stands beside; None: nothing says it."""
    entity = attribute.class_
    if said.made_at in entity.__table__.c:
        return getattr(entity, said.made_at)
    key = _stands_beside(entity.__table__)
    if key is None or said.made_at not in key.column.table.c:
        return None
    return select(key.column.table.c[said.made_at]).where(key.column == entity.id).scalar_subquery()


def _stands_beside(table: Table) -> ForeignKey | None:
    """Returns the key by which a row has the id of another, if it has."""
    return next(iter(table.c.id.foreign_keys), None)


def of_person(entity: type[Base]) -> tuple[str, ...]:
    """The columns of an entity by which its rows are about the person of a record."""
    columns = entity.__table__.c
    return tuple(column.key for column in columns if POINTER in column.info and column.info[POINTER].person)


def asked_first(entity: type[Base], name: str) -> str | None:
    """Returns the column that says before this one about whom a row is."""
    said = entity.__table__.c[name].info.get(POINTER)
    return None if said is None else said.after
