"""Reports that people keep under a name, for themselves or for their branch, and by mail every Monday."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import (
    JSON,
    Boolean,
    ColumnElement,
    Date,
    ForeignKey,
    Index,
    String,
    and_,
    delete,
    false,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Keyed, Updated, Versioned, enum_column, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing
from duskline.core.data.upsert import insert_into
from duskline.core.mail.outbox import enqueue_unwritten
from duskline.core.system.errors import Conflict, Forbidden, NotFound
from duskline.models.notifying.staff_mail import home_zone
from duskline.models.people.people import User, UserStatus
from duskline.policy import CONSOLE, Actor, in_scope

LOCK = "saved-reports"
LETTER = "report"
"""The kind of the letter."""
SUBJECT = "Your weekly report"
"""While it waits; written, it says which."""
FROM_HOUR = 6
"""Of a Monday, on the reader's clock."""
BATCH = 100
UNDOABLE = timedelta(minutes=10)
"""How long a deletion can be taken back; after that it is final."""
TOO_LATE = "This report was deleted more than ten minutes ago. Save it again."
NOT_YOURS = "Only the person who saved this report can change it. Save it under another name instead."


class Span(StrEnum):
    """The period of a saved report, by the day on which it is opened."""

    THIS_WEEK = "this_week"
    LAST_WEEK = "last_week"
    THIS_MONTH = "this_month"
    LAST_MONTH = "last_month"
    LAST_30_DAYS = "last_30_days"
    LAST_90_DAYS = "last_90_days"
    THIS_YEAR = "this_year"
    LAST_12_MONTHS = "last_12_months"
    NEXT_6_WEEKS = "next_6_weeks"
    """That of the forecast, and of nothing else."""


class SavedReport(Identified, Updated, Versioned, Audited, Base):
    __tablename__ = "saved_reports"
    __table_args__ = (Index(None, "branch_id"),)
    audit_name = "saved_report"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    branch_id: Mapped[str | None] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"))
    """Whose people see it, where it is shared."""
    shared: Mapped[bool] = mapped_column(Boolean, server_default=false(), default=False)
    name: Mapped[str] = mapped_column(String(100))
    report: Mapped[str] = mapped_column(String(40))
    measures: Mapped[list[str]] = mapped_column(JSON, default=list)
    by: Mapped[str] = mapped_column(String(20))
    of_branch: Mapped[str | None] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"))
    """The branch that it is about; None is all in the reader's scope."""
    period: Mapped[Span] = enum_column("period", Span)
    chart: Mapped[bool] = mapped_column(Boolean, server_default=true(), default=True)
    ended_at: Mapped[datetime | None]
    """When it was deleted. Who gets it by mail is kept until that is final."""


class ReportLetter(Keyed, Base):
    """That somebody gets a saved report by mail."""

    __tablename__ = "report_letters"
    __table_args__ = (Index(None, "user_id", "report_id", unique=True),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    report_id: Mapped[str] = mapped_column(ForeignKey("saved_reports.id", ondelete="CASCADE"))
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    sent_on: Mapped[date] = mapped_column(Date)
    """The Monday of the last one; at first that before it was asked for."""


STANDS = SavedReport.ended_at.is_(None)


def seen_by(actor: Actor) -> ColumnElement[bool]:
    """One's own, and those that are shared with a branch in scope and about one, where they are about one; none that is deleted."""
    size = actor.scope.size
    about = or_(SavedReport.of_branch.is_(None), in_scope(SavedReport.of_branch, size))
    theirs = and_(SavedReport.shared, in_scope(SavedReport.branch_id, size), about)
    return and_(STANDS, or_(SavedReport.user_id == actor.id, theirs))


async def found(db: Db, id: str, *, own: bool) -> SavedReport:
    """One that the actor sees, held until the commit.

    Raises:
        NotFound: there is none, or it is nobody's business of theirs.
        Forbidden: it is to be changed, and is somebody else's.
        Changed: the caller's `If-Match` names another version.
    """
    seen = select(SavedReport.user_id).where(SavedReport.id == id, seen_by(db.actor))
    whose: str | None = await db.scalar(seen)
    if whose is None:
        raise NotFound
    if own and whose != db.actor.id:
        raise Forbidden(NOT_YOURS)
    return await db.find_for_update(SavedReport, id)


async def kept_by(db: Db) -> int:
    """Returns how many reports the actor has, before or after one more."""
    db.require_lock(LOCK)
    mine = select(func.count()).select_from(SavedReport).where(STANDS, SavedReport.user_id == db.actor.id)
    return await db.scalar(mine) or 0


async def restored(db: Db, id: str) -> SavedReport:
    """One's own, whose deletion is taken back; those who got it by mail get it again.

    Raises:
        NotFound: it is somebody else's, or never was.
        Conflict: that was too long ago.
    """
    report = await db.find_locked(SavedReport, id)
    if report.user_id != db.actor.id:
        raise NotFound
    if report.ended_at is not None and report.ended_at < now() - UNDOABLE:
        raise Conflict(TOO_LATE)
    report.ended_at = None
    return report


async def sweep(database: Database) -> None:
    """Forgets those whose deletion is final, with who got them by mail."""
    async with changing(database, CONSOLE) as db:
        await db.execute(delete(SavedReport).where(SavedReport.ended_at < now() - UNDOABLE))
        await db.commit()


async def subscribe(db: Db, report: SavedReport, today: date, *, weekly: bool) -> None:
    """From the next Monday on, or no more."""
    if not weekly:
        mine = ReportLetter.report_id == report.id, ReportLetter.user_id == db.actor.id
        await db.execute(delete(ReportLetter).where(*mine))
        return
    new = insert_into(ReportLetter, db.database.dialect.name)
    values = {"id": new_id(), "report_id": report.id, "user_id": db.actor.id, "sent_on": monday(today)}
    await db.execute(new.values(values).on_conflict_do_nothing(index_elements=["user_id", "report_id"]))


async def reader_of(database: Database, letter: str) -> str | None:
    """Whose letter it is, while they want it."""
    async with database.reads.connect() as connection:
        person: str | None = await connection.scalar(
            select(ReportLetter.user_id).where(ReportLetter.id == letter)
        )
    return person


def monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


async def write_reports(database: Database, moment: datetime | None = None) -> None:
    """Puts a letter in the queue for each whose Monday has come; it is written when it leaves, as far as rights go then."""
    while await _some(database, moment or now()):
        pass


async def _some(database: Database, at: datetime) -> bool:
    async with changing(database, CONSOLE) as db:
        due = [row for row in await db.execute(_waiting(at)) if _is_time(at, row)]
        for row in due:
            this_week = monday(at.astimezone(ZoneInfo(row.zone)).date())
            waits = ReportLetter.id == row.id, ReportLetter.sent_on < this_week
            noted = update(ReportLetter).where(*waits).values(sent_on=this_week).returning(ReportLetter.id)
            if await db.scalar(noted) is not None:
                await enqueue_unwritten(
                    db, kind=LETTER, about=row.id, recipient=row.email, subject=SUBJECT, at_most_once=False
                )
        await db.commit()
    return len(due) == BATCH


def _waiting(at: datetime) -> Any:
    earliest = monday((at - timedelta(hours=12)).date())
    wanted = select(ReportLetter.id, ReportLetter.sent_on, User.email, home_zone().label("zone"))
    active = User.status == UserStatus.ACTIVE
    people = wanted.join(User, User.id == ReportLetter.user_id)
    waiting = people.join(SavedReport, SavedReport.id == ReportLetter.report_id).where(
        active, STANDS, ReportLetter.sent_on < earliest
    )
    return waiting.order_by(ReportLetter.sent_on, ReportLetter.id).limit(BATCH)


def _is_time(at: datetime, row: Any) -> bool:
    there = at.astimezone(ZoneInfo(row.zone))
    return row.sent_on < monday(there.date()) and (there.weekday() > 0 or there.hour >= FROM_HOUR)
