"""One's own visits with all that must be known on site. Who may enter: those who go out, for their own."""

from __future__ import annotations

import datetime
from typing import Annotated

from litestar.params import QueryParameter

from duskline.core.data.database import Reader
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.routing import read_rows
from duskline.models import own_visits
from duskline.models.about import RecordKind
from duskline.models.details import JobKind
from duskline.models.service import WorkOrderPriority, WorkOrderStatus
from duskline.models.visits import VisitStatus
from duskline.panel.rows import Material, Photo
from duskline.policy import VISIT

PATH = "/api/panel/own-visits"
MOST_DAYS = 31
Days = Annotated[int, QueryParameter(description="From today on", ge=1, le=MOST_DAYS)]


class OwnVisitRow(ResponseModel):
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
    position: int
    reason: str | None
    set_off_at: datetime.datetime | None
    started_at: datetime.datetime | None
    done_at: datetime.datetime | None
    version: int
    title: str | None
    description: str | None
    job_status: WorkOrderStatus | None
    priority: WorkOrderPriority | None
    notes: str | None
    images: list[Photo] | None
    materials_used: list[Material] | None
    job_version: int | None
    job_kind: JobKind | None
    feet: int | None
    stories: int | None
    promised: str | None
    held_since: datetime.datetime | None
    name: str | None
    phone: str | None
    email: str | None
    address: str | None
    access: str | None
    """How one gets in."""
    hazards: str | None
    """What can hurt whoever works there, one a line."""


@read_rows(PATH, may=VISIT)
async def own(reader: Reader, days: Days = 7) -> list[OwnVisitRow]:
    """One's own visits, and what of the days before is not finished; the earliest first."""
    return [OwnVisitRow(*row) for row in await own_visits.own_visits(reader, days)]


ROUTES = [own]
