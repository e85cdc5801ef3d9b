"""Visits: when somebody comes to a job, or to a lead to look at the house, and who comes.

Day and minutes are those of a clock on the branch's wall; the moments follow from them. Without minutes it is any time that
day; without a day it waits to be planned. The crew's first leads it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    ColumnElement,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    delete,
    false,
    inspect,
    select,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db, ScopedSession
from duskline.core.data.upsert import insert_into
from duskline.core.system.errors import Forbidden, NotFound
from duskline.core.values.wall_clock import moment
from duskline.models.records.about import About, RecordKind, about
from duskline.models.records.service import WorkOrder
from duskline.models.records.subjects import SUBJECTS, require_writer
from duskline.policy import Actor, Can

VISITED = (RecordKind.WORK_ORDER, RecordKind.LEAD)
MOST_CREW = 12
LONGEST_REASON = 300
LONGEST_NAME = 200
SURVEY = "Survey"
"""What a visit to a lead is called where the lead is nobody's business."""
NOT_YOURS = "You can work only on your own and unassigned work orders."


class VisitStatus(StrEnum):
    PLANNED = "planned"
    ON_THE_WAY = "on_the_way"
    STARTED = "started"
    DONE = "done"
    CANCELLED = "cancelled"


class ReplyKind(StrEnum):
    CONFIRMED = "confirmed"
    ASKED = "asked"
    """For another time."""


class Reply(msgspec.Struct, frozen=True, rename="camel"):
    """What a client answered to the letter about a visit, and for which times."""

    what: ReplyKind
    words: str | None
    at: datetime
    day: date
    start_minute: int | None
    end_minute: int | None


OPEN = (VisitStatus.PLANNED, VisitStatus.ON_THE_WAY, VisitStatus.STARTED)
BEGUN = (VisitStatus.ON_THE_WAY, VisitStatus.STARTED)
FORWARD = (VisitStatus.PLANNED, VisitStatus.ON_THE_WAY, VisitStatus.STARTED, VisitStatus.DONE)
NOTED = {
    VisitStatus.ON_THE_WAY: "set_off_at",
    VisitStatus.STARTED: "started_at",
    VisitStatus.DONE: "done_at",
}
"""Which column says when."""
IS_OPEN = text("status IN ('planned', 'on_the_way', 'started')")


class Visit(About, Identified, Updated, Versioned, Audited, Base):
    __tablename__ = "visits"
    __table_args__ = (
        CheckConstraint("(start_minute IS NULL) = (end_minute IS NULL)", name="both_minutes"),
        CheckConstraint(
            "start_minute >= 0 AND start_minute < end_minute AND end_minute <= 1440", name="minutes"
        ),
        CheckConstraint("day IS NOT NULL OR start_minute IS NULL", name="minutes_of_a_day"),
        Index(None, "record_id", "kind", "day"),
        Index(None, "branch_id", "day"),
        Index("ix_visits_open", "branch_id", "day", sqlite_where=IS_OPEN, postgresql_where=IS_OPEN),
    )
    audit_name = "visit"
    pointer = about(counts="visits")
    audit_secrets = frozenset({"replied"})

    day: Mapped[date | None] = mapped_column(Date)
    start_minute: Mapped[int | None] = mapped_column(Integer)
    """After midnight; both minutes are None where it is any time that day."""
    end_minute: Mapped[int | None] = mapped_column(Integer)
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    status: Mapped[VisitStatus] = enum_column("status", VisitStatus, default=VisitStatus.PLANNED)
    crew: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Who comes, by id; the first leads."""
    position: Mapped[int] = mapped_column(Integer, server_default=text("0"), default=0)
    """Among the visits of a day that have no time."""
    pinned: Mapped[bool] = mapped_column(Boolean, server_default=false(), default=False)
    """Rain does not move it."""
    reason: Mapped[str | None] = mapped_column(String(LONGEST_REASON))
    """Why it was cancelled, corrected, or booked beside another."""
    replied: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """The last `Reply` of its client."""
    set_off_at: Mapped[datetime | None]
    started_at: Mapped[datetime | None]
    done_at: Mapped[datetime | None]
    met: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    """Who of the client's people was there when it was done."""
    nobody_there: Mapped[bool] = mapped_column(Boolean, server_default=false(), default=False)
    missing: Mapped[str | None] = mapped_column(String(LONGEST_REASON))
    """Why something that is required was not done (product.md, rule 131)."""

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    @property
    def reply(self) -> Reply | None:
        return reply_about(self.replied, self.day, self.start_minute, self.end_minute)

    def place_in_time(self, zone: str) -> None:
        """Works out the moments from day and minutes.

        Raises:
            SkippedTime: no clock of the zone shows one of them.
        """
        fields: dict[str, datetime | None] = {"starts_at": None, "ends_at": None}
        if self.day is not None and self.start_minute is not None and self.end_minute is not None:
            fields["starts_at"] = moment(self.day, self.start_minute, zone)
            fields["ends_at"] = moment(self.day, self.end_minute, zone)
        self.apply(fields)


def reply_about(
    replied: dict[str, Any] | None, day: date | None, start: int | None, end: int | None
) -> Reply | None:
    """What a client answered, while the visit is when it was then."""
    reply = None if replied is None else msgspec.convert(replied, Reply)
    return reply if reply and (reply.day, reply.start_minute, reply.end_minute) == (day, start, end) else None


class VisitCrew(Base):
    """Who comes to a visit, and when: the list in the visit, as a table to find people by. Kept as visits change."""

    __tablename__ = "visit_crew"
    __table_args__ = (Index(None, "user_id", "starts_at", "ends_at"),)

    visit_id: Mapped[str] = mapped_column(
        ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True, info=pointer()
    )
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), primary_key=True)
    starts_at: Mapped[datetime | None]
    """Copies of the visit's; None where it has no time."""
    ends_at: Mapped[datetime | None]


class FormerCrew(Base):
    """Who was to come to a visit and is not any more: a phone without a network tells of it later."""

    __tablename__ = "former_crew"

    visit_id: Mapped[str] = mapped_column(
        ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True, info=pointer()
    )
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), primary_key=True)


def store_crew(session: ScopedSession) -> None:
    for row in session.new | session.dirty:
        if isinstance(row, Visit) and _moved(row):
            session.connection().execute(delete(VisitCrew).where(VisitCrew.visit_id == row.id))
            if row.crew:
                times = {"starts_at": row.starts_at, "ends_at": row.ends_at}
                rows = [{"visit_id": row.id, "user_id": id, **times} for id in row.crew]
                session.connection().execute(insert_into(VisitCrew, session.get_bind().dialect.name), rows)
            if gone := _former_crew(row) - set(row.crew):
                left = insert_into(FormerCrew, session.get_bind().dialect.name).on_conflict_do_nothing()
                session.connection().execute(
                    left, [{"visit_id": row.id, "user_id": id} for id in sorted(gone)]
                )


def _moved(row: Visit) -> bool:
    attrs = inspect(row).attrs
    return any(attrs[name].history.has_changes() for name in ("crew", "starts_at", "ends_at"))


def _former_crew(row: Visit) -> set[str]:
    return set(next(iter(inspect(row).attrs["crew"].history.deleted or ()), None) or ())


def plans(actor: Actor, kind: RecordKind) -> bool:
    """Whether somebody plans visits to records of that kind."""
    return actor.can(Can.MANAGE_LEADS if kind == RecordKind.LEAD else Can.ASSIGN_JOBS)


async def record_of(db: Db, visit_id: str) -> Any:
    """The record of a visit, locked before the visit: a change of the record takes them in this order too.

    Raises:
        NotFound: no such visit, or out of scope.
        Forbidden: the actor does not manage records of that kind.
    """
    found = (await db.execute(select(Visit.kind, Visit.record_id).where(Visit.id == visit_id))).one_or_none()
    if found is None:
        raise NotFound
    require_writer(db, found.kind)
    return await db.find_locked(SUBJECTS[found.kind], found.record_id)


async def locked(db: Db, ids: Iterable[str]) -> dict[str, Visit]:
    """The visits that are there of these, by id, locked after their records and in one order for everybody."""
    asked = Visit.id.in_(sorted(ids))
    records: dict[RecordKind, list[str]] = {}
    for kind, record in await db.execute(select(Visit.kind, Visit.record_id).where(asked)):
        records.setdefault(kind, []).append(record)
    for kind in sorted(records):
        entity = SUBJECTS[kind]
        theirs = select(entity.id).where(entity.id.in_(records[kind])).order_by(entity.id)
        await db.execute(theirs.with_for_update(of=entity, key_share=True))
    rows = await db.scalars(select(Visit).where(asked).order_by(Visit.id).with_for_update(of=Visit))
    return {visit.id: visit for visit in rows}


async def was_to_come(db: Db, visit_id: str) -> bool:
    """Returns whether the actor was in the crew of a visit once."""
    mine = (FormerCrew.visit_id == visit_id) & (FormerCrew.user_id == db.actor.id)
    return await db.scalar(select(FormerCrew.visit_id).where(mine)) is not None


async def has_hands_on(db: Db, order: WorkOrder) -> bool:
    """Without canAssignJobs one handles one's own and free work orders, and those of one's crew (product.md, rule 21)."""
    if db.actor.can(Can.ASSIGN_JOBS) or order.assigned_to in (None, db.actor.id):
        return True
    return await _comes(db, VisitCrew, order, Visit.status != VisitStatus.CANCELLED)


async def require_hands_on(db: Db, order: WorkOrder) -> None:
    if not await has_hands_on(db, order):
        raise Forbidden(NOT_YOURS)


async def require_was_there(db: Db, order: WorkOrder) -> None:
    """What was seen on site is taken from those who were to go there, also after the visit was given to others or cancelled."""
    if not (await _comes(db, FormerCrew, order) or await _comes(db, VisitCrew, order)):
        await require_hands_on(db, order)


async def _comes(
    db: Db, crew: type[VisitCrew | FormerCrew], order: WorkOrder, *where: ColumnElement[bool]
) -> bool:
    theirs = (Visit.kind == RecordKind.WORK_ORDER) & (Visit.record_id == order.id)
    mine = select(crew.visit_id).join(Visit, Visit.id == crew.visit_id)
    found = mine.where(theirs, *where, crew.user_id == db.actor.id).limit(1)
    return await db.scalar(found) is not None


def require_own(actor: Actor, order: WorkOrder) -> None:
    """Without canAssignJobs one gives a work order to nobody but oneself."""
    if not actor.can(Can.ASSIGN_JOBS) and order.assigned_to not in (None, actor.id):
        raise Forbidden(NOT_YOURS)
