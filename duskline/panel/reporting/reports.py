"""Reports. Who may enter: those who view reports and may open the list of what a report tells of; rows by scope.

Every number names the list that it counts, and that list has as many rows for the same reader.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from litestar.response import Stream

from duskline.core.data.database import Reader
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read_rows
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import NOT_LISTED
from duskline.core.values.wall_clock import written_day
from duskline.models.places.places import today_of
from duskline.models.reporting.answers import MeasureOffered, Report, ReportOffered
from duskline.models.reporting.building import Question, build, groups_of, open_to
from duskline.models.reporting.catalog import CUSTOM, FORECAST, KINDS, MOST_MEASURES, REPORTS
from duskline.models.reporting.files import file_name, in_cell, known_in_cell
from duskline.models.reporting.measures import Measure
from duskline.models.reporting.periods import Period
from duskline.panel.exports import begin_export
from duskline.policy import VIEW_REPORTS

PATH = "/api/panel/reports"
LONGEST = 1_100
"""Days of a period."""
WRONG_DAY = "Please write a day as YYYY-MM-DD"


From = Annotated[
    str | None,
    QueryParameter(name="from", description="The first day, YYYY-MM-DD; else the first of this month"),
]
To = Annotated[str | None, QueryParameter(name="to", description="The last day, YYYY-MM-DD; else today")]
InBranch = Annotated[str | None, QueryParameter(name="branch", description="Only this branch")]
By = Annotated[
    str | None, QueryParameter(name="by", description="What its rows are by; else the first that it offers")
]
Chosen = Annotated[
    str | None,
    QueryParameter(name="measures", description="Of a custom report: what it counts, with commas between"),
]


@read_rows(PATH, may=VIEW_REPORTS)
async def offered(db: Reader) -> list[ReportOffered]:
    """The reports that the caller may open, with what each measures and can be grouped by."""
    found = []
    for name, kind in KINDS.items():
        measures = open_to(db.actor, kind.measures)
        if kind.may.lets(db.actor) and (measures or name == FORECAST):
            shown = [
                MeasureOffered(each.id, each.title, each.unit, each.money, list(each.groups))
                for each in measures
            ]
            found.append(ReportOffered(name, kind.title, groups_of(measures), shown))
    return found


def report_routes(name: str) -> list[HTTPRouteHandler]:
    """A report, and its rows as a file."""
    kind = REPORTS[name]

    async def shown(
        db: Reader,
        first: From = None,
        last: To = None,
        branch: InBranch = None,
        by: By = None,
        measures: Chosen = None,
    ) -> Report:
        return await build(db, await question(db, name, first, last, branch, by, measures))

    async def file(
        db: Reader, request: StrictRequest, first: From = None, last: To = None, branch: InBranch = None, by: By = None,
        measures: Chosen = None,
    ) -> Stream:  # fmt: skip
        asked = await question(db, name, first, last, branch, by, measures)
        report = await build(db, asked)
        told = {"from": str(asked.period.first), "to": str(asked.period.last), "by": asked.by}
        narrowed = told | ({"branchId": branch} if branch else {})
        allowed = await begin_export(db, request, f"report {name}", narrowed)
        return allowed.of(file_name(report.report, report.days), *_table(report))

    shown.__name__, file.__name__ = f"{name}_report", f"{name}_report_file"
    shown.__doc__ = f"{kind.title}: totals against the days before, rows, and what a chart shows."
    file.__doc__ = f"The rows of {kind.title.lower()} as a file for spreadsheets."
    return [
        read_rows(f"{PATH}/{name}", may=kind.may, statuses=(404,))(shown),
        read_rows(f"{PATH}/{name}/export", may=kind.may, statuses=(404, 429), media_type="text/csv")(file),
    ]


async def question(
    db: Reader,
    name: str,
    first: str | None,
    last: str | None,
    branch: str | None,
    by: str | None,
    chosen: str | None,
) -> Question:
    """What the parameters of an address ask for; raises Invalid, naming every one at fault."""
    faults: dict[str, str] = {}
    today = await today_of(db)
    end = _day(last, today, "to", faults)
    start = _day(first, end.replace(day=1), "from", faults)
    period = Period(start, end)
    if not faults and not 1 <= period.length <= LONGEST:
        faults["to"] = f"Please choose at most {LONGEST:,} days, the earlier day first"
    measures = open_to(db.actor, REPORTS[name].measures)
    if name == CUSTOM:
        measures = _chosen(chosen, measures, faults)
    groups = groups_of(measures)
    if by and by not in groups:
        faults["by"] = NOT_LISTED
    if faults:
        raise Invalid(faults)
    return Question(name, measures, period, by or groups[0], branch or None)


def _day(word: str | None, otherwise: date, name: str, faults: dict[str, str]) -> date:
    try:
        day = written_day(word) if word else otherwise
    except ValueError:
        day = date.min
    if not 1970 < day.year < 2200:
        faults[name] = WRONG_DAY
        return otherwise
    return day


def _chosen(words: str | None, measures: list[Measure], faults: dict[str, str]) -> list[Measure]:
    open_ones = {each.id: each for each in measures}
    ids = list(dict.fromkeys(filter(None, (words or "").split(","))))
    if not 1 <= len(ids) <= MOST_MEASURES:
        faults["measures"] = f"Please choose 1 to {MOST_MEASURES} things to count"
        return []
    if any(id not in open_ones for id in ids):
        faults["measures"] = NOT_LISTED
        return []
    return [open_ones[id] for id in ids]


def _table(report: Report) -> tuple[list[str], list[list[object]]]:
    """Its heading and rows; beside a number that is not known of all, of how many it is."""
    told = [(row.label, row.numbers) for row in report.rows] + [("Total", report.totals)]
    heading = [report.by.replace("_", " ").capitalize()]
    rows: list[list[object]] = [[label] for label, _ in told]
    for each in report.columns:
        numbers = [found.get(each.id) for _, found in told]
        known = [known_in_cell(number) for number in numbers]
        beside = [known] if any(known) else []
        heading += [f"{each.title} ({each.unit})", *(f"{each.title}: known for" for _ in beside)]
        for row, *cells in zip(rows, map(in_cell, numbers), *beside, strict=True):
            row += cells
    return heading, rows


ROUTES = [offered, *(route for name in REPORTS for route in report_routes(name))]
