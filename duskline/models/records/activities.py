"""What staff did about a record, and what they promised to do next."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    and_,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column, now
from duskline.models.records.about import About, RecordKind, about


class ActivityType(StrEnum):
    NOTE = "note"
    CALL = "call"
    TEXT = "text"
    MEETING = "meeting"


RESPONSES = {ActivityType.CALL, ActivityType.TEXT, ActivityType.MEETING}
"""By which somebody is answered."""


class CallOutcome(StrEnum):
    REACHED = "reached"
    LEFT_MESSAGE = "left_message"
    NO_ANSWER = "no_answer"
    WRONG_NUMBER = "wrong_number"


class Activity(About, Identified, Updated, Versioned, Audited, Base):
    """What happened; not what is to happen."""

    __tablename__ = "activities"
    __table_args__ = (Index("ix_activities_by_record", "kind", "record_id", "happened_at", "id"),)
    audit_name = "activity"
    pointer = about(counts="activities")

    type: Mapped[ActivityType] = enum_column("type", ActivityType)
    outcome: Mapped[CallOutcome | None] = enum_column("outcome", CallOutcome, nullable=True)
    minutes: Mapped[int | None] = mapped_column(Integer)
    words: Mapped[str | None] = mapped_column(Text)
    happened_at: Mapped[datetime] = mapped_column(default=now)
    by_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"))


class NextStep(About, Identified, Updated, Versioned, Audited, Base):
    """What a person promised to do about a record; one at a time."""

    __tablename__ = "next_steps"
    __table_args__ = (
        Index(
            "uq_next_steps_open", "kind", "record_id", unique=True,
            sqlite_where=text("done_at IS NULL"), postgresql_where=text("done_at IS NULL"),
        ),
        Index("ix_next_steps_by_record", "kind", "record_id", "done_at"),
        Index(
            "ix_next_steps_open_by_day", "due_on",
            sqlite_where=text("done_at IS NULL"), postgresql_where=text("done_at IS NULL"),
        ),
        Index(
            "ix_next_steps_open_by_person", "assigned_to", "due_on",
            sqlite_where=text("done_at IS NULL"), postgresql_where=text("done_at IS NULL"),
        ),
    )  # fmt: skip
    audit_name = "next_step"
    pointer = about(counts="nextSteps")

    words: Mapped[str] = mapped_column(String(200))
    due_on: Mapped[date] = mapped_column(Date)
    due_minute: Mapped[int | None] = mapped_column(Integer)
    """Minutes after midnight, in the time of the branch; None is any time that day."""
    assigned_to: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    done_at: Mapped[datetime | None]
    done_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))

    @classmethod
    def is_open(cls) -> ColumnElement[bool]:
        return cls.done_at.is_(None)

    @classmethod
    def open_about(cls, kind: RecordKind, id: Any) -> ColumnElement[bool]:
        """The open step of a record, of which there is one at most."""
        return and_(cls.kind == kind, cls.record_id == id, cls.is_open())
