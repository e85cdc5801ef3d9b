"""How the month goes, for the dashboard: a few numbers as reports tell and compare them, and both months day by day."""

from __future__ import annotations

from datetime import date

from duskline.core.data.database import Reader
from duskline.core.values.bodies import ResponseModel
from duskline.models.reporting.answers import ColumnShown, Number
from duskline.models.reporting.building import figures_of, open_to
from duskline.models.reporting.measures import LEADS_MADE, MEASURES, QUOTED, WON, Measure
from duskline.models.reporting.numbers import in_series, listed_within, number_of
from duskline.models.reporting.periods import ONE_DAY, Period
from duskline.models.reporting.reading import Cells, Found, merged
from duskline.policy import VIEW_REPORTS

SHOWN = (
    LEADS_MADE,
    WON._replace(title="Leads won"),
    QUOTED,
    MEASURES["completed"]._replace(title="Jobs completed"),
    MEASURES["resolved"]._replace(title="Tickets resolved"),
)
"""Beside each other, each says of what it tells; within a report its title does."""


class MonthFigure(ResponseModel):
    """A number from the first of the month until today, compared as a report of these days compares it."""

    column: ColumnShown
    number: Number
    days: list[float]
    """By day, from the first until today."""
    days_before: list[float]
    """By day, of the whole month before."""


async def this_month(db: Reader, today: date) -> list[MonthFigure]:
    """Nothing for those who view no reports; one statement."""
    measures = open_to(db.actor, SHOWN) if VIEW_REPORTS.lets(db.actor) else []
    if not measures:
        return []
    month = Period(today.replace(day=1), today)
    found = await figures_of(db, measures, Period(month.before.first, today), None, today, by_day=True)
    return [_figure(each, found, month) for each in measures]


def _figure(measure: Measure, found: Found, month: Period) -> MonthFigure:
    def within(period: Period) -> Cells:
        return merged(found, [place for place in found if period.first <= place[1] <= period.last])

    def by_day(period: Period) -> list[float]:
        return [in_series(measure, within(day), day.last, day.last) or 0 for day in period.days()]

    listed = listed_within(measure, month, month.last)
    number = number_of(measure, within(month), listed, month.last, within(month.before))
    last_month = Period(month.before.first, month.first - ONE_DAY)
    return MonthFigure(measure.column, number, by_day(month), by_day(last_month))
