"""One's own visits with all that must be known on site. Who may enter: those who go out, for their own."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from duskline.core.data.database import Reader
from duskline.core.http.requests import IncomingRequest
from duskline.core.http.routing import read_rows
from duskline.models.schedule import own_visits
from duskline.panel.rows import OwnVisitRow, own_visit_row
from duskline.policy import VISIT
from duskline.services import services

PATH = "/api/panel/own-visits"
MOST_DAYS = 31
Days = Annotated[int, QueryParameter(description="From today on", ge=1, le=MOST_DAYS)]


@read_rows(PATH, may=VISIT)
async def own(reader: Reader, request: IncomingRequest, days: Days = 7) -> list[OwnVisitRow]:
    """One's own visits, and what of the days before is not finished; the earliest first."""
    tells = services(request).tells_clients
    return [own_visit_row(row, tells=tells) for row in await own_visits.own_visits(reader, days)]


ROUTES = [own]
