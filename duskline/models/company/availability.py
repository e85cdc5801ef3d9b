"""Who is away, and what differs on a day of a branch: what a plan must go around."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import StrEnum

from sqlalchemy import CheckConstraint, Date, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.policy import Scoped

MOST_CREWS = 200
LONGEST_NOTE = 300


class AbsenceKind(StrEnum):
    VACATION = "vacation"
    SICK = "sick"
    TRAINING = "training"
    OTHER = "other"


class Absence(Identified, Updated, Versioned, Audited, Scoped, Base):
    """Somebody is away: for days, or for some hours of one day."""

    __tablename__ = "absences"
    __table_args__ = (
        CheckConstraint("first_day <= last_day", name="days"),
        CheckConstraint("(start_minute IS NULL) = (end_minute IS NULL)", name="both_minutes"),
        CheckConstraint(
            "start_minute >= 0 AND start_minute < end_minute AND end_minute <= 1440", name="minutes"
        ),
        CheckConstraint("start_minute IS NULL OR first_day = last_day", name="hours_of_one_day"),
        Index(None, "branch_id", "last_day"),
        Index(None, "user_id", "last_day"),
    )
    audit_name = "absence"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"))
    """Whose planners keep it."""
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    start_minute: Mapped[int | None] = mapped_column(Integer)
    end_minute: Mapped[int | None] = mapped_column(Integer)
    kind: Mapped[AbsenceKind] = enum_column("kind", AbsenceKind)
    note: Mapped[str | None] = mapped_column(String(LONGEST_NOTE))


class BranchDay(Identified, Updated, Versioned, Audited, Scoped, Base):
    """What differs on one day of a branch: how many crews there are, or that nobody goes out."""

    __tablename__ = "branch_days"
    __table_args__ = (UniqueConstraint("branch_id", "day"),)
    audit_name = "branch_day"

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"))
    day: Mapped[date] = mapped_column(Date)
    crews: Mapped[int | None] = mapped_column(Integer)
    """None is as many as the branch has; 0 is a closed day."""
    note: Mapped[str | None] = mapped_column(String(LONGEST_NOTE))


def crews_out(visits: Iterable[Iterable[str]]) -> list[frozenset[str]]:
    """The crews of one day's visits, by who comes to each: those that share somebody are one crew's, and each that nobody is sent to yet
    needs one (product.md, rule 137; likewise `crewsOut` of the board)."""
    crews: list[frozenset[str]] = []
    for people in visits:
        crews = joined(crews, people)
    return crews


def joined(crews: list[frozenset[str]], people: Iterable[str]) -> list[frozenset[str]]:
    """The crews of a day with one more visit."""
    who = frozenset(people)
    apart = [crew for crew in crews if not crew & who]
    return [*apart, who.union(*(crew for crew in crews if crew & who))]


def is_one_too_many(out: list[frozenset[str]], people: Iterable[str], crews: int) -> bool:
    """Whether one more visit takes a crew that is not there; where too many are out already, only if it takes another one."""
    return len(joined(out, people)) > max(crews, len(out))
