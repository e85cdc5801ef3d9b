"""The week of a branch: who goes where, who is away, what waits to be planned. Who may enter: those who see work orders."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Annotated, Any

from litestar.params import QueryParameter
from sqlalchemy import select

from duskline.core.data.database import Reader
from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read_rows
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import (
    UNSET,
    Body,
    EndMinute,
    Id,
    Meta,
    Minute,
    Place,
    ResponseModel,
    UnsetType,
)
from duskline.models.company.availability import MOST_CREWS, Absence, AbsenceKind, BranchDay
from duskline.models.people.people import Colleague
from duskline.models.places.places import Branch, chosen_branch
from duskline.models.records.about import RecordKind
from duskline.models.records.details import JobKind
from duskline.models.records.service import WorkOrderPriority
from duskline.models.records.visits import ReplyKind, VisitStatus, reply_about
from duskline.models.schedule import schedule
from duskline.policy import ASSIGN_JOBS, SEE_WORK_ORDERS, Role

PATH = "/api/panel/schedule"
ABSENCES = "/api/panel/absences"
MOST_DAYS = 42
"""A month with the days around it."""

OfBranch = Annotated[str, QueryParameter(name="branchId")]
From = Annotated[datetime.date, QueryParameter(name="from", description="The first day")]
Days = Annotated[int, QueryParameter(description="How many days", ge=1, le=MOST_DAYS)]
Crews = Annotated[
    int, Meta(ge=0, le=MOST_CREWS, extra={"say": f"Please enter a number from 0 to {MOST_CREWS}"})
]


class DayRow(ResponseModel):
    day: datetime.date
    opens: int | None
    closes: int | None
    crews: int | None
    closed: str | None
    """Why nobody goes out."""
    own_crews: int | None
    """What the day says itself; 0 closes it, None is as always."""
    note: str | None


class PersonRow(ResponseModel):
    id: str
    first_name: str | None
    last_name: str | None
    email: str
    role: Role | None
    profile_image_url: str | None


class PlannedRow(ResponseModel):
    """A visit on the board, with what it is for."""

    id: str
    kind: RecordKind
    record_id: str
    day: datetime.date | None
    start_minute: int | None
    end_minute: int | None
    status: VisitStatus
    crew: list[str]
    position: int
    pinned: bool
    version: int
    title: str | None
    client: str | None
    address: str | None
    priority: WorkOrderPriority | None
    job_kind: JobKind | None
    hours: int | None
    crew_size: int | None
    held_since: datetime.datetime | None
    reply: ReplyKind | None
    """What the client answered, while the visit is when it was then."""


class AbsenceRow(ResponseModel):
    id: str
    user_id: str
    first_day: datetime.date
    last_day: datetime.date
    start_minute: int | None
    end_minute: int | None
    kind: AbsenceKind
    note: str | None
    version: int


class BranchDayRow(ResponseModel):
    branch_id: str
    day: datetime.date
    crews: int | None
    note: str | None


class Tray(ResponseModel):
    """What lies beside the week: the first of it, and how much there is."""

    count: int
    visits: list[PlannedRow]


class ScheduleAnswer(ResponseModel):
    zone: str
    today: datetime.date
    """In the branch."""
    days: list[DayRow]
    people: list[PersonRow]
    visits: list[PlannedRow]
    absences: list[AbsenceRow]
    unplanned: Tray
    late: Tray


class MonthDayRow(ResponseModel):
    """A day at a glance."""

    day: datetime.date
    closed: str | None
    crews: int | None
    visits: int
    booked: int
    """Minutes of all who come."""
    open: int
    """Minutes that there are."""


class MonthAnswer(ResponseModel):
    today: datetime.date
    days: list[MonthDayRow]


class NewAbsence(Body, kw_only=True):
    user_id: Id
    branch_id: Id | None = None
    first_day: datetime.date
    last_day: datetime.date
    start_minute: Minute | None = None
    end_minute: EndMinute | None = None
    kind: AbsenceKind
    note: Place | None = None


class AbsenceEdit(Body):
    first_day: datetime.date | UnsetType = UNSET
    last_day: datetime.date | UnsetType = UNSET
    start_minute: Minute | UnsetType | None = UNSET
    end_minute: EndMinute | UnsetType | None = UNSET
    kind: AbsenceKind | UnsetType = UNSET
    note: Place | UnsetType | None = UNSET


class BranchDayEdit(Body, kw_only=True):
    """What differs that day; without anything else it is as always."""

    branch_id: Id
    day: datetime.date
    crews: Crews | None = None
    """0 closes the day; None is as always."""
    note: Place | None = None


@read_rows(PATH, may=SEE_WORK_ORDERS, statuses=(404,))
async def week(reader: Reader, branch_id: OfBranch, first: From, days: Days = 7) -> ScheduleAnswer:
    """What is planned in a branch from a day on."""
    found = await schedule.week_of(reader, branch_id, first, days)
    return ScheduleAnswer(
        zone=found.zone, today=found.today, days=[DayRow(*day) for day in found.days],
        people=[PersonRow(*row) for row in found.people], visits=_planned(found.visits),
        absences=[AbsenceRow(*row) for row in found.absences],
        unplanned=Tray(found.unplanned_count, _planned(found.unplanned)),
        late=Tray(found.late_count, _planned(found.late)),
    )  # fmt: skip


def _planned(rows: Sequence[Sequence[Any]]) -> list[PlannedRow]:
    return [PlannedRow(*[*row, _reply(replied, *row[3:6])]) for *row, replied in rows]


def _reply(replied: Any, *times: Any) -> ReplyKind | None:
    reply = reply_about(replied, *times)
    return reply.what if reply else None


@read_rows(PATH + "/month", may=SEE_WORK_ORDERS, statuses=(404,))
async def month(reader: Reader, branch_id: OfBranch, first: From, days: Days = MOST_DAYS) -> MonthAnswer:
    """How full a branch is, day by day."""
    today, found = await schedule.month_of(reader, branch_id, first, days)
    return MonthAnswer(today, [MonthDayRow(*day) for day in found])


@change(post, ABSENCES, may=ASSIGN_JOBS, returns=AbsenceRow)
async def note_absence(db: Db, data: NewAbsence) -> Absence:
    """Somebody is away. What is planned with them meanwhile stays, and the board says so."""
    branch = chosen_branch(db.actor, data.branch_id)
    here = select(Colleague.id).where(Colleague.id == data.user_id, Colleague.acting_in(branch))
    if await db.scalar(here) is None:
        raise Invalid({"userId": "Please choose an active staff member of this branch from the list"})
    absence = Absence(**data.given() | {"branch_id": branch})
    _require_sense(absence)
    return db.store(absence)


@change(patch, ABSENCES + "/{id:str}", may=ASSIGN_JOBS, returns=AbsenceRow)
async def edit_absence(db: Db, id: str, data: AbsenceEdit) -> Absence:
    """Changes the fields that are sent."""
    absence = (await db.find_for_update(Absence, id)).apply(data.given())
    _require_sense(absence)
    return absence


@change(delete, ABSENCES + "/{id:str}", may=ASSIGN_JOBS, status=204)
async def drop_absence(db: Db, id: str) -> None:
    """They are there after all."""
    await db.delete(await db.find_for_update(Absence, id))


def _require_sense(absence: Absence) -> None:
    if absence.last_day < absence.first_day:
        raise Invalid({"lastDay": "The last day must not be before the first"})
    start, end = absence.start_minute, absence.end_minute
    if (start is None) != (end is None):
        raise Invalid({"endMinute": "Please choose from when to when, or neither"})
    if start is not None and end is not None and (start >= end or absence.first_day != absence.last_day):
        raise Invalid({"endMinute": "Hours are of one day, and end after they begin"})


@change(post, PATH + "/days", may=ASSIGN_JOBS, returns=BranchDayRow, status=200, statuses=(404,))
async def set_branch_day(db: Db, data: BranchDayEdit) -> BranchDay:
    """What differs on one day of a branch."""
    await db.find_locked(Branch, data.branch_id)  # two who set the same day follow each other
    that_day = (BranchDay.branch_id == data.branch_id) & (BranchDay.day == data.day)
    found: BranchDay | None = await db.scalar(select(BranchDay).where(that_day))
    if found is None:
        found = db.store(BranchDay(branch_id=data.branch_id, day=data.day))
    return found.apply({"crews": data.crews, "note": data.note})


ROUTES = [week, month, note_absence, edit_absence, drop_absence, set_branch_day]
