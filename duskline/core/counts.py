"""Counts that are kept as rows change, so that a dashboard costs the same at a thousand rows and a million.

Each counted entity is counted by branch and status. The session notes what a flush changed and writes one
statement just before the commit, its keys in order: written earlier or out of order, two transactions on one
branch would wait for each other crosswise. `recount` builds the table anew after a migration or a restore.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from sqlalchemy import (
    Integer,
    Select,
    String,
    bindparam,
    delete,
    event,
    func,
    insert,
    inspect,
    literal,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, mapped_column

from duskline.access import Scoped, lies_in_a_branch
from duskline.core.db import Base, GuardedSession

NO_BRANCH = ""
KEPT = frozenset(("branch_id", "status"))
"""The columns by which records are counted."""
Key = tuple[str, str, str]


class Counted:
    """An entity counted by its `branch_id` and `status` under `count_kind`."""

    count_kind: ClassVar[str]


class RecordCount(Scoped, Base):
    """How many records of a kind and status a branch has."""

    __tablename__ = "record_counts"

    kind: Mapped[str] = mapped_column(String(40), primary_key=True)
    branch_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    status: Mapped[str] = mapped_column(String(40), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)


@event.listens_for(GuardedSession, "after_flush")
def _note_changes(session: GuardedSession, _context: Any) -> None:
    changes: Counter[Key] = session.info.setdefault("count_changes", Counter())
    for row in session.new:
        if isinstance(row, Counted):
            changes[_key(row, old=False)] += 1
    for row in session.deleted:
        if isinstance(row, Counted):
            changes[_key(row, old=True)] -= 1
    for row in session.dirty:
        if isinstance(row, Counted) and _key(row, old=True) != _key(row, old=False):
            changes[_key(row, old=True)] -= 1
            changes[_key(row, old=False)] += 1


@event.listens_for(GuardedSession, "before_commit")
def _write_changes(session: GuardedSession) -> None:
    session.flush()
    changes: Counter[Key] = session.info.pop("count_changes", Counter())
    rows = [
        {"kind": kind, "branch_id": branch, "status": status, "number": number}
        for (kind, branch, status), number in sorted(changes.items())
        if number
    ]
    if rows:
        connection = session.connection()
        connection.execute(_add(rows, connection.dialect.name))


@event.listens_for(GuardedSession, "after_soft_rollback")
def _forget_changes(session: GuardedSession, _transaction: Any) -> None:
    session.info.pop("count_changes", None)


def _key(row: Any, *, old: bool) -> Key:
    state: Any = inspect(row)

    def value(name: str) -> Any:
        history = state.attrs[name].history
        return history.deleted[0] if old and history.deleted else getattr(row, name)

    return row.count_kind, value("branch_id") or NO_BRANCH, value("status")


def _add(rows: list[dict[str, Any]], dialect: str) -> Any:
    table: Any = RecordCount.__table__
    module: Any = sqlite if dialect == "sqlite" else postgresql
    statement = module.insert(table).values(rows)
    return statement.on_conflict_do_update(
        index_elements=[table.c.kind, table.c.branch_id, table.c.status],
        set_={"number": table.c.number + statement.excluded.number},
    )


def kept_count(entity: type[Base], equal: Mapping[str, str]) -> Select[Any] | None:
    """How many rows of an entity have these values (column -> placeholder), where the kept counts know it."""
    if not (issubclass(entity, Counted) and lies_in_a_branch(entity) and equal.keys() <= KEPT):
        return None
    alike = [getattr(RecordCount, name) == bindparam(given, type_=String) for name, given in equal.items()]
    total = func.coalesce(func.sum(RecordCount.number), 0)
    return select(total).where(RecordCount.kind == literal(entity.count_kind, String), *alike)


async def recount(connection: AsyncConnection) -> None:
    """Counts every counted table anew."""
    await connection.execute(delete(RecordCount.__table__))  # type: ignore[arg-type]
    for mapper in Base.registry.mappers:
        entity: Any = mapper.class_
        if issubclass(entity, Counted):
            table: Any = entity.__table__
            branch = func.coalesce(table.c.branch_id, NO_BRANCH)
            counted = select(literal(entity.count_kind), branch, table.c.status, func.count())
            columns = ["kind", "branch_id", "status", "number"]
            grouped = counted.group_by(branch, table.c.status)
            await connection.execute(insert(RecordCount.__table__).from_select(columns, grouped))  # type: ignore[arg-type]
