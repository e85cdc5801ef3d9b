"""What is to be done, and how the month goes, on the dashboard. Who may enter: staff; of what one may do nothing about, nothing is said."""

from __future__ import annotations

import datetime

from duskline.core.data.database import Reader
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read_rows
from duskline.core.values.bodies import ResponseModel
from duskline.models.records.about import RecordKind
from duskline.models.records.visits import VisitStatus
from duskline.models.reporting import agenda
from duskline.models.reporting.this_month import MonthFigure, this_month
from duskline.policy import STAFF
from duskline.services import services


class AgendaVisit(ResponseModel):
    id: str
    kind: RecordKind
    record_id: str
    day: datetime.date | None
    start_minute: int | None
    end_minute: int | None
    status: VisitStatus
    title: str | None
    name: str | None
    address: str | None


class AgendaStep(ResponseModel):
    id: str
    kind: RecordKind
    record_id: str
    words: str
    due_on: datetime.date
    due_minute: int | None
    assigned_to: str | None
    version: int
    title: str | None


class Wait(ResponseModel):
    """What waits for an answer: how many (100 is that many or more), since when, how many of them within the last quarter of the
    promised time or beyond it, and how many beyond it."""

    count: int
    oldest: datetime.datetime | None
    near: int
    late: int


class Waiting(ResponseModel):
    """Null where one may do nothing about it; 100 is that many or more."""

    messages: Wait | None
    tickets: Wait | None
    leads: int | None
    unassigned: int | None
    undated: int | None
    untold: int | None


class DayLoadRow(ResponseModel):
    day: datetime.date
    closed: str | None
    crews: int | None
    visits: int


class AgendaRow(ResponseModel):
    today: datetime.date
    visits: list[AgendaVisit]
    """The first of one's own that are not over, of today and of the days before."""
    visit_count: int
    steps: list[AgendaStep]
    """The first of what one promised for today or before."""
    step_count: int
    left_steps: list[AgendaStep]
    """The first that are due and left: nobody's, or of somebody who may not have them any more."""
    left_count: int
    waiting: Waiting
    branch_id: str | None
    """Whose week it is; null where one belongs to none."""
    week: list[DayLoadRow]
    month: list[MonthFigure]
    """Of the month until today; none for those who view no reports."""


@read_rows("/api/panel/dashboard/agenda", may=STAFF)
async def shown(reader: Reader, request: StrictRequest) -> AgendaRow:
    """One's own day, what waits for somebody, and how full the next seven days are, and how the month goes."""
    found = await agenda.agenda_of(reader, services(request).company.answers.time)
    return AgendaRow(
        found.today,
        [AgendaVisit(*row[:-1]) for row in found.visits], _number(found.visits),
        [AgendaStep(*row[:-1]) for row in found.steps], _number(found.steps),
        [AgendaStep(*row[:-1]) for row in found.left], _number(found.left),
        _waiting(found.waiting), found.branch,
        [DayLoadRow(*day) for day in found.week],
        await this_month(reader, found.today),
    )  # fmt: skip


def _number(rows: list[list[object]]) -> int:
    """How many there are, which every row says last."""
    return int(str(rows[0][-1])) if rows else 0


def _waiting(found: agenda.Waiting) -> Waiting:
    return Waiting(
        messages=_wait(found.messages), tickets=_wait(found.tickets), leads=found.leads,
        unassigned=found.unassigned, undated=found.undated, untold=found.untold,
    )  # fmt: skip


def _wait(found: agenda.Wait | None) -> Wait | None:
    return None if found is None else Wait(*found)


ROUTES = [shown]
