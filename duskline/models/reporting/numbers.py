"""What a measure comes to: its number, what is known of it, and the list that stands behind it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from duskline.core.data.histograms import quantile
from duskline.models.reporting.answers import Number, Rows
from duskline.models.reporting.comparing import Told, compared
from duskline.models.reporting.measures import Measure, Take
from duskline.models.reporting.periods import Period
from duskline.models.reporting.reading import Cells

QUANTILES = {Take.MEDIAN: 0.5, Take.P90: 0.9}


def old_enough(period: Period, age: int, today: date) -> Period:
    """The days of a period on which those began that are of an age by now."""
    return period.until(today - timedelta(days=age)) if age else period


@cache
def aged(figure: str, age: int) -> str:
    """A figure of those alone that are of an age."""
    return f"{figure}@{age}" if age else figure


def number_of(
    measure: Measure,
    cells: Cells,
    listed: Mapping[str, str] | None,
    today: date,
    before: Cells | None = None,
) -> Number:
    """A measure of some figures; `listed` is what narrows the list behind it, None of what has no list."""
    told = told_of(measure, cells, today)
    then = told_of(measure, before, today) if before is not None and measure.days else None
    return Number(
        told.value,
        told.of,
        then.value if then else None,
        told.error,
        None if listed is None else Rows(measure.subject, dict(listed), told.listed),
        told.known if told.known < told.of else None,
        compared(measure.column, told, then) if then else None,
    )


def listed_within(
    measure: Measure, period: Period, today: date, branch: str | None = None
) -> dict[str, str] | None:
    """How the list of a measure is narrowed to a period and a branch; None where nothing in it is old enough."""
    narrowed = {**measure.query, **({"branchId": branch} if branch else {})}
    if not measure.days:
        return narrowed
    days = old_enough(period, measure.age, today)
    return {measure.days: days.words, **narrowed} if days.length else None


def in_series(measure: Measure, cells: Cells, day: date, today: date) -> float | None:
    """As a step of a chart shows it that begins with a day: nothing of nothing is nought, but on days that are still to come."""
    told = told_of(measure, cells, day)
    if told.of:
        return told.value
    return 0 if day <= today or measure.looks_ahead else None


def told_of(measure: Measure, cells: Cells, today: date) -> Told:
    """A measure of some figures."""
    figure, take = aged(measure.figure, measure.age), measure.take
    counted = cells.number(figure, measure.parts)
    if take is Take.COUNT:
        return Told(counted, counted, counted, counted)
    if take is Take.SHARE:
        known = sum([cells.number(aged(name, measure.age)) for name in measure.over])
        about = measure.among or (measure.over[0] if measure.age else None)
        of = cells.number(about) if about else known
        return Told(_rounded(100 * counted / known) if known else None, of, known, counted)
    if take is Take.SUM:
        of = cells.number(measure.over[0], measure.parts) if measure.over else counted
        total = _rounded(cells.total(figure, measure.parts) / measure.scale)
        hidden = total * (of - counted) / counted if counted else 0
        return Told(total if counted else None, of, counted, of, hidden=hidden)
    if take is Take.AGE:
        age = today.toordinal() - cells.total(figure) / counted if counted else None
        return Told(None if age is None else _rounded(age), counted, counted, counted)
    of = cells.number(measure.over[0]) if measure.over else counted
    value, error = _middle(measure, cells)
    return Told(None if value is None else _rounded(value / measure.scale), of, counted, counted, error)


def _middle(measure: Measure, cells: Cells) -> tuple[float | None, int | None]:
    """A median or ninth decile and its error, where it is not exact."""
    if (exact := cells.middles.get(measure.figure)) is not None:
        return exact.median if measure.take is Take.MEDIAN else exact.ninth, None
    found = quantile(cells.steps(measure.figure), QUANTILES[measure.take])
    return (None, None) if found is None else found


def _rounded(number: float) -> float:
    return round(number, 1)
