"""Visits of a day together: what is lost to rain, or to somebody who is sick, moves and comes back at once, and what has no time is put
in order.

Who may enter: those who assign jobs.
"""

from __future__ import annotations

import datetime
from typing import Annotated

import msgspec
from sqlalchemy import func, select

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.system.errors import Changed, Conflict, Forbidden, Invalid
from duskline.core.values.bodies import Body, Id, Meta, ResponseModel
from duskline.models.places.places import Branch
from duskline.models.records.about import RecordKind
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import LONGEST_REASON, Visit, VisitStatus, locked, plans
from duskline.models.schedule import moves
from duskline.models.schedule.booking import Objection, require_free
from duskline.models.schedule.moves import MOST_MOVED, ScheduleMove, Step
from duskline.models.schedule.visit_letters import tellings
from duskline.policy import ASSIGN_JOBS
from duskline.services import services

PATH = "/api/panel/schedule/moves"
Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON, extra={"say": "Please say why"})]


class LostDay(Body, kw_only=True):
    branch_id: Id
    day: datetime.date
    user_id: Id | None = None
    """Who is sick; without one the whole branch stays at home."""


class MovedVisit(Body, kw_only=True):
    id: Id
    version: int
    day: datetime.date | None
    """Without one it waits to be planned."""
    without: Id | None = None
    """Who does not come; the others of the crew do."""


class NewMove(Body, kw_only=True):
    branch_id: Id
    reason: Reason
    visits: Annotated[
        list[MovedVisit],
        Meta(min_length=1, max_length=MOST_MOVED, extra={"say": "Please choose visits to move"}),
    ]
    accept: Annotated[list[Objection], Meta(max_length=len(Objection))] = msgspec.field(default_factory=list)
    """What may speak against the new days: they move all the same."""


class DayOrder(Body, kw_only=True):
    """Visits of one day that have no time, in the order in which they are done."""

    day: datetime.date
    visits: Annotated[
        list[Id],
        Meta(min_length=1, max_length=MOST_MOVED, extra={"say": "Please choose visits to put in order"}),
    ]


class PlacedRow(ResponseModel):
    id: str
    position: int
    version: int


class ToTellRow(ResponseModel):
    """Whom to tell of a visit."""

    visit_id: str
    day: datetime.date | None
    """Where it went; without one it waits to be planned."""
    start_minute: int | None
    end_minute: int | None
    by_mail: bool
    """Whether a letter tells them, in some minutes; else somebody calls."""
    name: str | None
    phone: str | None
    email: str | None


class ProposalRow(ResponseModel):
    """Where a visit would go; without a day it would wait to be planned."""

    id: str
    version: int
    title: str | None
    start_minute: int | None
    end_minute: int | None
    crew: list[str]
    day: datetime.date | None


class MoveRow(ResponseModel):
    id: str
    reason: str
    to_tell: list[ToTellRow]
    """Whose visit is on another day now."""


class LeftRow(ResponseModel):
    """A visit, and what it is for."""

    id: str
    title: str


class UndoneRow(ResponseModel):
    """What of it was left alone, as somebody changed it since."""

    id: str
    left: list[LeftRow]


@change(post, PATH + "/preview", may=ASSIGN_JOBS, status=200, repeatable=False, statuses=(404,))
async def preview_move(db: Db, data: LostDay) -> list[ProposalRow]:
    """Where each visit of the day would go."""
    await db.find(Branch, data.branch_id)
    found = await moves.propose(db, data.branch_id, data.day, data.user_id)
    titles = await _titles(db, [visit for visit, _ in found])
    return [
        ProposalRow(
            visit.id,
            visit.version,
            titles.get(visit.id),
            visit.start_minute,
            visit.end_minute,
            visit.crew,
            day,
        )
        for visit, day in found
    ]


@change(post, PATH, may=ASSIGN_JOBS, statuses=(404,), shows=ScheduleMove)
async def move_visits(db: Db, data: NewMove, request: StrictRequest) -> MoveRow:
    """Moves them at once, or none, where somebody changed one meanwhile or something speaks against a day."""
    await db.find(Branch, data.branch_id)
    wanted = {each.id: each for each in data.visits}
    _require_once([each.id for each in data.visits])
    found = await locked(db, wanted)
    if found.keys() != wanted.keys() or any(
        not _is_as_seen(found[id], data.branch_id, wanted[id]) for id in found
    ):
        raise Changed
    if not all(plans(db.actor, visit.kind) for visit in found.values()):
        raise Forbidden(moves.NOT_YOURS)
    if any(visit.status != VisitStatus.PLANNED or visit.pinned for visit in found.values()):
        raise Conflict("One of the visits has begun or is pinned. Look at the day again.")
    before = {visit.id: visit.day for visit in found.values()}
    done = await moves.move(
        db, data.branch_id, data.reason, [_step(found[id], each) for id, each in wanted.items()]
    )
    await db.flush()
    gone = [visit for visit in found.values() if visit.day != before[visit.id]]
    await require_free(db, gone, data.accept, await _titles(db, gone))
    writes = services(request).tells_clients
    return MoveRow(done.id, done.reason, await _people(db, gone, writes=writes))


def _require_once(ids: list[str]) -> None:
    if len(set(ids)) < len(ids):
        raise Invalid({"visits": "One of the visits is there twice"})


def _is_as_seen(visit: Visit, branch_id: str, wanted: MovedVisit) -> bool:
    return (visit.branch_id, visit.version) == (branch_id, wanted.version)


def _step(visit: Visit, wanted: MovedVisit) -> Step:
    """Who is left out of the crew must leave somebody in it."""
    crew = [person for person in visit.crew if person != wanted.without]
    if wanted.without is not None and len(crew) in (0, len(visit.crew)):
        raise Invalid({"visits": "Nobody else comes to one of the visits. Please choose another day for it"})
    return Step(visit, wanted.day, crew)


@change(post, PATH + "/{id:str}/undo", may=ASSIGN_JOBS, status=200, shows=ScheduleMove)
async def undo_move(db: Db, id: str) -> UndoneRow:
    """Puts the visits back; what somebody changed since stays, and is named."""
    done = await db.find_for_update(ScheduleMove, id)
    left = await moves.undo(db, done)
    named = [LeftRow(visit, title) for visit, title in (await _titles(db, left)).items() if title]
    return UndoneRow(id, sorted(named, key=lambda row: (row.title, row.id)))


@change(
    post, "/api/panel/schedule/order", may=ASSIGN_JOBS, status=200, shows=Visit, shown=lambda data: next(iter(data.visits), None)
)  # fmt: skip
async def order_visits(db: Db, data: DayOrder) -> list[PlacedRow]:
    """Puts visits of a day that have no time in order."""
    _require_once(data.visits)
    placed = await moves.put_in_order(db, data.day, data.visits)
    await db.flush()
    return [PlacedRow(visit.id, visit.position, visit.version) for visit in placed]


async def _titles(db: Db, visits: list[Visit]) -> dict[str, str]:
    """What each is for."""
    named = (
        select(Visit.id, func.coalesce(WorkOrder.title, Lead.name))
        .outerjoin(WorkOrder, (WorkOrder.id == Visit.record_id) & (Visit.kind == RecordKind.WORK_ORDER))
        .outerjoin(Lead, (Lead.id == Visit.record_id) & (Visit.kind == RecordKind.LEAD))
        .where(Visit.id.in_([visit.id for visit in visits]))
    )
    return dict(list(await db.execute(named)))


async def _people(db: Db, visits: list[Visit], *, writes: bool) -> list[ToTellRow]:
    """Whom to tell of each, in the order in which they take place now."""
    theirs = (
        select(
            Visit.id, Visit.day, Visit.start_minute, Visit.end_minute, WorkOrder.id, func.coalesce(Client.name, Lead.name),
            func.coalesce(Client.phone, Lead.phone), func.coalesce(Client.email, Lead.email),
        )
        .outerjoin(WorkOrder, (WorkOrder.id == Visit.record_id) & (Visit.kind == RecordKind.WORK_ORDER))
        .outerjoin(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Lead, (Lead.id == Visit.record_id) & (Visit.kind == RecordKind.LEAD))
        .where(Visit.id.in_([visit.id for visit in visits]))
        .order_by(Visit.day.is_(None), Visit.day, Visit.start_minute.is_(None), Visit.start_minute, Visit.id)
    )  # fmt: skip
    rows = list(await db.execute(theirs))
    told = {id: await _hears(db, id) for id in {row[4] for row in rows} if id and writes}
    return [
        ToTellRow(id, day, start, end, told.get(order, False), *who)
        for id, day, start, end, order, *who in rows
    ]


async def _hears(db: Db, order_id: str) -> bool:
    """Whether a letter will tell the job's client where things stand now."""
    client = await db.scalar(select(WorkOrder.client_id).where(WorkOrder.id == order_id))
    return any(telling.client_id == client for telling in await tellings(db, order_id))


ROUTES = [preview_move, move_visits, undo_move, order_visits]
