"""What reports ask of jobs: whether they were done on the day, how old they are, and who was there and how it went."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, Date, Index, Integer, String, func, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base
from duskline.core.data.facts import FAMILIES, Facts, Family, Follow, Made
from duskline.core.data.figures import ALL, PERSON, Figure
from duskline.models.company.checklists import VisitCheck
from duskline.models.pictures.drawings import MeasuredRun
from duskline.models.places.places import DEFAULT_ZONE, BranchDetails, day_at
from duskline.models.records.about import RecordKind
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.service import PhotoKind, WorkOrder, WorkOrderStatus
from duskline.models.records.visits import Visit, VisitStatus
from duskline.models.reporting.lead_facts import YES, minutes, step

RETURNS_WITHIN = timedelta(days=60)
ON_DAY, LATE, OPEN = "on_day", "late", "open"
"""What became of a plan: done by the day, after it, or not yet."""
DATED, UNDATED = "dated", "undated"
NO = "no"
SHOWN = {PhotoKind.BEFORE, PhotoKind.AFTER}
"""The kinds of photos that a job has when its photos are complete."""


class OrderFacts(Facts, Base):
    __tablename__ = "order_facts"
    __table_args__ = (
        Index(None, "planned_on", "id"),
        Index(None, "completed_on", "id"),
        Index(None, "state", "id"),
        Index(None, "measured_on", "id"),
        Index(None, "branch_id", "completed_on"),
    )
    groups = (ALL, PERSON, "kind")
    figures = (
        Figure("order.planned", "planned_on", groups, part="outcome"),
        Figure("order.hours", "planned_on", (ALL,), part="outcome", amount="hours", when="hours"),
        Figure("order.completed", "completed_on", groups, part="age_step", amount="age"),
        Figure("order.open", None, groups, part="state", amount="since"),
        Figure("order.measured", "measured_on", (ALL,), part="error_step", amount="error"),
    )

    person: Mapped[str] = mapped_column(String(36))
    kind: Mapped[str] = mapped_column(String(40))
    planned_on: Mapped[date | None] = mapped_column(Date)
    """As it was planned last; None where it was cancelled."""
    outcome: Mapped[str | None] = mapped_column(String(20))
    state: Mapped[str | None] = mapped_column(String(20))
    """Whether it has a day, while it is open."""
    since: Mapped[int] = mapped_column(Integer)
    """The number of the day on which it was made."""
    hours: Mapped[int | None] = mapped_column(Integer)
    completed_on: Mapped[date | None] = mapped_column(Date)
    age: Mapped[int | None] = mapped_column(Integer)
    """Minutes from when it was made to its completion."""
    age_step: Mapped[int | None] = mapped_column(Integer)
    measured_on: Mapped[date | None] = mapped_column(Date)
    error: Mapped[int | None] = mapped_column(Integer)
    """By how many tenths of a percent the drawing was off, where its runs were measured."""
    error_step: Mapped[int | None] = mapped_column(Integer)


class CrewFacts(Facts, Base):
    """A completed job and somebody who was there; nobody is the job itself, and has the hours of all."""

    __tablename__ = "crew_facts"
    __table_args__ = (Index(None, "person", "completed_on"),)
    figures = (
        Figure("crew.jobs", "completed_on", (PERSON,)),
        Figure("crew.feet", "completed_on", (PERSON,), amount="feet", when="feet"),
        Figure("crew.hours", "completed_on", (PERSON,), amount="minutes", when="minutes"),
        Figure("crew.photos", "completed_on", (PERSON,), when="photos"),
        Figure("crew.checks", "completed_on", (PERSON,), part="checks"),
        Figure("crew.returned", "completed_on", (PERSON,), when="returned"),
    )

    person: Mapped[str] = mapped_column(String(36), primary_key=True)
    completed_on: Mapped[date] = mapped_column(Date)
    feet: Mapped[int | None] = mapped_column(Integer)
    minutes: Mapped[int | None] = mapped_column(Integer)
    """On site, from Start to Complete, where both were pressed."""
    photos: Mapped[str | None] = mapped_column(String(3))
    checks: Mapped[str | None] = mapped_column(String(3))
    """Whether the checklist is complete; None where nothing was ticked and nothing said to be missing, as without a list."""
    returned: Mapped[str | None] = mapped_column(String(3))
    """Whether somebody had to come back within sixty days."""


def _made(connection: Connection, ids: Sequence[str]) -> Made:
    visits = _done_visits(connection, ids)
    ticked = _ticked(connection, [visit.id for theirs in visits.values() for visit in theirs])
    returns, measured = _returns(connection, ids), _measured(connection, ids)
    orders: list[dict[str, Any]] = []
    crews: list[dict[str, Any]] = []
    for row in connection.execute(_sources().where(WorkOrder.id.in_(ids))):
        orders.append(_facts(row, measured.get(row.id, [])))
        if row.status == WorkOrderStatus.COMPLETED:
            crews += _crew(row, visits[row.id], ticked, returns[row.id])
    return {OrderFacts: orders, CrewFacts: crews}


def _sources() -> Any:
    orders, beside = WorkOrder.__table__.c, WorkOrderDetails.__table__.c
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    return (
        select(
            orders.id, orders.branch_id, orders.assigned_to, orders.status, orders.scheduled_date, orders.completed_date,
            orders.created_at, orders.images, beside.kind, beside.feet, beside.hours, beside.cancelled_at, zone.label("zone"),
        )
        .select_from(WorkOrder.__table__)
        .outerjoin(WorkOrderDetails.__table__, beside.id == orders.id)
        .outerjoin(BranchDetails.__table__, BranchDetails.id == orders.branch_id)
    )  # fmt: skip


def _facts(row: Any, runs: Sequence[Any]) -> dict[str, Any]:
    settled, cancelled = row.status == WorkOrderStatus.COMPLETED, row.cancelled_at is not None
    age = minutes(row.created_at, row.completed_date)
    done = None if row.completed_date is None else day_at(row.completed_date, row.zone)
    planned = None if cancelled else row.scheduled_date
    error = _error(runs)
    return {
        "id": row.id, "branch_id": row.branch_id, "person": row.assigned_to or "", "kind": row.kind or "",
        "planned_on": planned, "outcome": _outcome(planned, done), "hours": row.hours,
        "state": None if settled or cancelled else DATED if planned else UNDATED,
        "since": day_at(row.created_at, row.zone).toordinal(), "completed_on": done, "age": age, "age_step": step(age),
        "measured_on": None if error is None else day_at(max(run.at for run in runs), row.zone), "error": error,
        "error_step": step(error),
    }  # fmt: skip


def _outcome(planned: date | None, done: date | None) -> str | None:
    if planned is None:
        return None
    return OPEN if done is None else ON_DAY if done <= planned else LATE


def _error(runs: Sequence[Any]) -> int | None:
    """Of those runs alone whose length the drawing told."""
    estimated, measured = sum(run.estimated for run in runs), sum(run.inches for run in runs)
    return round(1000 * abs(estimated - measured) / measured) if measured else None


def _measured(connection: Connection, ids: Sequence[str]) -> dict[str, list[Any]]:
    runs = MeasuredRun.__table__.c
    known = select(runs.work_order_id, runs.estimated, runs.inches, runs.at).where(
        runs.work_order_id.in_(ids), runs.estimated.is_not(None)
    )
    found: dict[str, list[Any]] = defaultdict(list)
    for run in connection.execute(known):
        found[run.work_order_id].append(run)
    return found


def _done_visits(connection: Connection, ids: Sequence[str]) -> dict[str, list[Any]]:
    visits = Visit.__table__.c
    columns = (visits.id, visits.record_id, visits.crew, visits.started_at, visits.done_at, visits.missing)
    done = visits.kind == RecordKind.WORK_ORDER, visits.record_id.in_(ids), visits.status == VisitStatus.DONE
    found: dict[str, list[Any]] = defaultdict(list)
    for visit in connection.execute(select(*columns).where(*done)):
        found[visit.record_id].append(visit)
    return found


def _ticked(connection: Connection, visits: Iterable[str]) -> set[str]:
    """The visits of which something on the checklist was done."""
    checks = VisitCheck.__table__.c
    done = select(checks.visit_id).where(checks.visit_id.in_(list(visits)), checks.done)
    return set(connection.scalars(done))


def _returns(connection: Connection, ids: Sequence[str]) -> dict[str, list[Any]]:
    """When jobs that come back to these were made."""
    orders, beside = WorkOrder.__table__.c, WorkOrderDetails.__table__.c
    later = (
        select(beside.earlier_id, orders.created_at)
        .join_from(WorkOrderDetails.__table__, WorkOrder.__table__, orders.id == beside.id)
        .where(beside.earlier_id.in_(ids), beside.cancelled_at.is_(None))
    )
    found: dict[str, list[Any]] = defaultdict(list)
    for id, made in connection.execute(later):
        found[id].append(made)
    return found


def _crew(
    row: Any, visits: Sequence[Any], ticked: set[str], returns: Sequence[Any]
) -> Iterator[dict[str, Any]]:
    people = sorted({person for visit in visits for person in visit.crew}) or [row.assigned_to] * bool(
        row.assigned_to
    )
    spent = Counter[str]()
    for visit in visits:
        took = minutes(visit.started_at, visit.done_at) if visit.started_at else None
        spent.update(dict.fromkeys(visit.crew, took or 0))
    spent[""] = spent.total()
    kinds = {photo.get("kind") for photo in row.images or ()}
    lacks = any(visit.missing for visit in visits)
    listed = lacks or any(visit.id in ticked for visit in visits)
    back = any(row.completed_date <= made <= row.completed_date + RETURNS_WITHIN for made in returns)
    for person in ("", *people):
        yield {
            "id": row.id, "branch_id": row.branch_id, "person": person, "feet": row.feet, "minutes": spent[person] or None,
            "completed_on": day_at(row.completed_date, row.zone), "photos": YES if kinds >= SHOWN else None,
            "checks": (NO if lacks else YES) if listed else None, "returned": YES if back else None,
        }  # fmt: skip


_visits = Visit.__table__.c
FAMILIES.append(
    Family(
        WorkOrder,
        (OrderFacts, CrewFacts),
        {
            WorkOrder: (
                Follow(
                    ("branch_id", "assigned_to", "status", "scheduled_date", "completed_date", "images", "created_at")
                ),
            ),
            WorkOrderDetails: (
                Follow(("kind", "feet", "hours", "cancelled_at")),
                Follow(("cancelled_at",), "earlier_id"),
            ),
            Visit: (
                Follow(
                    ("status", "crew", "started_at", "done_at", "missing"), "record_id",
                    only=("kind", RecordKind.WORK_ORDER),
                ),
            ),
            VisitCheck: (Follow(("done",), "visit_id", through=select(_visits.record_id, _visits.id)),),
            MeasuredRun: (Follow(("estimated", "inches", "at"), "work_order_id"),),
        },
        _made,
    )
)  # fmt: skip
