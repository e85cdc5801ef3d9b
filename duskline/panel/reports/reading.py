"""How kept figures are read: a period as whole months plus or minus a few days, in as many rows however long it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Date, Select, String, bindparam, cast, func, null, select

from duskline.core.data.database import Reader
from duskline.core.data.figures import DAY, EVERY_BRANCH, MONTH, NO_DAY, NOW, PERSON, DailyFigure
from duskline.core.data.one_of import is_one_of

BY_DAY = 62
"""The longest period whose chart goes by days."""
ONE_DAY = timedelta(days=1)


class Period(NamedTuple):
    """From one day to another, both included."""

    first: date
    last: date

    @property
    def length(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def before(self) -> Period:
        """As many days, directly before."""
        return Period(self.first - timedelta(days=self.length), self.first - ONE_DAY)

    @property
    def words(self) -> str:
        """As the filters of lists take it."""
        return f"{self.first.isoformat()}..{self.last.isoformat()}"

    def days(self) -> list[Period]:
        """Each of its days."""
        return [Period(day, day) for day in (self.first + timedelta(days=n) for n in range(self.length))]

    def months(self) -> list[Period]:
        """Its months, the first and the last as far as they belong to it."""
        found, start = [], self.first
        while start <= self.last:
            end = min(month_end(start), self.last)
            found.append(Period(start, end))
            start = end + ONE_DAY
        return found


class Segment(NamedTuple):
    """Days or months that are added (1) to a period or taken away (-1); days all lie in one month."""

    span: str
    first: date
    last: date
    sign: int


def month_end(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - ONE_DAY


def segments(period: Period) -> list[Segment]:
    """A period in three parts at most: few days, months, few days."""
    first, last = period
    if (first.year, first.month) == (last.year, last.month) and period.length < month_end(last).day:
        return [Segment(DAY, first, last, 1)]
    start, end = first.replace(day=1), last.replace(day=1)
    found = []
    if first.day > 16:
        found.append(Segment(DAY, first, month_end(first), 1))
        start = month_end(first) + ONE_DAY
    elif first.day > 1:
        found.append(Segment(DAY, start, first - ONE_DAY, -1))
    if last.day < 15:
        found.append(Segment(DAY, end, last, 1))
        end -= ONE_DAY
    elif last < month_end(last):
        found.append(Segment(DAY, last + ONE_DAY, month_end(last), -1))
    if start <= end:
        found.append(Segment(MONTH, start, end, 1))
    return found


class Cells:
    """Figures by name and part: how many, and the sum of what they amount to."""

    def __init__(self) -> None:
        self.numbers: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.totals: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, figure: str, part: str, number: int, total: int) -> None:
        self.numbers[figure][part] += number
        self.totals[figure][part] += total

    def join(self, other: Cells) -> None:
        for figure, parts in other.numbers.items():
            for part, number in parts.items():
                self.add(figure, part, number, other.totals[figure][part])

    def number(self, figure: str, parts: Iterable[str] | None = None) -> int:
        return _sum(self.numbers[figure], parts)

    def total(self, figure: str, parts: Iterable[str] | None = None) -> int:
        return _sum(self.totals[figure], parts)

    def steps(self, figure: str) -> dict[int, int]:
        """How many lie in each step of time."""
        return {int(part): number for part, number in self.numbers[figure].items()}


def _sum(by_part: Counter[str], parts: Iterable[str] | None) -> int:
    return by_part.total() if parts is None else sum(by_part[part] for part in parts)


class Asked(NamedTuple):
    """Which figures, of which branch (None is every one in scope), and by what."""

    figures: Sequence[str]
    grouped: str
    branch: str | None
    by_branch: bool = False
    value: str | None = None
    """Of the group, one value alone."""


Found = dict[tuple[str, date], Cells]
"""By the key of the group, and by the month or day that a row counts for."""


async def of_period(db: Reader, asked: Asked, period: Period, *, by_day: bool = False) -> Found:
    """The figures of a period by month, or by day."""
    parts = [Segment(DAY, *period, 1)] if by_day else segments(period)
    return await _read(db, asked, parts, by_day=by_day)


async def at_present(db: Reader, asked: Asked) -> Found:
    """What is so now."""
    return await _read(db, asked, [Segment(NOW, NO_DAY, NO_DAY, 1)], by_day=False)


async def on_days(
    db: Reader, asked: Asked, span: str, days: Sequence[date], *, by_part: bool = True
) -> Found:
    """The figures of single days, or of months by their first day: each is looked up by its key, past those of other branches."""
    place = _place(db, asked)
    values = {"figures": asked.figures, "grouped": asked.grouped, "branch": asked.branch}
    rows = await db.rows(
        ("figures on days", place, by_part),
        partial(_on_days, place, by_part),
        {**values, "span": span, "days": days},
    )
    found: Found = defaultdict(Cells)
    for key, figure, part, day, number, total in rows:
        found[key, day].add(figure, part or "", number, int(total))
    return found


def _on_days(place: str, by_part: bool) -> Select[*tuple[Any, ...]]:
    kept = DailyFigure
    where = [
        is_one_of(kept.figure, "figures"),
        kept.grouped == bindparam("grouped", type_=String),
        kept.span == bindparam("span", type_=String),
        is_one_of(kept.day, "days", Date),
    ]
    if place == "one":
        where.append(kept.branch_id == bindparam("branch", type_=String))
    else:
        together = kept.branch_id == EVERY_BRANCH
        where.append(together if place == "together" else ~together)
    by = [kept.value, kept.figure, kept.day, *([kept.part] if by_part else [])]
    part = kept.part if by_part else cast(null(), String)
    sums = func.sum(kept.number), func.sum(kept.total)
    return select(kept.value, kept.figure, part, kept.day, *sums).where(*where).group_by(*by)


async def _read(db: Reader, asked: Asked, parts: Sequence[Segment], *, by_day: bool) -> Found:
    place = _place(db, asked)
    values: dict[str, Any] = {
        "figures": asked.figures,
        "grouped": asked.grouped,
        "branch": asked.branch,
        "value": asked.value,
    }
    statements: dict[Any, Any] = {}
    for number, part in enumerate(parts):
        values |= {f"span_{number}": part.span, f"first_{number}": part.first, f"last_{number}": part.last}
        shape = (
            part.span,
            number,
            place,
            asked.by_branch,
            asked.value is not None,
            by_day or part.span == MONTH,
        )
        statements["figures", *shape] = partial(_statement, *shape)
    found: Found = defaultdict(Cells)
    for part, rows in zip(parts, await db.together(statements, values), strict=True):
        for key, figure, name, day, number, total in rows:
            place_in_time = day if day is not None else part.first.replace(day=1)
            found[key, place_in_time].add(figure, name, part.sign * number, part.sign * int(total))
    return found


def _place(db: Reader, asked: Asked) -> str:
    """Where the rows lie: in one branch, in each, or in all together, for whoever reads the whole company."""
    if asked.branch is not None:
        return "one"
    whole = db.actor.scope.branches is None and not asked.by_branch and asked.grouped != PERSON
    return "together" if whole else "each"


def _statement(
    span: str, number: int, place: str, by_branch: bool, one_value: bool, by_day: bool
) -> Select[*tuple[Any, ...]]:
    kept = DailyFigure
    key = kept.branch_id if by_branch else kept.value
    by = [key, kept.figure, kept.part, *([kept.day] if by_day else [])]
    day = kept.day if by_day else cast(null(), Date)
    first, last = (bindparam(f"{end}_{number}", type_=Date) for end in ("first", "last"))
    where = [
        is_one_of(kept.figure, "figures"),
        kept.grouped == bindparam("grouped", type_=String),
        kept.span == bindparam(f"span_{number}", type_=String),
        kept.day.between(first, last),
    ]
    if place == "one":
        where.append(kept.branch_id == bindparam("branch", type_=String))
    elif span != NOW:
        together = kept.branch_id == EVERY_BRANCH
        where.append(together if place == "together" else ~together)
    if one_value:
        where.append(kept.value == bindparam("value", type_=String))
    sums = func.sum(kept.number), func.sum(kept.total)
    return select(key, kept.figure, kept.part, day, *sums).where(*where).group_by(*by)


def merged(found: Mapping[tuple[str, date], Cells], wanted: Iterable[tuple[str, date]]) -> Cells:
    """Several cells as one."""
    joined = Cells()
    for place in wanted:
        joined.join(found[place])
    return joined
