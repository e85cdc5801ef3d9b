"""The reports that there are: what each measures, and who may open it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from duskline.models.reporting.building import open_to
from duskline.models.reporting.lead_facts import WEEKS
from duskline.models.reporting.measures import (
    COMPLETION,
    MEASURES,
    SALES,
    SOURCES,
    TECHNICIANS,
    TICKETS,
    Measure,
)
from duskline.models.reporting.periods import Period, month_end
from duskline.models.reporting.saved_reports import Span, monday
from duskline.policy import (
    REPORT_ON_LEADS,
    REPORT_ON_TICKETS,
    REPORT_ON_WORK_ORDERS,
    VIEW_REPORTS,
    Actor,
    May,
)

CUSTOM = "custom"
FORECAST = "forecast"
MOST_MEASURES = 12


class Kind(NamedTuple):
    title: str
    measures: tuple[Measure, ...]
    may: May


REPORTS: Mapping[str, Kind] = {
    "sales": Kind("Sales performance", SALES, REPORT_ON_LEADS),
    "completion": Kind("Work order completion", COMPLETION, REPORT_ON_WORK_ORDERS),
    "technicians": Kind("Technician performance", TECHNICIANS, REPORT_ON_WORK_ORDERS),
    "tickets": Kind("Ticket resolution", TICKETS, REPORT_ON_TICKETS),
    "sources": Kind("Sources", SOURCES, REPORT_ON_LEADS),
    CUSTOM: Kind("Custom report", tuple(MEASURES.values()), VIEW_REPORTS),
}

FORESEEN = Kind("Forecast", (), REPORT_ON_LEADS)
"""It measures nothing of the past: what it tells is built apart (`forecasting`)."""
KINDS: Mapping[str, Kind] = {FORECAST: FORESEEN, **REPORTS}
"""All that is offered, saved and mailed, in the order of the screen."""


def opens(actor: Actor, report: str, chosen: Collection[str]) -> bool:
    """Whether somebody may open a report, of a custom one anything of what was `chosen`."""
    return FORESEEN.may.lets(actor) if report == FORECAST else bool(seen_of(actor, report, chosen))


def seen_of(actor: Actor, report: str, chosen: Collection[str]) -> list[Measure]:
    """What somebody sees of a report, of a custom one what was `chosen`; nothing where they may not open it."""
    kind = REPORTS.get(report)
    if kind is None or not kind.may.lets(actor):
        return []
    return [each for each in open_to(actor, kind.measures) if report != CUSTOM or each.id in chosen]


def period_of(span: Span, today: date) -> Period:
    """The days that a saved report is about, as of a day."""
    week, month = monday(today), today.replace(day=1)
    before = month - timedelta(days=1)
    return {
        Span.THIS_WEEK: Period(week, today),
        Span.LAST_WEEK: Period(week - timedelta(days=7), week - timedelta(days=1)),
        Span.THIS_MONTH: Period(month, today),
        Span.LAST_MONTH: Period(before.replace(day=1), before),
        Span.LAST_30_DAYS: Period(today - timedelta(days=29), today),
        Span.LAST_90_DAYS: Period(today - timedelta(days=89), today),
        Span.THIS_YEAR: Period(today.replace(month=1, day=1), today),
        Span.LAST_12_MONTHS: Period(month.replace(year=month.year - 1), month_end(before)),
        Span.NEXT_6_WEEKS: Period(today, today + timedelta(days=7 * WEEKS - 1)),
    }[span]
