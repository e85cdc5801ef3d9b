"""How the month goes, for the dashboard: a few numbers against the same days of the month before, and both day by day."""

from __future__ import annotations

from datetime import date

from duskline.core.data.database import Reader
from duskline.core.http.bodies import ResponseModel
from duskline.panel.reports.answers import ColumnShown, Number
from duskline.panel.reports.building import figures_of, number_of, open_to, value_of
from duskline.panel.reports.measures import LEADS_MADE, MEASURES, QUOTED, WON, Measure
from duskline.panel.reports.reading import ONE_DAY, Cells, Found, Period, merged
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
    """A number from the first of the month until today. `before` in it is that of as many days of the month before, or of all where that
    month was shorter."""

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
    month, before = months_to(today)
    found = await figures_of(db, measures, Period(before.first, today), None, by_day=True)
    return [_figure(each, found, month, before) for each in measures]


def months_to(today: date) -> tuple[Period, Period]:
    """This month until today, and the whole month before."""
    first = today.replace(day=1)
    last = first - ONE_DAY
    return Period(first, today), Period(last.replace(day=1), last)


def _figure(measure: Measure, found: Found, month: Period, before: Period) -> MonthFigure:
    def within(period: Period) -> Cells:
        return merged(found, [place for place in found if period.first <= place[1] <= period.last])

    def by_day(period: Period) -> list[float]:
        return [value_of(measure, within(day), day.last)[0] or 0 for day in period.days()]

    as_far = Period(before.first, min(before.first + (month.last - month.first), before.last))
    number = number_of(measure, within(month), month, {}, month.last, within(as_far))
    return MonthFigure(measure.column, number, by_day(month), by_day(before))
