"""Rain, or somebody sick: the visits of a day go where their crews are free, at once, and come back as they were.

What is begun, done or pinned stays. What fits nowhere within two weeks waits to be planned. Taking a move back leaves alone what
somebody changed since.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import JSON, ForeignKey, Index, String, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, now
from duskline.core.data.session import Db
from duskline.core.errors import Conflict, Forbidden
from duskline.core.wall_clock import MINUTES_OF_A_DAY, days_from
from duskline.models.availability import Absence, BranchDay
from duskline.models.booking import may_come
from duskline.models.branches import closed_on
from duskline.models.places import BranchDetails, zone_in
from duskline.models.planning import put_at, put_on
from duskline.models.visits import (
    LONGEST_REASON,
    OPEN,
    VISITED,
    Visit,
    VisitCrew,
    VisitStatus,
    locked,
    plans,
)
from duskline.policy import Scoped

NOT_YOURS = "Somebody else plans one of these visits."
AHEAD = 14
"""Days after the lost one that a visit may go to."""
MOST_MOVED = 200


class ScheduleMove(Identified, Audited, Scoped, Base):
    """Visits that were moved together. `items` holds, for each, where it was and its version after."""

    __tablename__ = "schedule_moves"
    __table_args__ = (Index(None, "branch_id", "created_at"),)
    audit_name = "schedule_move"

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"))
    by_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    items: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    undone_at: Mapped[datetime | None]


class Span(NamedTuple):
    """When somebody is taken on a day: minutes after midnight."""

    start: int
    end: int

    def meets(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


WHOLE_DAY = Span(0, MINUTES_OF_A_DAY)


class Step(NamedTuple):
    """What becomes of one visit: the day that it goes to, and who comes."""

    visit: Visit
    day: date | None
    crew: list[str]


class Proposal(NamedTuple):
    """Where a visit would go; without a day it would wait to be planned."""

    visit: Visit
    day: date | None


class Calendar:
    """Who is taken when, and on which days how many crews go out: what is proposed for one visit counts for the next."""

    def __init__(self, crews: dict[date, int | None]) -> None:
        self._crews = crews
        self._taken: dict[tuple[str, date], list[Span]] = defaultdict(list)
        self._out: dict[date, int] = defaultdict(int)

    def take(self, people: Iterable[str], day: date, span: Span, *, goes_out: bool) -> None:
        for person in people:
            self._taken[person, day].append(span)
        self._out[day] += goes_out

    def has_room(self, visit: Visit, day: date) -> bool:
        crews = self._crews[day]
        if crews is not None and self._out[day] >= crews:
            return False
        span = span_of(visit)
        return not any(span.meets(other) for person in visit.crew for other in self._taken[person, day])


def span_of(visit: Visit) -> Span:
    """At any time that day is all of it: whoever has one such visit is not free for another."""
    if visit.start_minute is None or visit.end_minute is None:
        return WHOLE_DAY
    return Span(visit.start_minute, visit.end_minute)


def proposed(visits: Sequence[Visit], calendar: Calendar, days: Sequence[date]) -> list[Proposal]:
    """For each visit the first day on which its crew is free, in the order that they were planned in."""
    found = []
    for visit in visits:
        day = next((day for day in days if calendar.has_room(visit, day)), None)
        if day is not None:
            calendar.take(visit.crew, day, span_of(visit), goes_out=True)
        found.append(Proposal(visit, day))
    return found


async def movable(db: Db, branch: str, day: date, person: str | None = None) -> list[Visit]:
    """What would not take place that day, of what whoever acts plans: of the branch, or of one person alone."""
    theirs = (Visit.branch_id == branch) & (Visit.day == day) & ~Visit.pinned
    if person is not None:
        theirs &= Visit.id.in_(select(VisitCrew.visit_id).where(VisitCrew.user_id == person))
    kinds = [kind for kind in VISITED if plans(db.actor, kind)]
    rows = await db.scalars(
        select(Visit)
        .where(theirs, Visit.status == VisitStatus.PLANNED, Visit.kind.in_(kinds))
        .order_by(Visit.start_minute.is_(None), Visit.start_minute, Visit.position, Visit.id)
        .limit(MOST_MOVED)
    )
    return list(rows)


async def propose(db: Db, branch: str, day: date, person: str | None = None) -> list[Proposal]:
    """Where each would go."""
    days = days_from(day, AHEAD + 1)[1:]
    if not days:
        return [Proposal(visit, None) for visit in await movable(db, branch, day, person)]
    crews = await _crews(db, branch, days)
    calendar = Calendar(crews)
    await _fill(db, calendar, branch, days)
    return proposed(
        await movable(db, branch, day, person), calendar, [day for day in days if crews[day] != 0]
    )


async def _crews(db: Db, branch: str, days: Sequence[date]) -> dict[date, int | None]:
    """How many crews go out on each day; 0 where the branch is closed, None where nobody counts."""
    details = await db.get(BranchDetails, branch)
    rows = await db.scalars(
        select(BranchDay).where(BranchDay.branch_id == branch, BranchDay.day.between(days[0], days[-1]))
    )
    own = {row.day: row.crews for row in rows if row.crews is not None}

    def as_always(day: date) -> int | None:
        if details is None:
            return None
        return 0 if closed_on(details.open_hours, details.holidays, day) else details.crews

    return {day: own.get(day, as_always(day)) for day in days}


async def _fill(db: Db, calendar: Calendar, branch: str, days: Sequence[date]) -> None:
    """Everything that is planned, and everybody who is away."""
    planned = select(Visit).where(Visit.day.between(days[0], days[-1]), Visit.status.in_(OPEN))
    for visit in await db.scalars(planned):
        assert visit.day is not None
        calendar.take(visit.crew, visit.day, span_of(visit), goes_out=visit.branch_id == branch)
    away = select(Absence).where(Absence.first_day <= days[-1], Absence.last_day >= days[0])
    for absence in await db.scalars(away):
        span = WHOLE_DAY
        if absence.start_minute is not None and absence.end_minute is not None:
            span = Span(absence.start_minute, absence.end_minute)
        for day in days:
            if absence.first_day <= day <= absence.last_day:
                calendar.take([absence.user_id], day, span, goes_out=False)


async def move(db: Db, branch: str, reason: str, plan: Sequence[Step]) -> ScheduleMove:
    """Moves them at once, and notes how they were. What is pressed was seen: whatever speaks against a day counts as accepted."""
    zone = await zone_in(db, branch)
    before = [_as_it_is(visit) for visit, _, _ in plan]
    for visit, day, crew in plan:
        put_on(visit, day, zone)
        visit.apply({"crew": crew, "reason": reason})
    await db.flush()
    items = [was | {"version": step.visit.version} for was, step in zip(before, plan, strict=True)]
    return db.store(ScheduleMove(branch_id=branch, by_id=db.actor.id, reason=reason, items=items))


def _as_it_is(visit: Visit) -> dict[str, Any]:
    return {
        "id": visit.id, "day": visit.day.isoformat() if visit.day else None, "startMinute": visit.start_minute,
        "endMinute": visit.end_minute, "crew": list(visit.crew), "reason": visit.reason,
    }  # fmt: skip


async def undo(db: Db, done: ScheduleMove) -> list[Visit]:
    """Puts back what nobody changed since; answers what was left alone. Who cannot come any more stays out of the crew.

    Raises:
        Conflict: it was taken back already.
        Forbidden: somebody else plans one of the visits.
    """
    if done.undone_at is not None:
        raise Conflict("This was taken back already.")
    zone, left = await zone_in(db, done.branch_id), []
    there = await locked(db, [item["id"] for item in done.items])
    if not all(plans(db.actor, visit.kind) for visit in there.values()):
        raise Forbidden(NOT_YOURS)
    for item in done.items:
        visit = there.get(item["id"])
        if visit is not None and visit.version != item["version"]:
            left.append(visit)
        elif visit is not None:
            crew = [
                person for person in item["crew"] if person in visit.crew or await may_come(db, visit, person)
            ]
            put_on(visit, date.fromisoformat(item["day"]) if item["day"] else None, zone)
            put_at(visit, item["startMinute"], item["endMinute"], zone)
            visit.apply({"crew": crew, "reason": item["reason"]})
    done.apply({"undone_at": now()})
    return left
