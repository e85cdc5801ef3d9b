"""What the board of a week shows of a branch: prepared statements, within the reader's scope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Boolean, Date, Integer, Select, String, bindparam, case, func, literal, select, text

from duskline.core.data.base import now
from duskline.core.data.database import Reader
from duskline.core.data.one_of import is_one_of
from duskline.core.system.errors import NotFound
from duskline.core.values.wall_clock import days_from
from duskline.models.company.availability import Absence, BranchDay
from duskline.models.company.branches import CLOSED, OpenDay, closed_on
from duskline.models.people.people import Colleague
from duskline.models.places.places import DEFAULT_ZONE, Branch, BranchDetails, day_at
from duskline.models.records.about import RecordKind
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import IS_OPEN, SURVEY, Visit, VisitCrew, VisitStatus
from duskline.policy import SEE_LEADS, Can

MOST_WAITING = 200
"""Visits that a tray shows; it counts all."""
CREW = 7
"""Where a row of `_shown` says who comes."""


USUAL = 540, 1020
"""When a branch opens and closes whose hours nobody set."""


class Day(NamedTuple):
    """A day of a branch: from when to when it is open, how many crews go out, why none does, and what of it differs from other days."""

    day: date
    opens: int | None
    closes: int | None
    crews: int | None
    closed: str | None
    own_crews: int | None
    note: str | None


class Week(NamedTuple):
    zone: str
    today: date
    days: list[Day]
    people: Any
    visits: Any
    absences: Any
    unplanned: Any
    unplanned_count: int
    late: Any
    late_count: int


class MonthDay(NamedTuple):
    """A day at a glance: how many visits, and how many minutes they take of those that there are."""

    day: date
    closed: str | None
    crews: int | None
    visits: int
    booked: int
    open: int


class DayLoad(NamedTuple):
    """How full a day is: the visits, and the crews that go out where somebody said how many."""

    day: date
    closed: str | None
    crews: int | None
    visits: int


async def load_of(reader: Reader, branch: str, days: int) -> list[DayLoad]:
    """How full the days of a branch are from its today on.

    Raises:
        NotFound: no such branch, or out of scope.
    """
    zone, hours, holidays, crews = await _branch_of(reader, branch)
    shown_days = days_from(day_at(now(), zone or DEFAULT_ZONE), days)
    planned, own_days = await reader.together(
        {"schedule load": _load, "schedule days": _days},
        {"branch": branch, "first": shown_days[0], "last": shown_days[-1]},
    )
    differs = {day: (own, note) for day, own, note in own_days}
    counted: dict[date, int] = {day: int(number) for day, number in planned}
    return [
        DayLoad(day.day, day.closed, day.crews, counted.get(day.day, 0))
        for day in (_day(each, hours, holidays, crews, differs) for each in shown_days)
    ]


async def month_of(reader: Reader, branch: str, first: date, days: int) -> tuple[date, list[MonthDay]]:
    """What day it is in a branch, and its days from one on. Who is away for some hours counts as there.

    Raises:
        NotFound: no such branch, or out of scope.
    """
    zone, hours, holidays, crews = await _branch_of(reader, branch)
    shown_days = days_from(first, days)
    coming, planned, absences, own_days = await reader.together(
        {
            "schedule coming": _coming, "schedule month": _month, "schedule absences": _absences,
            "schedule days": _days,
        },
        {"branch": branch, "first": first, "last": shown_days[-1], "whole": _whole(hours)},
    )  # fmt: skip
    people = await _people_of(reader, branch, (id for (id,) in coming))
    differs = {day: (own, note) for day, own, note in own_days}
    counted = {day: (visits, minutes) for day, visits, minutes in planned}
    known = {person[0] for person in people}

    def shown(day: Day) -> MonthDay:
        away = {
            row[1] for row in absences if row[2] <= day.day <= row[3] and row[4] is None and row[1] in known
        }
        visits, booked = counted.get(day.day, (0, 0))
        opened = 0 if day.closed else (day.closes or USUAL[1]) - (day.opens or USUAL[0])
        return MonthDay(
            day.day, day.closed, day.crews, visits, int(booked), opened * (len(known) - len(away))
        )

    return day_at(now(), zone or DEFAULT_ZONE), [
        shown(_day(day, hours, holidays, crews, differs)) for day in shown_days
    ]


def _whole(hours: Any) -> int:
    """The minutes of a branch's longest day."""
    return max((each["closes"] - each["opens"] for each in hours or ()), default=USUAL[1] - USUAL[0])


async def week_of(reader: Reader, branch: str, first: date, days: int) -> Week:
    """What is planned in a branch from a day on.

    Raises:
        NotFound: no such branch, or out of scope.
    """
    zone, hours, holidays, crews = await _branch_of(reader, branch)
    today = day_at(now(), zone or DEFAULT_ZONE)
    shown_days = days_from(first, days)
    visits, absences, own_days, unplanned, unplanned_count, late, late_count = await reader.together(
        {
            "schedule visits": _visits, "schedule absences": _absences, "schedule days": _days,
            "schedule unplanned": _unplanned, "schedule unplanned count": _unplanned_count,
            "schedule late": _late, "schedule late count": _late_count,
        },
        {
            "branch": branch, "first": first, "last": shown_days[-1], "today": today,
            "leads": SEE_LEADS.lets(reader.actor),
        },
    )  # fmt: skip
    people = await _people_of(reader, branch, chain.from_iterable(visit[CREW] for visit in visits))
    differs = {day: (own, note) for day, own, note in own_days}
    shown = [_day(day, hours, holidays, crews, differs) for day in shown_days]
    return Week(
        zone or DEFAULT_ZONE, today, shown, people, visits, absences, unplanned, unplanned_count[0][0], late,
        late_count[0][0],
    )  # fmt: skip


def _day(
    day: date,
    hours: Any,
    holidays: Any,
    crews: int | None,
    differs: dict[date, tuple[int | None, str | None]],
) -> Day:
    opened = next(
        (each for each in (OpenDay(**one) for one in hours or ()) if each.day == day.weekday()), None
    )
    own, note = differs.get(day, (None, None))
    closed = closed_on(hours, holidays, day) if own is None else None
    if own == 0:
        closed = note or CLOSED
    return Day(
        day,
        opened.opens if opened else None,
        opened.closes if opened else None,
        crews if own is None else own,
        closed,
        own,
        note,
    )


def _branch() -> Any:
    return bindparam("branch", type_=String)


async def _branch_of(reader: Reader, branch: str) -> Sequence[Any]:
    """Its zone, hours, holidays and crews."""
    found = await reader.rows("schedule of a branch", _details, {"branch": branch})
    if not found:
        raise NotFound
    return found[0]


def _details() -> Select[*tuple[Any, ...]]:
    columns = (BranchDetails.time_zone, BranchDetails.open_hours, BranchDetails.holidays, BranchDetails.crews)
    beside = select(*columns).select_from(Branch).outerjoin(BranchDetails, BranchDetails.id == Branch.id)
    return beside.where(Branch.id == _branch())


async def _people_of(reader: Reader, branch: str, come: Iterable[str]) -> Any:
    """Who can be sent out, and those who come: found after the visits, whose rows name them, as a join would read each of their
    rows once more."""
    return await reader.rows("schedule people", _people, {"branch": branch, "come": sorted(set(come))})


def _people() -> Select[*tuple[Any, ...]]:
    sent_out = Colleague.acting_in(_branch()) & Colleague.holding(Can.MANAGE_WORK_ORDERS)
    return (
        select(Colleague.id, Colleague.first_name, Colleague.last_name, Colleague.email, Colleague.role, Colleague.profile_image_url)
        .where(sent_out | is_one_of(Colleague.id, "come"))
        .order_by(func.coalesce(Colleague.first_name, Colleague.email), Colleague.id)
    )  # fmt: skip


def _coming() -> Select[str]:
    """Those who come to a visit of these days."""
    theirs = select(VisitCrew.user_id).distinct().join(Visit, Visit.id == VisitCrew.visit_id)
    return theirs.where(Visit.branch_id == _branch(), _in_week(), _stands())


def _shown() -> Select[*tuple[Any, ...]]:
    """A visit, what it is for, whose house it is, and where; of a lead's, nothing of that to those who see no leads."""
    job = (Visit.kind == literal(str(RecordKind.WORK_ORDER), String)) & (WorkOrder.id == Visit.record_id)
    lead = (Visit.kind == literal(str(RecordKind.LEAD), String)) & (Lead.id == Visit.record_id)
    lead &= bindparam("leads", type_=Boolean)
    return (
        select(
            Visit.id, Visit.kind, Visit.record_id, Visit.day, Visit.start_minute, Visit.end_minute, Visit.status,
            Visit.crew, Visit.position, Visit.pinned, Visit.version,
            func.coalesce(WorkOrder.title, Lead.name, literal(SURVEY)), func.coalesce(Client.name, Lead.name),
            func.coalesce(Property.address, Client.address, Lead.address),
            WorkOrder.priority, WorkOrderDetails.kind, WorkOrderDetails.hours, WorkOrderDetails.crew_size,
            WorkOrderDetails.held_since, Visit.replied,
        )
        .outerjoin(WorkOrder, job)
        .outerjoin(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .outerjoin(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Property, Property.id == func.coalesce(WorkOrderDetails.property_id, WorkOrder.client_id))
        .outerjoin(Lead, lead)
        .where(Visit.branch_id == _branch())
    )  # fmt: skip


def _in_week() -> Any:
    return Visit.day.between(bindparam("first", type_=Date), bindparam("last", type_=Date))


def _visits() -> Select[*tuple[Any, ...]]:
    return (
        _shown()
        .where(_in_week(), _stands())
        .order_by(Visit.day, Visit.start_minute.is_(None), Visit.start_minute, Visit.position, Visit.id)
    )


def _month() -> Select[*tuple[Any, ...]]:
    """By day, the visits and the minutes of all who come to them; without times those of the job, at most a day."""
    whole, job = bindparam("whole", type_=Integer), WorkOrderDetails.hours * 60
    takes = case(
        (VisitCrew.user_id.is_(None), 0),
        (Visit.start_minute.is_not(None), Visit.end_minute - Visit.start_minute),
        (job < whole, job),
        else_=whole,
    )
    return (
        select(Visit.day, func.count(Visit.id.distinct()), func.sum(takes))
        .outerjoin(VisitCrew, VisitCrew.visit_id == Visit.id)
        .outerjoin(
            WorkOrderDetails,
            (WorkOrderDetails.id == Visit.record_id)
            & (Visit.kind == literal(str(RecordKind.WORK_ORDER), String)),
        )
        .where(Visit.branch_id == _branch(), _in_week(), _stands())
        .group_by(Visit.day)
    )


def _load() -> Select[date | None, int]:
    visits = select(Visit.day, func.count()).where(Visit.branch_id == _branch(), _in_week(), _stands())
    return visits.group_by(Visit.day)


def _stands() -> Any:
    return Visit.status != literal(str(VisitStatus.CANCELLED), String)


def is_open() -> Any:
    """Spelled as in the index of open visits, which SQLite finds by nothing else."""
    return text(f"{Visit.__tablename__}.{IS_OPEN.text}")


def _unplanned() -> Select[*tuple[Any, ...]]:
    return (
        _shown()
        .where(is_open(), Visit.day.is_(None))
        .order_by(Visit.created_at, Visit.id)
        .limit(MOST_WAITING)
    )


def _unplanned_count() -> Select[*tuple[Any, ...]]:
    return (
        select(func.count())
        .select_from(Visit)
        .where(Visit.branch_id == _branch(), is_open(), Visit.day.is_(None))
    )


def _late() -> Select[*tuple[Any, ...]]:
    """Those whose day has passed and of which nobody said how they went."""
    passed = Visit.day < bindparam("today", type_=Date)
    return _shown().where(is_open(), passed).order_by(Visit.day, Visit.id).limit(MOST_WAITING)


def _late_count() -> Select[*tuple[Any, ...]]:
    passed = Visit.day < bindparam("today", type_=Date)
    return select(func.count()).select_from(Visit).where(Visit.branch_id == _branch(), is_open(), passed)


def _absences() -> Select[*tuple[Any, ...]]:
    overlapping = (Absence.first_day <= bindparam("last", type_=Date)) & (
        Absence.last_day >= bindparam("first", type_=Date)
    )
    return select(
        Absence.id, Absence.user_id, Absence.first_day, Absence.last_day, Absence.start_minute, Absence.end_minute,
        Absence.kind, Absence.note, Absence.version,
    ).where(Absence.branch_id == _branch(), overlapping)  # fmt: skip


def _days() -> Select[*tuple[Any, ...]]:
    in_week = BranchDay.day.between(bindparam("first", type_=Date), bindparam("last", type_=Date))
    return select(BranchDay.day, BranchDay.crews, BranchDay.note).where(
        BranchDay.branch_id == _branch(), in_week
    )
