"""What the dashboard says is to be done: one's own day, what waits for somebody, and how full the week is.

Prepared statements within the reader's scope. What may be much is counted up to `MANY`; each number is that of a list, under the
filters that its link sets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Date,
    FromClause,
    Select,
    String,
    bindparam,
    case,
    func,
    select,
)

from duskline.core.data.base import UtcDateTime, now
from duskline.core.data.database import Reader
from duskline.core.data.one_of import is_one_of
from duskline.models.notifying.notifications import title_of
from duskline.models.places.places import DEFAULT_ZONE, day_at, home_branch
from duskline.models.records.activities import NextStep
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, EnquiryState
from duskline.models.records.next_steps import is_left
from duskline.models.records.sales import NO_STEP, Lead
from duskline.models.records.service import SupportTicket, TicketStatus, WorkOrder, WorkOrderStatus
from duskline.models.records.subjects import WRITERS
from duskline.models.records.visits import Visit
from duskline.models.schedule import own_visits, schedule
from duskline.policy import (
    ASSIGN_JOBS,
    MANAGE_LEADS,
    MANAGE_TICKETS,
    SEE_ENQUIRIES,
    SEE_WORK_ORDERS,
)

MANY = 100
"""Counted no further: a line says "99+" from here on."""
SHOWN = 6
"""Of one's visits and next steps."""
NEAR = 3 / 4
"""Of the promised time: after that an answer is near its limit."""
WEEK = 7
Statement = Callable[[], Select[*tuple[Any, ...]]]


class Wait(NamedTuple):
    """Things that wait for an answer: how many, since when, and how many of them near the promised time or beyond it."""

    number: int
    oldest: datetime | None
    near: int
    late: int


class Waiting(NamedTuple):
    """None where one may do nothing about it."""

    messages: Wait | None
    tickets: Wait | None
    leads: int | None
    """Open ones without a next step."""
    unassigned: int | None
    """Pending jobs that are nobody's."""
    undated: int | None
    """Pending jobs without a day."""
    untold: int | None
    """Visits whose day has passed, and of which nobody said how they went."""


class Agenda(NamedTuple):
    today: date
    """Of the reader."""
    visits: Any
    steps: Any
    left: Any
    """Left steps that the reader may take over."""
    waiting: Waiting
    branch: str | None
    """Whose week it is."""
    week: list[schedule.DayLoad]


async def agenda_of(reader: Reader, promised: timedelta) -> Agenda:
    """What is to be done, as far as the reader may do it; answers are promised within a time."""
    actor, at = reader.actor, now()
    branch = home_branch(actor)
    week = await schedule.load_of(reader, branch, WEEK) if branch else []
    today = week[0].day if week else day_at(at, DEFAULT_ZONE)
    waits = {name: build for name, build in WAITS.items() if MAY[name].lets(actor)}
    values = own_visits.own(actor, today, 1) | {
        "kinds": [kind for kind, may in WRITERS.items() if may.lets(actor)],
        "near": at - promised * NEAR,
        "late": at - promised,
    }
    statements: dict[Any, Statement] = {
        "agenda visits": _visits,
        "agenda steps": _own_steps,
        "agenda left": _left_steps,
    }
    if waits:
        statements["agenda", *waits] = lambda: _side_by_side(waits)
    visits, steps, left, *counted = await reader.together(statements, values)
    shown_week = week if SEE_WORK_ORDERS.lets(actor) else []
    return Agenda(today, visits, steps, left, _waiting(waits, counted), branch, shown_week)


def _waiting(waits: Mapping[str, Any], counted: list[Any]) -> Waiting:
    numbers = iter(counted[0][0] if counted else ())
    found: dict[str, Any] = dict.fromkeys(Waiting._fields)
    for name in waits:
        one = [next(numbers) for _ in range(len(Wait._fields) if name in ANSWERED else 1)]
        found[name] = Wait(*one) if name in ANSWERED else one[0]
    return Waiting(**found)


def _visits() -> Select[*tuple[Any, ...]]:
    """One's own of today that are not over, and what is left of the days before, with how many there are."""
    return own_visits.open_in_brief().add_columns(func.count().over()).limit(SHOWN)


def _own_steps() -> Select[*tuple[Any, ...]]:
    return _steps(NextStep.assigned_to == _self())


def _left_steps() -> Select[*tuple[Any, ...]]:
    return _steps(is_left())


def _steps(whose: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """What was promised for today or before, with how much there is."""
    return (
        select(
            NextStep.id, NextStep.kind, NextStep.record_id, NextStep.words, NextStep.due_on, NextStep.due_minute,
            NextStep.assigned_to, NextStep.version, title_of(NextStep), func.count().over(),
        )
        .where(
            whose, NextStep.is_open(), NextStep.due_on <= _today(), is_one_of(NextStep.kind, "kinds"),
        )
        .order_by(NextStep.due_on, NextStep.due_minute.is_(None), NextStep.due_minute, NextStep.id)
        .limit(SHOWN)
    )  # fmt: skip


def _self() -> ColumnElement[str]:
    return bindparam("self", type_=String)


def _today() -> ColumnElement[date]:
    return bindparam("today", type_=Date)


def _side_by_side(waits: Mapping[str, Callable[[], Select[*tuple[Any, ...]]]]) -> Select[*tuple[Any, ...]]:
    """Statements of one row each as one statement of one row."""
    parts: list[FromClause] = [build().subquery(name) for name, build in waits.items()]
    return select(*(column for part in parts for column in part.c))


def _messages() -> Select[*tuple[Any, ...]]:
    waiting = select(ContactSubmission.created_at.label("since")).join(
        EnquiryHandling, EnquiryHandling.id == ContactSubmission.id
    )
    return _answered(
        waiting.where(EnquiryHandling.state == EnquiryState.OPEN, EnquiryHandling.suspected.is_(False)),
        ContactSubmission,
    )


def _tickets() -> Select[*tuple[Any, ...]]:
    waiting = select(SupportTicket.created_at.label("since"))
    return _answered(waiting.where(SupportTicket.status == TicketStatus.OPEN), SupportTicket)


def _answered(
    waiting: Select[datetime], entity: type[ContactSubmission | SupportTicket]
) -> Select[*tuple[Any, ...]]:
    """The longest that wait, by their age."""
    since = waiting.order_by(entity.created_at, entity.id).limit(MANY).subquery().c.since

    def before(name: str) -> Any:
        passed = since <= bindparam(name, type_=UtcDateTime())
        return func.coalesce(func.sum(case((passed, 1), else_=0)), 0)

    return select(
        func.count(since).label("number"),
        func.min(since).label("oldest"),
        before("near").label("near"),
        before("late").label("late"),
    )


def _leads() -> Select[int]:
    return _up_to_many(select(Lead.id).where(Lead.step == NO_STEP))


def _unassigned() -> Select[int]:
    return _pending(WorkOrder.assigned_to.is_(None))


def _undated() -> Select[int]:
    return _pending(WorkOrder.scheduled_date.is_(None))


def _pending(condition: ColumnElement[bool]) -> Select[int]:
    return _up_to_many(select(WorkOrder.id).where(WorkOrder.status == WorkOrderStatus.PENDING, condition))


def _untold() -> Select[int]:
    return _up_to_many(select(Visit.id).where(schedule.is_open(), Visit.day < _today()))


def _up_to_many(rows: Select[str]) -> Select[int]:
    return select(func.count().label("number")).select_from(rows.limit(MANY).subquery())


WAITS: Mapping[str, Statement] = {
    "messages": _messages,
    "tickets": _tickets,
    "leads": _leads,
    "unassigned": _unassigned,
    "undated": _undated,
    "untold": _untold,
}
MAY = {
    "messages": SEE_ENQUIRIES,
    "tickets": MANAGE_TICKETS,
    "leads": MANAGE_LEADS,
    "unassigned": ASSIGN_JOBS,
    "undated": ASSIGN_JOBS,
    "untold": ASSIGN_JOBS,
}
"""Who may do something about what waits."""
ANSWERED = ("messages", "tickets")
"""What is told as `Wait`, not as a number alone."""
