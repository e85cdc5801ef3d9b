"""The forecast: six weeks ahead, of the leads that are open and the jobs that are booked; and its file. Who may enter: those who report on leads."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from litestar.response import Stream

from duskline.core.data.database import Reader
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read_rows
from duskline.models.reporting.answers import Forecast
from duskline.models.reporting.files import file_name, in_cell, known_in_cell, plain
from duskline.models.reporting.forecasting import foresee
from duskline.panel.exports import begin_export
from duskline.policy import REPORT_ON_LEADS

PATH = "/api/panel/reports/forecast"
InBranch = Annotated[str | None, QueryParameter(name="branch", description="Only this branch")]
HEADING = (
    "Stage or week", "Open (count)", "Quoted (dollars)", "Guess (dollars)", "Won of all that stood in it (percent)",
    "Won within six weeks (percent)", "Booked jobs (count)", "Booked hours (hours)", "Booked hours: known for",
    "Wins expected (count)",
)  # fmt: skip


@read_rows(PATH, may=REPORT_ON_LEADS, statuses=(404,))
async def forecast(db: Reader, branch: InBranch = None) -> Forecast:
    """What the next six weeks bring of what is open today, within a range that holds it in four of five cases."""
    return await foresee(db, branch)


@read_rows(PATH + "/export", may=REPORT_ON_LEADS, statuses=(404, 429), media_type="text/csv")
async def forecast_file(db: Reader, request: StrictRequest, branch: InBranch = None) -> Stream:
    """The stages and the weeks of the forecast as a file for spreadsheets."""
    told = await foresee(db, branch)
    allowed = await begin_export(db, request, "report forecast", {"branchId": branch} if branch else {})
    stages = [
        [
            each.stage.capitalize(), in_cell(each.open), in_cell(each.quoted), in_cell(each.guess),
            plain(each.conversion), plain(each.chance), *[None] * 4,
        ]
        for each in told.stages
    ]  # fmt: skip
    weeks = [
        [
            f"{each.days.first} to {each.days.last}", *[None] * 5,
            in_cell(each.booked), in_cell(each.booked_hours), known_in_cell(each.booked_hours), plain(each.wins),
        ]
        for each in told.weeks
    ]  # fmt: skip
    return allowed.of(file_name("forecast", told.days), HEADING, stages + weeks)


ROUTES = [forecast, forecast_file]
