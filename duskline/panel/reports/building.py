"""How a report comes of figures: its totals against the period before, a row for each group, and what a chart shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select

from duskline.core.data.database import Reader
from duskline.core.data.figures import ALL, PERSON
from duskline.core.data.histograms import ERROR, quantile
from duskline.core.data.one_of import is_one_of
from duskline.core.errors import NotFound
from duskline.models.people import Colleague
from duskline.models.places import Branch, today_of
from duskline.panel.reports.answers import Days, Number, Point, Report, ReportRow, Rows, Series
from duskline.panel.reports.measures import BRANCH, FIGURES, OPENED_BY, PERIOD, Measure, Take, group_query
from duskline.panel.reports.reading import BY_DAY, Asked, Cells, Found, Period, at_present, merged, of_period
from duskline.panel.reports.sentences import sentence_of
from duskline.policy import SEE_MONEY, Actor

NOBODY, UNKNOWN = "Nobody", "Not known"
WHOLE_COMPANY = "Whole company"
QUANTILES = {Take.MEDIAN: 0.5, Take.P90: 0.9}


class Question(NamedTuple):
    """What is asked of a report."""

    report: str
    measures: Sequence[Measure]
    period: Period
    by: str
    branch: str | None


def open_to(actor: Actor, measures: Iterable[Measure]) -> list[Measure]:
    """Those that tell somebody nothing beyond the lists that they may open, and money to those who see it."""
    return [
        each
        for each in measures
        if OPENED_BY[each.subject].lets(actor) and (each.money is None or SEE_MONEY.lets(actor))
    ]


def groups_of(measures: Iterable[Measure]) -> list[str]:
    """What a report can be grouped by: the first of its measures decides the order, places and time come last."""
    found = list(dict.fromkeys(group for measure in measures for group in measure.groups))
    return sorted(found, key=lambda group: group in (BRANCH, PERIOD))


async def build(db: Reader, asked: Question) -> Report:
    """Raises NotFound where no such branch is in scope."""
    branches = await require_branch(db, asked.branch)
    today = await today_of(db)
    measures = [each for each in asked.measures if asked.branch is None or BRANCH in each.groups]
    months = await figures_of(db, measures, asked.period, asked.branch)
    whole, before = (
        _joined(found)
        for found in (months, await figures_of(db, measures, asked.period.before, asked.branch))
    )
    narrowed = {"branchId": asked.branch} if asked.branch else {}
    columns = [each.column for each in measures]
    totals = {each.id: number_of(each, whole, asked.period, narrowed, today, before) for each in measures}
    return Report(
        report=asked.report,
        days=Days(*asked.period),
        before=Days(*asked.period.before),
        by=asked.by,
        branch=asked.branch,
        sentence=sentence_of(asked.report, columns, totals),
        columns=columns,
        totals=totals,
        rows=await _rows(db, asked, measures, months, branches, today),
        series=await _series(db, asked, measures, months),
    )


async def require_branch(db: Reader, branch: str | None) -> dict[str, str]:
    """The names of the branches in scope; raises NotFound where one is asked for that is not among them."""
    branches = {row[0]: row[1] for row in await db.rows("names of branches", _branches, {})}
    if branch and branch not in branches:
        raise NotFound
    return branches


def _branches() -> Select[*tuple[Any, ...]]:
    return select(Branch.id, Branch.name)


async def figures_of(
    db: Reader,
    measures: Sequence[Measure],
    period: Period,
    branch: str | None,
    *,
    group: str = ALL,
    by_day: bool = False,
) -> Found:
    """All figures of some measures by one group; present ones count in the period's last month, and by day not at all."""
    found: Found = defaultdict(Cells)
    for of_people in (False, True):
        some = [each for each in measures if each.of_people is of_people and _fits(each, group)]
        kept = group if group not in (BRANCH, PERIOD) else ALL
        one_value = "" if of_people and kept == ALL else None
        asked = Asked([], PERSON if of_people else kept, branch, group == BRANCH, one_value)
        for present in (False, True):
            names = _names(some, present=present)
            if not names or (present and by_day):
                continue
            asked = asked._replace(figures=names)
            read = (
                await at_present(db, asked) if present else await of_period(db, asked, period, by_day=by_day)
            )
            for (key, day), cells in read.items():
                place = key, period.last.replace(day=1) if present else day
                found[place].join(cells)
    return found


def _fits(measure: Measure, group: str) -> bool:
    return group == ALL or group in measure.groups


def _names(measures: Iterable[Measure], *, present: bool) -> list[str]:
    names = {name for measure in measures for name in measure.names}
    return sorted(name for name in names if (FIGURES[name].day is None) is present)


def _joined(found: Found) -> Cells:
    return merged(found, list(found))


async def _rows(
    db: Reader,
    asked: Question,
    measures: Sequence[Measure],
    months: Found,
    branches: Mapping[str, str],
    today: date,
) -> list[ReportRow]:
    fitting = [each for each in measures if _fits(each, asked.by)]
    if asked.by == PERIOD:
        return _by_month(asked, fitting, months, today)
    found = await figures_of(db, fitting, asked.period, asked.branch, group=asked.by)
    labels = await _labels(db, asked.by, branches, {key for key, _ in found})
    narrowed = {"branchId": asked.branch} if asked.branch else {}
    rows = []
    for key in sorted({key for key, _ in found}):
        cells = merged(found, [place for place in found if place[0] == key])
        numbers = {
            each.id: number_of(
                each, cells, asked.period, _narrower(narrowed, group_query(each, asked.by, key)), today
            )
            for each in fitting
            if not (each.of_people and asked.by == PERSON and not key)
        }
        if any(number.of for number in numbers.values()):
            rows.append(ReportRow(key, labels.get(key, UNKNOWN), numbers))
    first = fitting[0].id if fitting else ""
    return sorted(rows, key=lambda row: (-_size(row, first), row.label))


def _size(row: ReportRow, column: str) -> float:
    number = row.numbers.get(column)
    return (number.value or 0) if number else 0


def _by_month(asked: Question, measures: Sequence[Measure], months: Found, today: date) -> list[ReportRow]:
    narrowed = {"branchId": asked.branch} if asked.branch else {}
    rows = []
    for part in asked.period.months():
        cells = merged(months, [place for place in months if place[1] == part.first.replace(day=1)])
        numbers = {each.id: number_of(each, cells, part, narrowed, today) for each in measures}
        rows.append(ReportRow(f"{part.first:%Y-%m}", f"{part.first:%B %Y}", numbers))
    return rows


async def _labels(db: Reader, by: str, branches: Mapping[str, str], keys: set[str]) -> dict[str, str]:
    if by == BRANCH:
        return {"": WHOLE_COMPANY, **branches}
    if by == PERSON:
        people = await db.rows("names in reports", _people, {"people": sorted(keys)})
        return {"": NOBODY, **{row[0]: row[1] for row in people}}
    return {key: key if by not in LISTED else key.replace("_", " ").capitalize() for key in keys} | {
        "": UNKNOWN
    }


LISTED = {"category", "priority", "kind"}
"""Groups whose values are listed ones."""


def _people() -> Select[*tuple[Any, ...]]:
    name = func.trim(func.coalesce(Colleague.first_name, "") + " " + func.coalesce(Colleague.last_name, ""))
    called = func.coalesce(func.nullif(name, ""), Colleague.email)
    return select(Colleague.id, called).where(is_one_of(Colleague.id, "people"))


async def _series(db: Reader, asked: Question, measures: Sequence[Measure], months: Found) -> Series:
    """Counts and sums of the period, by day or by month."""
    shown = [each for each in measures if each.days and each.take in (Take.COUNT, Take.SUM)]
    by_day = asked.period.length <= BY_DAY
    found = await figures_of(db, shown, asked.period, asked.branch, by_day=True) if by_day else months
    parts = asked.period.days() if by_day else asked.period.months()
    points = []
    for part in parts:
        day = part.first if by_day else part.first.replace(day=1)
        cells = merged(found, [place for place in found if place[1] == day])
        points.append(Point(Days(*part), {each.id: value_of(each, cells, day)[0] for each in shown}))
    return Series("day" if by_day else "month", [each.id for each in shown], points)


def _narrower(narrowed: Mapping[str, str], by: Mapping[str, str] | None) -> dict[str, str] | None:
    return None if by is None else {**narrowed, **by}


def number_of(
    measure: Measure,
    cells: Cells,
    period: Period,
    narrowed: Mapping[str, str] | None,
    today: date,
    before: Cells | None = None,
) -> Number:
    """A measure of some figures, with the list behind it; None as `narrowed` is for what has no list."""
    value, of, listed = value_of(measure, cells, today)
    rows = None
    if narrowed is not None:
        days = {measure.days: period.words} if measure.days else {}
        rows = Rows(measure.subject, {**days, **measure.query, **narrowed}, listed)
    then = value_of(measure, before, today)[0] if before is not None and measure.days else None
    return Number(value, of, then, ERROR if measure.take in QUANTILES and value else None, rows)


def value_of(measure: Measure, cells: Cells, today: date) -> tuple[float | None, int, int]:
    """The number, how many records it rests on, and how many its list has."""
    counted = cells.number(measure.figure, measure.parts)
    match measure.take:
        case Take.COUNT:
            return counted, counted, counted
        case Take.SUM:
            of = cells.number(measure.over[0]) if measure.over else counted
            return _rounded(cells.total(measure.figure, measure.parts) / measure.scale), of, of
        case Take.SHARE:
            of = sum(map(cells.number, measure.over))
            return (_rounded(100 * counted / of) if of else None), of, counted
        case Take.AGE:
            if not counted:
                return None, 0, 0
            return _rounded(today.toordinal() - cells.total(measure.figure) / counted), counted, counted
    found = quantile(cells.steps(measure.figure), QUANTILES[measure.take])
    return (None if found is None else _rounded(found / measure.scale)), counted, counted


def _rounded(number: float) -> float:
    return round(number, 1)
