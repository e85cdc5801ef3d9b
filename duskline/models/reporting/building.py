"""How a report comes of figures: its totals against the period before, a row for each group, and what a chart shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select

from duskline.core.data.database import Reader
from duskline.core.data.figures import ALL, NO_DAY, PERSON
from duskline.core.data.one_of import is_one_of
from duskline.core.system.errors import NotFound
from duskline.models.people.people import Colleague
from duskline.models.places.places import Branch, today_of
from duskline.models.reporting.amounts import EXACT_BELOW, set_middles
from duskline.models.reporting.answers import Days, Point, Report, ReportRow, Series
from duskline.models.reporting.measures import BRANCH, FIGURES, OPENED_BY, PERIOD, Measure, Take, group_query
from duskline.models.reporting.numbers import QUANTILES, aged, in_series, listed_within, number_of, old_enough
from duskline.models.reporting.periods import BY_DAY, Period
from duskline.models.reporting.reading import Asked, Cells, Found, at_present, merged, of_period
from duskline.models.reporting.sentences import sentence_of
from duskline.policy import SEE_MONEY, Actor

NOBODY, UNKNOWN = "Nobody", "Not known"
WHOLE_COMPANY = "Whole company"


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
    months = await figures_of(db, measures, asked.period, asked.branch, today)
    whole = merged(months, list(months))
    begun = asked.period.until(today)
    earlier = begun.before
    before = (await figures_of(db, measures, earlier, asked.branch, today, whole=True))["", NO_DAY]
    fitting = [each for each in measures if _fits(each, asked.by)]
    groups = await _groups(db, asked, fitting, months, today)
    await _set_middles(db, asked, whole, groups, asked.period)
    await _set_middles(db, asked, before, {}, earlier)
    columns = [each.column for each in measures]
    totals = {
        each.id: number_of(
            each,
            whole,
            listed_within(each, asked.period, today, asked.branch),
            today,
            before if _alike(each, asked.period, today) else None,
        )
        for each in measures
    }
    return Report(
        report=asked.report,
        days=Days(*asked.period),
        before=Days(*earlier) if begun.length else None,
        by=asked.by,
        branch=asked.branch,
        sentence=sentence_of(asked.report, columns, totals),
        columns=columns,
        totals=totals,
        rows=(
            _by_month(asked, fitting, groups, today)
            if asked.by == PERIOD
            else await _rows(db, asked, fitting, groups, branches, today)
        ),
        series=await _series(db, asked, measures, months, today),
    )


def _alike(measure: Measure, period: Period, today: date) -> bool:
    """Whether a measure has the same days in a period as in the one before: days to come bring nothing yet but what is planned for them."""
    return period.last <= today or (period.first <= today and not measure.looks_ahead)


async def _groups(
    db: Reader, asked: Question, measures: Sequence[Measure], months: Found, today: date
) -> dict[str, Cells]:
    """The figures of a period by group, those of all its months included."""
    if asked.by == PERIOD:
        firsts = {f"{part.first:%Y-%m}": part.first.replace(day=1) for part in asked.period.months()}
        return {
            key: merged(months, [place for place in months if place[1] == first])
            for key, first in firsts.items()
        }
    found = await figures_of(db, measures, asked.period, asked.branch, today, group=asked.by, whole=True)
    return {key: cells for (key, _), cells in found.items()}


async def _set_middles(
    db: Reader, asked: Question, whole: Cells, groups: Mapping[str, Cells], period: Period
) -> None:
    """Sets the exact middles of figures that have few enough rows in the whole period."""
    wanted = {each.figure for each in asked.measures if each.take in QUANTILES}
    few = [name for name in sorted(wanted) if 0 < whole.number(name) < EXACT_BELOW]
    await set_middles(db, few, whole, groups, period, asked.branch, asked.by if groups else ALL)


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
    today: date,
    *,
    group: str = ALL,
    by_day: bool = False,
    whole: bool = False,
) -> Found:
    """All figures of some measures by one group; present ones count in the period's last month, and by day not at all."""
    found: Found = defaultdict(Cells)
    for of_people in (False, True):
        some = [each for each in measures if each.of_people is of_people and _fits(each, group)]
        kept = group if group not in (BRANCH, PERIOD) else ALL
        one_value = "" if of_people and kept == ALL else None
        asked = Asked([], PERSON if of_people else kept, branch, group == BRANCH, one_value)
        for days, reads in _reads(some, period, today).items():
            if days is None and by_day:
                continue
            asked = asked._replace(figures=sorted({name for name, _ in reads}))
            read = (
                await at_present(db, asked)
                if days is None
                else await of_period(db, asked, days, by_day=by_day, whole=whole)
            )
            for (key, day), cells in read.items():
                at = period.last.replace(day=1) if days is None else day
                place = found[key, NO_DAY if whole else at]
                for name, age in reads:
                    place.take(cells, name, aged(name, age))
    return found


def _reads(
    measures: Iterable[Measure], period: Period, today: date
) -> dict[Period | None, set[tuple[str, int]]]:
    """Which figures to read of which days, None for the present, with the age for which each is read."""
    found: defaultdict[Period | None, set[tuple[str, int]]] = defaultdict(set)
    for name, age in {read for measure in measures for read in measure.asks}:
        days = None if FIGURES[name].day is None else old_enough(period, age, today)
        if days is None or days.length:
            found[days].add((name, age))
    return found


def _fits(measure: Measure, group: str) -> bool:
    return group == ALL or group in measure.groups


async def _rows(
    db: Reader,
    asked: Question,
    measures: Sequence[Measure],
    groups: Mapping[str, Cells],
    branches: Mapping[str, str],
    today: date,
) -> list[ReportRow]:
    labels = await _labels(db, asked.by, branches, set(groups))
    listed = [(each, listed_within(each, asked.period, today, asked.branch)) for each in measures]
    rows = []
    for key, cells in groups.items():
        numbers = {
            each.id: number_of(each, cells, _narrower(within, group_query(each, asked.by, key)), today)
            for each, within in listed
            if not (each.of_people and asked.by == PERSON and not key)
        }
        if any(number.of for number in numbers.values()):
            rows.append(ReportRow(key, labels.get(key, UNKNOWN), numbers))
    first = measures[0].id if measures else ""
    return sorted(rows, key=lambda row: (*_size(row, first), row.label))


def _size(row: ReportRow, column: str) -> tuple[bool, float]:
    """The largest first, and what is not known last."""
    number = row.numbers.get(column)
    value = number.value if number else None
    return value is None, -(value or 0)


def _by_month(
    asked: Question, measures: Sequence[Measure], groups: Mapping[str, Cells], today: date
) -> list[ReportRow]:
    rows = []
    for part in asked.period.months():
        key = f"{part.first:%Y-%m}"
        numbers = {
            each.id: number_of(each, groups[key], listed_within(each, part, today, asked.branch), today)
            for each in measures
        }
        rows.append(ReportRow(key, f"{part.first:%B %Y}", numbers))
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


async def _series(
    db: Reader, asked: Question, measures: Sequence[Measure], months: Found, today: date
) -> Series:
    """Counts and sums of the period, by day or by month."""
    shown = [each for each in measures if each.days and each.take in (Take.COUNT, Take.SUM)]
    by_day = asked.period.length <= BY_DAY
    found = await figures_of(db, shown, asked.period, asked.branch, today, by_day=True) if by_day else months
    parts = asked.period.days() if by_day else asked.period.months()
    points = []
    for part in parts:
        day = part.first if by_day else part.first.replace(day=1)
        cells = merged(found, [place for place in found if place[1] == day])
        points.append(
            Point(Days(*part), {each.id: in_series(each, cells, part.first, today) for each in shown})
        )
    return Series("day" if by_day else "month", [each.id for each in shown], points)


def _narrower(listed: dict[str, str] | None, by: dict[str, str] | None) -> dict[str, str] | None:
    return None if listed is None or by is None else listed | by
