"""What speaks against a visit: somebody is elsewhere then, or away, or nobody goes out that day.

Each can be overruled on purpose. Two plans for one person are found whichever comes first: a planner holds the people
until the commit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Select, func, literal, or_, select

from duskline.core.data.session import Db
from duskline.core.system.errors import Invalid, Refusal
from duskline.core.values.wall_clock import MINUTES_OF_A_DAY, SkippedTime, time_in_words
from duskline.models.company.availability import Absence, BranchDay, crews_out, is_one_too_many
from duskline.models.company.branches import CLOSED, closed_on
from duskline.models.people.people import Colleague
from duskline.models.places.places import BranchDetails, zone_in
from duskline.models.records import references
from duskline.models.records.about import RecordKind
from duskline.models.records.subjects import WRITERS
from duskline.models.records.visits import OPEN, Visit, VisitCrew, VisitStatus, locked
from duskline.policy import EVERYWHERE, VISIT

LONGEST_VISIT = timedelta(days=2)
"""A look for what is on at a time goes no further back; a day is longer than 24 hours when the clocks go back."""
BEGINNING = datetime.min.replace(tzinfo=UTC)
"""Of the calendar: nobody looks further back."""
NONE: Mapping[str, str] = MappingProxyType({})
SKIPPED = "The clocks go forward over this time that day. Please choose another"
CREW = "Please choose active staff members of this branch from the list"


class Objection(StrEnum):
    CLASH = "clash"
    """Somebody of the crew is on another visit then."""
    ABSENCE = "absence"
    """Somebody of the crew is away then."""
    CAPACITY = "capacity"
    """The branch is closed that day, or all of its crews are out."""


class Found(NamedTuple):
    objection: Objection
    user_id: str | None
    words: str


async def place(db: Db, visit: Visit) -> None:
    """Works out when the visit is; raises Invalid where no clock of its branch shows that time."""
    zone = await zone_in(db, visit.branch_id)
    try:
        visit.place_in_time(zone)
    except SkippedTime:
        raise Invalid({"startMinute": SKIPPED}) from None


async def require_crew(db: Db, visit: Visit, former: Collection[str] = ()) -> None:
    """Raises Invalid unless everybody new in the crew works in the branch and may handle such a record."""
    for number, person in enumerate(visit.crew):
        if person in visit.crew[:number]:
            raise Invalid({"crew": "Somebody is in this crew twice"})
        if person not in former and not await may_come(db, visit, person):
            raise Invalid({"crew": CREW})


async def may_come(db: Db, visit: Visit, person: str) -> bool:
    """Whether somebody works in the branch of a visit and may handle such a record, or any where nobody said what it is for."""
    may = WRITERS[visit.kind] if visit.kind else VISIT
    return await references.may_handle(db, may.flags, visit.branch_id, person)


async def require_free(
    db: Db, visits: Sequence[Visit], accepted: Collection[Objection], titles: Mapping[str, str] = NONE
) -> None:
    """Raises a Refusal (409) that names, under each objection, what speaks against visits and was not accepted. `titles` tell the visits
    apart, by id."""
    await _hold(db, visits)
    fields: dict[str, str] = {}
    for visit in visits:
        for each in await objections(db, visit):
            if each.objection not in accepted:
                words = f"{titles[visit.id]}: {each.words}" if visit.id in titles else each.words
                fields[each.objection] = " ".join(filter(None, (fields.get(each.objection), words)))
    if fields:
        raise Refusal(409, " ".join(fields.values()), fields)


async def _hold(db: Db, visits: Sequence[Visit]) -> None:
    """The people and the days that they are about, in one order, so that two who plan overlapping visits do not wait for one
    another. People's rows stay free: each who acts holds their own, and would wait for those who plan them."""
    people = {person for visit in visits for person in visit.crew}
    days = {f"{visit.branch_id} {visit.day}" for visit in visits if visit.day}
    for name in sorted(people | days):
        await db.advisory_lock(f"booking:{name}")


async def leave_crews(db: Db, person: str) -> None:
    """A person who may not come any more leaves the crews of visits to come, also in branches beyond the reach of who decides. Who leads a job's
    stays until it is handed on, with the job."""
    acting = db.actor
    db.act_as(msgspec.structs.replace(acting, scope=EVERYWHERE))
    theirs = select(Visit.id).join(VisitCrew, VisitCrew.visit_id == Visit.id)
    found = await db.scalars(theirs.where(VisitCrew.user_id == person, Visit.status.in_(OPEN)))
    for visit in (await locked(db, found)).values():
        leads_job = visit.kind == RecordKind.WORK_ORDER and visit.crew[:1] == [person]
        if person in visit.crew and not leads_job and not await may_come(db, visit, person):
            visit.apply({"crew": [other for other in visit.crew if other != person]})
    await db.flush()
    db.act_as(acting)


async def objections(db: Db, visit: Visit) -> list[Found]:
    """What speaks against a visit as it stands; of one without a day, nothing."""
    if visit.day is None:
        return []
    names: dict[str, str] = dict(list(await db.execute(_names(visit.crew))))
    found = [*await _clashes(db, visit, names), *await _absences(db, visit, names)]
    full = await _full(db, visit)
    return found + ([Found(Objection.CAPACITY, None, full)] if full else [])


def _names(crew: Sequence[str]) -> Select[*tuple[Any, ...]]:
    name = func.coalesce(Colleague.first_name, Colleague.email)
    return select(Colleague.id, name).where(Colleague.id.in_(crew))


async def _clashes(db: Db, visit: Visit, names: dict[str, str]) -> list[Found]:
    """Past the scope: one may be lent to another branch."""
    if visit.starts_at is None or visit.ends_at is None or not visit.crew:
        return []
    visits, crew = Visit.__table__.c, VisitCrew.__table__.c
    earliest = max(visit.starts_at, BEGINNING + LONGEST_VISIT) - LONGEST_VISIT
    overlapping = (
        select(crew.user_id, visits.start_minute, visits.end_minute)
        .where(
            crew.user_id.in_(visit.crew), crew.visit_id != visit.id, crew.visit_id == visits.id,
            crew.starts_at < visit.ends_at, crew.starts_at > earliest,
            crew.ends_at > visit.starts_at, visits.status.in_(OPEN),
        )
        .order_by(crew.starts_at, crew.user_id)
    )  # fmt: skip
    return [
        Found(
            Objection.CLASH,
            user,
            f"{names.get(user, 'Somebody')} is on another visit from {_span(start, end)}.",
        )
        for user, start, end in await db.execute(overlapping)
    ]


async def _absences(db: Db, visit: Visit, names: dict[str, str]) -> list[Found]:
    rows = Absence.__table__.c
    away = select(rows.user_id, rows.start_minute, rows.end_minute).where(
        rows.user_id.in_(visit.crew), rows.first_day <= visit.day, rows.last_day >= visit.day,
        or_(rows.start_minute.is_(None), literal(visit.start_minute is None),
            (rows.start_minute < (visit.end_minute or 0)) & (rows.end_minute > (visit.start_minute or 0))),
    )  # fmt: skip
    return [
        Found(
            Objection.ABSENCE, user,
            f"{names.get(user, 'Somebody')} is away {'that day' if start is None else f'from {_span(start, end)}'}.",
        )
        for user, start, end in await db.execute(away.order_by(rows.user_id))
    ]  # fmt: skip


async def _full(db: Db, visit: Visit) -> str | None:
    """Why nobody more goes out that day."""
    details = await db.get(BranchDetails, visit.branch_id)
    that_day = (BranchDay.branch_id == visit.branch_id) & (BranchDay.day == visit.day)
    crews = await db.scalar(select(BranchDay.crews).where(that_day))
    if crews is None and details is not None and visit.day is not None:
        if closed := closed_on(details.open_hours, details.holidays, visit.day):
            return "The branch is closed that day" + (f" ({closed})." if closed != CLOSED else ".")
        crews = details.crews
    if crews is None:
        return None
    if crews == 0:
        return "The branch is closed that day."
    others = (Visit.branch_id == visit.branch_id) & (Visit.day == visit.day) & (Visit.id != visit.id)
    out = crews_out(await db.scalars(select(Visit.crew).where(others, Visit.status != VisitStatus.CANCELLED)))
    full = is_one_too_many(out, visit.crew, crews)
    return f"All crews are out that day: {len(out)} of {crews}." if full else None


def _span(start: int, end: int) -> str:
    """ "8 AM to 12:30 PM"."""
    return f"{time_in_words(start)} to {time_in_words(end % MINUTES_OF_A_DAY)}"
