"""Counts and sums that are kept as rows change, so that a dashboard costs the same at a thousand rows and a million.

Each counted entity is counted by branch and status, and by branch and whatever else its list is narrowed by
(`counted_by`); beside each count stands the sum of one of its columns (`summed`). The session notes what a flush changed and writes it just before the commit, its keys in
order: written earlier or out of order, two transactions on one branch would wait for each other crosswise. `recount`
rebuilds the table after a migration or a restore.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Insert,
    Integer,
    Select,
    String,
    bindparam,
    delete,
    func,
    insert,
    inspect,
    literal,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstanceState, Mapped, mapped_column

from duskline.core.data.base import Base
from duskline.core.data.changes import Changes, forget_seen
from duskline.core.data.session import ScopedSession
from duskline.core.data.unfinished import is_finished
from duskline.policy import Scoped, lies_in_a_branch

BRANCHLESS = ""
Key = tuple[str, str, str]
Columns = tuple[str, ...]
BY_STATUS: Columns = ("status",)
JOINT = ":"
"""Between the values of a group. At most the first is free, a person's id; statuses and the like hold no colon."""


class Counted:
    """An entity counted, under `count_kind`, by its `branch_id` and each group of columns in `counted_by`."""

    count_kind: ClassVar[str]
    counted_by: ClassVar[tuple[Columns, ...]] = (BY_STATUS,)
    summed: ClassVar[str | None] = None
    """A column of whole numbers whose sum is kept beside each count."""

    @classmethod
    def kind_by(cls, columns: Columns) -> str:
        """What counts by some columns are kept under: those by status under the plain name."""
        return cls.count_kind if columns == BY_STATUS else ".".join((cls.count_kind, *columns))


class RecordCount(Scoped, Base):
    """How many records of a kind a branch has with one value (a status, a priority, a person's id), or one group."""

    __tablename__ = "record_counts"

    kind: Mapped[str] = mapped_column(String(40), primary_key=True)
    branch_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    value: Mapped[str] = mapped_column(String(80), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    total: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """The sum of the entity's `summed` column over these records."""


class CountChanges(Changes):
    table = RecordCount.__table__

    def note(self, row: Counted, sign: int, *, old: bool) -> None:
        """A row as it is, or as it was before this flush, comes (1) or goes (-1)."""
        keys, amount = _figures(row, old=old)
        for key in keys:
            self.add(key, sign, sign * amount)


def note_changes(session: ScopedSession) -> None:
    changes: CountChanges = session.info.setdefault("count_changes", CountChanges())
    for row in session.new:
        if isinstance(row, Counted):
            changes.note(row, 1, old=False)
    for row in session.deleted:
        if isinstance(row, Counted):
            changes.note(row, -1, old=True)
    for row in session.dirty:
        if isinstance(row, Counted):
            changes.note(row, -1, old=True)
            changes.note(row, 1, old=False)


def write_changes(session: ScopedSession) -> None:
    session.flush()
    changes: CountChanges = session.info.pop("count_changes", CountChanges())
    if changes.numbers:
        changes.keep(session)


def forget_changes(session: ScopedSession) -> None:
    session.info.pop("count_changes", None)


def _figures(row: Counted, *, old: bool) -> tuple[list[Key], int]:
    """Where a row counts and what it adds to the sums, or did before this flush. Nobody asks how many have no value."""
    state: InstanceState[Counted] = inspect(row)

    def value(name: str) -> Any:
        history = state.attrs[name].history
        return history.deleted[0] if old and history.deleted else getattr(row, name)

    branch = value("branch_id") or BRANCHLESS
    keys = []
    for columns in row.counted_by:
        values = [word for name in columns if (word := value(name)) is not None]
        if len(values) == len(columns):
            keys.append((row.kind_by(columns), branch, JOINT.join(values)))
    return keys, (row.summed and value(row.summed)) or 0


def is_counted_by(entity: type[Base], column: str) -> bool:
    """Whether the kept counts know how many rows of an entity have some value in a column."""
    if not (issubclass(entity, Counted) and lies_in_a_branch(entity)):
        return False
    return column == "branch_id" or (column,) in entity.counted_by


def kept_count(entity: type[Base], equal: Mapping[str, str]) -> Select[int] | None:
    """How many rows of an entity have these values (column -> placeholder), where the kept counts know it."""
    if not (issubclass(entity, Counted) and lies_in_a_branch(entity)):
        return None
    asked = equal.keys() - {"branch_id"} or set(BY_STATUS)
    group = next((columns for columns in entity.counted_by if set(columns) == asked), None)
    if group is None:
        return None
    given = {column: bindparam(name, type_=String) for column, name in equal.items()}
    alike = [RecordCount.branch_id == given["branch_id"]] if "branch_id" in given else []
    if group[0] in given:
        alike.append(RecordCount.value == _joined([given[column] for column in group]))
    total = func.coalesce(func.sum(RecordCount.number), 0)
    return select(total).where(RecordCount.kind == literal(entity.kind_by(group), String), *alike)


class KeptFigures:
    """The figures of an entity's rows by the values of some columns, where only kept groups narrow them."""

    def __init__(self, entity: type[Counted], by: Columns, equal: Mapping[str, str], group: Columns) -> None:
        self.entity, self.by, self.equal, self.group = entity, by, equal, group

    def statement(self) -> Select[str, int, int]:
        """Value, count and sum; those of other values than are asked for may be among them."""
        found = RecordCount.value
        asked = [RecordCount.kind == literal(self.entity.kind_by(self.group), String)]
        if name := self.equal.get("branch_id"):
            asked.append(RecordCount.branch_id == bindparam(name, type_=String))
        if name := self.equal.get(self.group[0]):
            first = bindparam(name, type_=String).concat(JOINT)
            asked.append(func.substr(found, 1, func.length(first)) == first)
        number, total = func.sum(RecordCount.number), func.sum(RecordCount.total)
        return select(found, number, total).where(*asked).group_by(found)

    def read(
        self, rows: Sequence[Sequence[Any]], values: Mapping[str, Any]
    ) -> list[tuple[tuple[str, ...], int, int]]:
        """The values of `by`, count and sum; `values` are those of the placeholders."""
        read = []
        for joined, number, total in rows:
            words = dict(zip(self.group, joined.rsplit(JOINT, len(self.group) - 1), strict=True))
            if all(words.get(column, values[name]) == values[name] for column, name in self.equal.items()):
                read.append((tuple(words[column] for column in self.by), int(number), int(total)))
        return read


def kept_figures(entity: type[Base], by: Columns, equal: Mapping[str, str]) -> KeptFigures | None:
    """The figures by some columns of the rows with these values (column -> placeholder), where they are kept."""
    if not (issubclass(entity, Counted) and lies_in_a_branch(entity)):
        return None
    asked = {*by, *equal} - {"branch_id"}
    group = next((columns for columns in entity.counted_by if set(columns) == asked), None)
    return None if group is None else KeptFigures(entity, by, equal, group)


def _joined(values: Sequence[ColumnElement[str]]) -> ColumnElement[str]:
    return functools.reduce(lambda left, right: left.concat(JOINT).concat(right), values)


async def recount(connection: AsyncConnection) -> None:
    """Recounts every counted table, but what nobody sees yet."""
    await connection.execute(delete(RecordCount.__table__))
    await connection.run_sync(forget_seen, CountChanges)
    for mapper in Base.registry.mappers:
        table, entity = mapper.local_table, mapper.class_
        if issubclass(entity, Counted):
            for group in entity.counted_by:
                counted = _recounted(table, entity.kind_by(group), group, entity.summed)
                await connection.execute(counted)


def _recounted(table: FromClause, kind: str, group: Columns, summed: str | None) -> Insert:
    values = [table.c[name] for name in group]
    branch, value = func.coalesce(table.c.branch_id, BRANCHLESS), _joined(values)
    total = func.coalesce(func.sum(table.c[summed]), 0) if summed else literal(0)
    counted = select(literal(kind), branch, value, func.count(), total)
    there = is_finished(table.c.id), *(column.is_not(None) for column in values)
    grouped = counted.where(*there).group_by(branch, *values)
    return insert(RecordCount.__table__).from_select(
        ["kind", "branch_id", "value", "number", "total"], grouped
    )
