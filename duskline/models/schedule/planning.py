"""How a job and its visits agree, whichever of the two somebody changes.

Every job that is not completed has a visit to plan. Its `scheduled_date` is the day of the earliest open one, else that of the
last done; its assignee leads the earliest open one. Who changes the job changes that visit, and the other way around; a job
that is completed or cancelled keeps what it says.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, inspect, select, update

from duskline.core.data.base import now
from duskline.core.data.session import ScopedSession
from duskline.core.data.upsert import insert_into
from duskline.core.values.wall_clock import SkippedTime
from duskline.models.people.people import Colleague
from duskline.models.places.places import DEFAULT_ZONE, BranchDetails, day_at
from duskline.models.records.about import RecordKind
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.sales import Lead
from duskline.models.records.service import WorkOrder, WorkOrderStatus
from duskline.models.records.visits import BEGUN, OPEN, Visit, VisitCrew, VisitStatus

COMPLETED = "The work order was completed"
CANCELLED = "The work order was cancelled"
FIRST = {
    WorkOrderStatus.PENDING: VisitStatus.PLANNED,
    WorkOrderStatus.IN_PROGRESS: VisitStatus.STARTED,
    WorkOrderStatus.COMPLETED: VisitStatus.DONE,
}
"""How the first visit of a job stands, by how the job begins."""


def add_first_visits(session: ScopedSession) -> None:
    """The first visit of each new job, on its day where it has one."""
    for order in session.new:
        if isinstance(order, WorkOrder) and not order.comes_back:
            dialect, visit = session.get_bind().dialect.name, _first_row(order)
            session.connection().execute(insert_into(Visit, dialect), visit)
            for user in visit["crew"]:
                session.connection().execute(
                    insert_into(VisitCrew, dialect), {"visit_id": visit["id"], "user_id": user}
                )


def _first_row(order: WorkOrder) -> dict[str, Any]:
    """As old as its job, and under its id, so that the same job always has the same; what has a default is left out."""
    status = FIRST[order.status]
    return {
        "id": order.id, "kind": RecordKind.WORK_ORDER, "record_id": order.id, "branch_id": order.branch_id,
        "day": order.scheduled_date, "status": status, "crew": [order.assigned_to] if order.assigned_to else [],
        "done_at": order.completed_date, "created_at": order.created_at, "updated_at": order.updated_at, "version": 1,
    }  # fmt: skip


def align_visits(session: ScopedSession) -> None:
    orders = {row.id: row for row in session.dirty if isinstance(row, WorkOrder)}
    for order in orders.values():
        _follow_order(session, order)
    for row in list(session.dirty):
        if isinstance(row, Lead) and _changed(row, "branch_id"):
            _stay_behind(session, row, _open(_visits(session, row)))
    for row in list(session.dirty):
        if isinstance(row, WorkOrderDetails) and _changed(row, "cancelled_at"):
            _follow_details(session, row)
    jobs = {
        row.record_id
        for row in [*session.new, *session.dirty]
        if isinstance(row, Visit) and row.kind == RecordKind.WORK_ORDER
    }
    for job in sorted(jobs):
        _follow_visits(session, job)


def place_visits_again(session: ScopedSession) -> None:
    """The wall is the truth: in another zone the same time of day is another moment. Later than `about`, which moves the rows."""
    for row in [*session.new, *session.dirty]:
        if isinstance(row, BranchDetails) and _changed(row, "time_zone"):
            _place_again(session, row.time_zone, Visit.branch_id == row.id)
    for row in session.dirty:
        if isinstance(row, WorkOrder | Lead) and _changed(row, "branch_id"):
            theirs = (Visit.kind == row.kind) & (Visit.record_id == row.id)
            _place_again(session, _zone(session, row.branch_id), theirs)


def _place_again(session: ScopedSession, zone: str, theirs: ColumnElement[bool]) -> None:
    """Works out when open visits are, without a new version: nobody changed how they are planned."""
    visits, crew, connection = Visit.__table__.c, VisitCrew.__table__.c, session.connection()
    open_ones = theirs & visits.status.in_(OPEN) & visits.start_minute.is_not(None)
    times = (visits.day, visits.start_minute, visits.end_minute)
    for day, start, end in connection.execute(select(*times).where(open_ones).distinct()).all():
        placed = Visit(day=day, crew=[])
        put_at(placed, start, end, zone)
        moved = {
            name: getattr(placed, name) for name in ("start_minute", "end_minute", "starts_at", "ends_at")
        }
        same = open_ones & (visits.day == day) & (visits.start_minute == start) & (visits.end_minute == end)
        ids = list(
            connection.scalars(
                update(Visit.__table__).where(same).values(**moved, updated_at=now()).returning(visits.id)
            )
        )
        when = {name: moved[name] for name in ("starts_at", "ends_at")}
        connection.execute(update(VisitCrew.__table__).where(crew.visit_id.in_(ids)).values(when))


def _follow_order(session: ScopedSession, order: WorkOrder) -> None:
    """What changed of a job changes its open visits."""
    if not _changed(order, "status", "scheduled_date", "assigned_to", "branch_id"):
        return
    visits = _visits(session, order)
    if _changed(order, "status"):
        if order.status == WorkOrderStatus.COMPLETED:
            _finish(session, order, visits)
        elif not _open(visits):
            visits = [*visits, _another(session, order, visits)]
    if order.status == WorkOrderStatus.COMPLETED:
        return
    if _changed(order, "branch_id"):
        _stay_behind(session, order, _open(visits))
    if _changed(order, "scheduled_date"):
        _plan(session, order, visits)
    if _changed(order, "assigned_to"):
        _hand_over(order, _open(visits), former=_former(order, "assigned_to"))


def _finish(session: ScopedSession, order: WorkOrder, visits: list[Visit]) -> None:
    """A completed job has no open visits: those that came about are done, and the others will not be."""
    today = day_at(now(), _zone(session, order.branch_id))
    waiting = _open(visits)
    happened = [
        visit for visit in waiting if visit.status in BEGUN or (visit.day is not None and visit.day <= today)
    ]
    if not happened and not any(visit.status == VisitStatus.DONE for visit in visits):
        happened = waiting[:1]
    for visit in waiting:
        if visit in happened:
            visit.apply({"status": VisitStatus.DONE, "done_at": visit.done_at or now()})
        else:
            visit.apply({"status": VisitStatus.CANCELLED, "reason": COMPLETED})


def _another(session: ScopedSession, order: WorkOrder, visits: list[Visit]) -> Visit:
    """One more visit of a job that goes on: on its day, unless somebody has been there that day."""
    been_there = any(
        visit.day == order.scheduled_date for visit in visits if visit.status == VisitStatus.DONE
    )
    visit = Visit(
        kind=RecordKind.WORK_ORDER, record_id=order.id, branch_id=order.branch_id, status=VisitStatus.PLANNED,
        day=None if been_there else order.scheduled_date, crew=[order.assigned_to] if order.assigned_to else [],
    )  # fmt: skip
    session.add(visit)
    return visit


def _plan(session: ScopedSession, order: WorkOrder, visits: list[Visit]) -> None:
    """The earliest open visit goes to the job's day, and none stays before it. Without a day all wait to be planned."""
    if order.scheduled_date is None:
        for visit in _open(visits):
            put_on(visit, None, "")
        return
    zone = _zone(session, order.branch_id)
    first, *others = _open(visits) or [_another(session, order, visits)]
    put_on(first, order.scheduled_date, zone)
    for visit in others:
        if visit.day is not None and visit.day < order.scheduled_date:
            put_on(visit, order.scheduled_date, zone)


def put_on(visit: Visit, day: date | None, zone: str) -> None:
    """Moves a visit to another day at the same time, or at any time where no clock shows that one."""
    if day == visit.day:
        return
    visit.apply({"day": day})
    times = (None, None) if day is None else (visit.start_minute, visit.end_minute)
    put_at(visit, *times, zone)


def put_at(visit: Visit, start: int | None, end: int | None, zone: str) -> None:
    """Gives a visit its time of the day, or any time where no clock shows that one."""
    visit.apply({"start_minute": start, "end_minute": end})
    try:
        visit.place_in_time(zone)
    except SkippedTime:
        put_at(visit, None, None, zone)


def _hand_over(order: WorkOrder, waiting: list[Visit], former: str | None) -> None:
    """The person who has the job now leads the visits that the former one led."""
    lead = order.assigned_to
    for number, visit in enumerate(waiting):
        if number and visit.crew[:1] not in ([], [former]):
            continue
        others = [id for id in visit.crew if id not in (lead, former)]
        visit.apply({"crew": [lead, *others] if lead else []})


def _stay_behind(session: ScopedSession, record: WorkOrder | Lead, waiting: list[Visit]) -> None:
    """A person who does not work in the record's new branch does not come any more."""
    people = {person for visit in waiting for person in visit.crew}
    works_there = Colleague.id.in_(people) & Colleague.acting_in(record.branch_id)
    there = set(session.scalars(select(Colleague.id).where(works_there)))
    for visit in waiting:
        visit.apply({"crew": [person for person in visit.crew if person in there]})


def _follow_details(session: ScopedSession, details: WorkOrderDetails) -> None:
    """The visits of a cancelled job will not take place; one that is taken up again has a visit to plan."""
    order = session.get_one(WorkOrder, details.id)
    visits = _visits(session, order)
    if details.cancelled_at is not None:
        for visit in _open(visits):
            visit.apply({"status": VisitStatus.CANCELLED, "reason": CANCELLED})
    elif not _open(visits) and order.status != WorkOrderStatus.COMPLETED:
        _another(session, order, visits)


def _follow_visits(session: ScopedSession, id: str) -> None:
    """What changed of its visits changes a job that goes on."""
    order = session.get(WorkOrder, id)
    if order is None:
        return
    visits = _visits(session, order)
    if order.status == WorkOrderStatus.COMPLETED or (not _open(visits) and _is_cancelled(session, id)):
        return
    waiting = _open(visits)
    done = [visit.day for visit in visits if visit.status == VisitStatus.DONE and visit.day is not None]
    days = [visit.day for visit in waiting if visit.day is not None]
    fields: dict[str, Any] = {"scheduled_date": min(days) if days else max(done, default=None)}
    if waiting:
        fields["assigned_to"] = next(iter(waiting[0].crew), None)
    if order.status == WorkOrderStatus.PENDING and any(visit.status in BEGUN for visit in waiting):
        fields["status"] = WorkOrderStatus.IN_PROGRESS
    order.apply(fields)


def _is_cancelled(session: ScopedSession, id: str) -> bool:
    return session.get_one(WorkOrderDetails, id).cancelled_at is not None


def _visits(session: ScopedSession, record: WorkOrder | Lead) -> list[Visit]:
    """All of a record, locked; those that are just being made too."""
    theirs = (Visit.kind == record.kind) & (Visit.record_id == record.id)
    found = list(session.scalars(select(Visit).where(theirs).with_for_update(of=Visit, key_share=True)))
    return found + [row for row in session.new if isinstance(row, Visit) and row.record_id == record.id]


def _open(visits: Iterable[Visit]) -> list[Visit]:
    """Those that are still to come, the earliest first, those without a day last."""
    return sorted((visit for visit in visits if visit.is_open), key=_when)


def _when(visit: Visit) -> tuple[Any, ...]:
    return visit.day or date.max, visit.start_minute or 0, visit.position or 0, visit.id or ""


def _zone(session: ScopedSession, branch: str) -> str:
    zone = session.scalar(select(BranchDetails.time_zone).where(BranchDetails.id == branch))
    return zone or DEFAULT_ZONE


def _changed(row: Any, *names: str) -> bool:
    return any(inspect(row).attrs[name].history.has_changes() for name in names)


def _former(row: Any, name: str) -> Any:
    return next(iter(inspect(row).attrs[name].history.deleted or ()), None)
