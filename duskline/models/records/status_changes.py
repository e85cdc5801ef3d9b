"""Every change of a status, kept as a row by the session itself: nothing that sets one can forget it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, insert, inspect
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Keyed, new_id, now
from duskline.core.data.session import ScopedSession
from duskline.models.records.about import About, Subject, about


class StatusChange(About, Keyed, Base):
    """What a record's status was and became; the first has no `from_status`."""

    __tablename__ = "status_changes"
    __table_args__ = (
        Index("ix_status_changes_by_record", "kind", "record_id", "at"),
        Index("ix_status_changes_by_branch", "kind", "branch_id", "at"),
    )
    pointer = about(hangs=False, why="The log tells of the change that it comes from, and that hangs.")

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    from_status: Mapped[str | None] = mapped_column(String(40))
    to_status: Mapped[str] = mapped_column(String(40))
    at: Mapped[datetime] = mapped_column(default=now)
    by_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    """None is the website or a command."""


def store_status_changes(session: ScopedSession) -> None:
    by = None if session.actor.built_in else session.actor.id
    changes = [_change(row, None, by) for row in session.new if _has_status(row) and not row.comes_back]
    for row in session.dirty:
        if _has_status(row) and (before := inspect(row).attrs["status"].history.deleted):
            changes.append(_change(row, before[0], by))
    if changes:
        session.connection().execute(insert(StatusChange.__table__), changes)


def _has_status(row: object) -> bool:
    return isinstance(row, Subject) and hasattr(row, "status")


def _change(record: Any, before: str | None, by: str | None) -> dict[str, Any]:
    return {
        "id": new_id(), "kind": record.kind, "record_id": record.id, "branch_id": record.branch_id,
        "from_status": before, "to_status": record.status, "at": now(), "by_id": by,
    }  # fmt: skip
