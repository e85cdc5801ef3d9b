"""Visits: planned, moved, handed to others, begun and done.

Who may enter: for jobs, those who assign jobs plan and the crew tells how it goes; for leads, those who manage leads do both.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Any

import msgspec
from litestar.params import QueryParameter
from sqlalchemy import select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.routing import change, patch, post, read, shape
from duskline.core.system.errors import Conflict, Forbidden, Invalid
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
from duskline.models.places.places import Branch
from duskline.models.records.about import RecordKind
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.service import WorkOrder, WorkOrderStatus
from duskline.models.records.subjects import SUBJECTS, require_reader
from duskline.models.records.visits import (
    FORWARD,
    MOST_CREW,
    NOTED,
    OPEN,
    VISITED,
    Reply,
    Visit,
    VisitStatus,
    plans,
    record_of,
)
from duskline.models.schedule.booking import CREW, Objection, objections, place, require_crew, require_free
from duskline.policy import SEE_VISITS, VISIT

PATH = "/api/panel/visits"
PLACING = frozenset({"day", "start_minute", "end_minute", "crew"})
"""When and who: what may have something against it."""
PLANNING = PLACING | {"position", "pinned"}
"""What of a visit is planned; the rest is how it goes."""

Crew = Annotated[list[Id], Meta(max_length=MOST_CREW, extra={"say": CREW})]
Position = Annotated[
    int, Meta(ge=0, le=10_000, extra={"say": "Please enter a whole number from 0 to 10,000"})
]
OfKind = Annotated[RecordKind, QueryParameter()]
OfRecord = Annotated[str, QueryParameter(name="recordId")]
Accepted = Annotated[list[Objection], Meta(max_length=len(Objection))]


class VisitRow(ResponseModel):
    id: str
    kind: RecordKind
    record_id: str
    branch_id: str
    day: datetime.date | None
    start_minute: int | None
    end_minute: int | None
    starts_at: datetime.datetime | None
    ends_at: datetime.datetime | None
    status: VisitStatus
    crew: list[str]
    """Who comes, by id; the first leads."""
    position: int
    pinned: bool
    reason: str | None
    reply: Reply | None
    """What the client answered, while the visit is when it was then."""
    set_off_at: datetime.datetime | None
    started_at: datetime.datetime | None
    done_at: datetime.datetime | None
    met: str | None
    """Who of the client's people was there when it was done."""
    nobody_there: bool
    missing: str | None
    """Why something that is required was not done."""
    version: int


class ObjectionRow(ResponseModel):
    objection: Objection
    user_id: str | None
    words: str


class NewVisit(Body, kw_only=True):
    kind: RecordKind
    record_id: Id
    day: datetime.date | None = None
    start_minute: Minute | None = None
    end_minute: EndMinute | None = None
    crew: Crew = msgspec.field(default_factory=list)
    pinned: bool = False
    reason: Place | None = None
    accept: Accepted = msgspec.field(default_factory=list)
    """What may speak against it: it is planned all the same."""


class VisitEdit(Body):
    day: datetime.date | UnsetType | None = UNSET
    start_minute: Minute | UnsetType | None = UNSET
    end_minute: EndMinute | UnsetType | None = UNSET
    crew: Crew | UnsetType = UNSET
    status: VisitStatus | UnsetType = UNSET
    position: Position | UnsetType = UNSET
    pinned: bool | UnsetType = UNSET
    reason: Place | UnsetType | None = UNSET
    accept: Accepted | UnsetType = UNSET


class VisitPlan(Body, kw_only=True):
    """A visit as it might be: one that is there, or a new one of a branch."""

    id: Id | None = None
    branch_id: Id
    day: datetime.date
    start_minute: Minute | None = None
    end_minute: EndMinute | None = None
    crew: Crew = msgspec.field(default_factory=list)


@read(PATH, may=SEE_VISITS, statuses=(404,))
async def visits_of(db: Db, kind: OfKind, record_id: OfRecord) -> list[VisitRow]:
    """The visits of a job or of a lead, the earliest first, those without a day last."""
    require_reader(db, kind)
    await db.find(SUBJECTS[kind], record_id)
    theirs = (Visit.kind == kind) & (Visit.record_id == record_id)
    found = await db.scalars(
        select(Visit)
        .where(theirs)
        .order_by(Visit.day.is_(None), Visit.day, Visit.start_minute.is_(None), Visit.start_minute, Visit.id)
    )
    return [shape(visit, VisitRow) for visit in found]  # type: ignore[misc]


@change(post, PATH, may=VISIT, returns=VisitRow, statuses=(404,))
async def plan_visit(db: Db, data: NewVisit) -> Visit:
    """One more visit of a job or a lead."""
    if data.kind not in VISITED:
        raise Invalid({"kind": "Please choose a work order or a lead"})
    _require_planner(db, data.kind)
    record = await db.find_locked(SUBJECTS[data.kind], data.record_id)  # its day follows
    await _require_going_on(db, record)
    fields = data.given()
    accepted = fields.pop("accept")
    visit = Visit(**fields, branch_id=record.branch_id, status=VisitStatus.PLANNED)
    await _settle(db, visit, accepted, former=())
    return db.store(visit)


@change(patch, PATH + "/{id:str}", may=VISIT, returns=VisitRow)
async def edit_visit(db: Db, id: str, data: VisitEdit) -> Visit:
    """Changes the fields that are sent: how it is planned, or how it goes."""
    record = await record_of(db, id)
    visit = await db.find_for_update(Visit, id)
    fields = data.given()
    accepted = fields.pop("accept", [])
    if PLANNING & fields.keys():
        _require_planner(db, visit.kind)
    _require_hands_on(db, visit)
    former, stood = list(visit.crew), visit.status
    _go_on(db, visit, fields)
    visit.apply(fields)
    if visit.is_open and stood not in OPEN:
        await _require_going_on(db, record)
    if PLACING & fields.keys() or stood == VisitStatus.CANCELLED:
        await _settle(db, visit, accepted, former)
    return visit


@change(post, PATH + "/check", may=VISIT, status=200, repeatable=False, statuses=(404,))
async def check_visit(db: Db, data: VisitPlan) -> list[ObjectionRow]:
    """What speaks against a visit as it might be."""
    fields = data.given()
    visit = Visit(**fields | {"id": data.id or ""})
    await db.find(Branch, data.branch_id)
    _require_times(visit)
    await require_crew(db, visit, await _present_crew(db, data.id))
    await place(db, visit)
    return [ObjectionRow(*each) for each in await objections(db, visit)]


async def _present_crew(db: Db, id: str | None) -> list[str]:
    visit = await db.scalar(select(Visit).where(Visit.id == id))
    return visit.crew if visit else []


def _require_planner(db: Db, kind: RecordKind) -> None:
    if not plans(db.actor, kind):
        raise Forbidden("Only those who assign jobs can plan visits.")


def _require_hands_on(db: Db, visit: Visit) -> None:
    if not plans(db.actor, visit.kind) and db.actor.id not in visit.crew:
        raise Forbidden("You can work only on your own visits.")


async def _require_going_on(db: Db, record: Any) -> None:
    """A job that is over gets no more visits."""
    if not isinstance(record, WorkOrder):
        return
    if record.status == WorkOrderStatus.COMPLETED:
        raise Conflict("This work order is completed. Open it again to plan a visit.")
    if (await db.find(WorkOrderDetails, record.id)).cancelled_at is not None:
        raise Conflict("This work order is cancelled. Take it up again to plan a visit.")


async def _settle(db: Db, visit: Visit, accepted: list[Objection], former: Any) -> None:
    """What every plan must hold: times that make sense, a crew of the branch, and nothing against it that was not accepted."""
    _require_times(visit)
    await require_crew(db, visit, former)
    await place(db, visit)
    if visit.is_open:
        await require_free(db, [visit], accepted)


def _require_times(visit: Visit) -> None:
    if visit.day is None and visit.start_minute is not None:
        raise Invalid({"day": "Please choose a day"})
    if (visit.start_minute is None) != (visit.end_minute is None):
        raise Invalid({"endMinute": "Please choose when it begins and when it ends, or neither"})
    if (
        visit.start_minute is not None
        and visit.end_minute is not None
        and visit.start_minute >= visit.end_minute
    ):
        raise Invalid({"endMinute": "It must end after it begins. Plan another visit for the next day"})


def _go_on(db: Db, visit: Visit, fields: dict[str, Any]) -> None:
    """How it goes: forward by itself, back or out of a cancellation only with a reason. Notes when."""
    status = fields.get("status", visit.status)
    if status == visit.status:
        return
    if status == VisitStatus.CANCELLED or visit.status == VisitStatus.CANCELLED:
        _require_planner(db, visit.kind)
    forward = visit.status in OPEN and (
        status == VisitStatus.CANCELLED or FORWARD.index(status) > FORWARD.index(visit.status)
    )
    if not forward and not fields.get("reason"):
        raise Invalid({"reason": "Please say why"})
    if not forward and status != VisitStatus.CANCELLED:
        later = FORWARD[FORWARD.index(status) + 1 :]
        fields |= {NOTED[each]: None for each in later if each in NOTED}
    if status in NOTED and getattr(visit, NOTED[status]) is None:
        fields[NOTED[status]] = now()


ROUTES = [visits_of, plan_visit, edit_visit, check_visit]
