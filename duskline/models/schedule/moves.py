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
from duskline.core.system.errors import Conflict, Forbidden
from duskline.core.values.wall_clock import MINUTES_OF_A_DAY, days_from
from duskline.models.company.availability import Absence, BranchDay, is_one_too_many, joined
from duskline.models.company.branches import closed_on
from duskline.models.places.places import BranchDetails, zone_in
from duskline.models.records.visits import (
    LONGEST_REASON,
    OPEN,
    VISITED,
    Visit,
    VisitCrew,
    VisitStatus,
    locked,
    plans,
)
from duskline.models.schedule.booking import may_come
from duskline.models.schedule.planning import put_at, put_on
from duskline.policy import Scoped

NOT_YOURS = "Somebody else plans one of these visits."
NOT_THAT_DAY = "One of these visits has a time or another day by now. Look at the day again."
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
        self._out: dict[date, list[frozenset[str]]] = defaultdict(list)

    def take(self, people: Iterable[str], day: date, span: Span, *, goes_out: bool) -> None:
        for person in people:
            self._taken[person, day].append(span)
        if goes_out:
            self._out[day] = joined(self._out[day], people)

    def has_room(self, visit: Visit, day: date) -> bool:
        crews = self._crews[day]
        if crews is not None and is_one_too_many(self._out[day], visit.crew, crews):
            return False
        span = span_of(visit.start_minute, visit.end_minute)
        return not any(span.meets(other) for person in visit.crew for other in self._taken[person, day])


def span_of(start: int | None, end: int | None) -> Span:
    """At any time that day is all of it: a person with one such visit is not free for another."""
    return WHOLE_DAY if start is None or end is None else Span(start, end)


def proposed(visits: Sequence[Visit], calendar: Calendar, days: Sequence[date]) -> list[Proposal]:
    """For each visit the first day on which its crew is free, in the order that they were planned in."""
    found = []
    for visit in visits:
        day = next((day for day in days if calendar.has_room(visit, day)), None)
        if day is not None:
            calendar.take(visit.crew, day, span_of(visit.start_minute, visit.end_minute), goes_out=True)
        found.append(Proposal(visit, day))
    return found


async def movable(db: Db, branch: str, day: date, person: str | None = None) -> list[Visit]:
    """Returns the visits that would not take place that day, of those that the actor plans: of the branch, or of one person alone."""
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
    visits, days = await movable(db, branch, day, person), days_from(day, AHEAD + 1)[1:]
    if not days:
        return [Proposal(visit, None) for visit in visits]
    crews = await _crews(db, branch, days)
    calendar = Calendar(crews)
    await _fill(db, calendar, branch, days, {person for visit in visits for person in visit.crew})
    return proposed(visits, calendar, [day for day in days if crews[day] != 0])


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


async def _fill(db: Db, calendar: Calendar, branch: str, days: Sequence[date], people: set[str]) -> None:
    """What is planned in the branch, and what these people are taken by; past the scope: one may be lent to another branch."""
    visits, crew, absences = Visit.__table__.c, VisitCrew.__table__.c, Absence.__table__.c
    theirs = visits.id.in_(select(crew.visit_id).where(crew.user_id.in_(people)))
    planned = select(visits.crew, visits.day, visits.start_minute, visits.end_minute, visits.branch_id).where(
        visits.day.between(days[0], days[-1]), visits.status.in_(OPEN), (visits.branch_id == branch) | theirs
    )
    for who, day, start, end, where in await db.execute(planned):
        calendar.take(who, day, span_of(start, end), goes_out=where == branch)
    away = select(
        absences.user_id, absences.first_day, absences.last_day, absences.start_minute, absences.end_minute
    ).where(absences.user_id.in_(people), absences.first_day <= days[-1], absences.last_day >= days[0])
    for person, first, last, start, end in await db.execute(away):
        for day in days:
            if first <= day <= last:
                calendar.take([person], day, span_of(start, end), goes_out=False)


async def put_in_order(db: Db, day: date, ids: Sequence[str]) -> list[Visit]:
    """Lets visits of a day that have no time follow each other as they stand here.

    Raises:
        Conflict: one is not there, has a time or another day by now, or is cancelled.
        Forbidden: somebody else plans one of them.
    """
    found = await locked(db, ids)
    if len(found) < len(ids) or not all(_is_untimed(visit, day) for visit in found.values()):
        raise Conflict(NOT_THAT_DAY)
    if not all(plans(db.actor, visit.kind) for visit in found.values()):
        raise Forbidden(NOT_YOURS)
    return [found[id].apply({"position": place}) for place, id in enumerate(ids)]


def _is_untimed(visit: Visit, day: date) -> bool:
    return visit.day == day and visit.start_minute is None and visit.status != VisitStatus.CANCELLED


async def move(db: Db, branch: str, reason: str, plan: Sequence[Step]) -> ScheduleMove:
    """Moves them at once, and notes how they were."""
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
