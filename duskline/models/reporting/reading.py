"""How kept figures are read: a period as whole months plus or minus a few days, in as many rows however long it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Date, Select, String, bindparam, cast, func, null, select, union_all

from duskline.core.data.database import Reader
from duskline.core.data.figures import DAY, EVERY_BRANCH, MONTH, NO_DAY, NOW, PERSON, DailyFigure
from duskline.core.data.one_of import is_one_of
from duskline.models.reporting.periods import Period, Segment, segments


class Middles(NamedTuple):
    """Of some amounts the median, which is the mean of the middle two where they are even, and the least that nine of ten do not exceed."""

    median: float
    ninth: float


Parts = dict[str, tuple[int, int]]


class Cells:
    """Figures by name: of each part how many there are and what they amount to; and their middles, where these were asked of the facts."""

    def __init__(self) -> None:
        self.middles: dict[str, Middles] = {}
        self.figures: dict[str, Parts] = {}

    def add(self, figure: str, part: str, number: int, total: int) -> None:
        parts = self.figures.setdefault(figure, {})
        there = parts.get(part)
        parts[part] = (number, total) if there is None else (there[0] + number, there[1] + total)

    def join(self, other: Cells) -> None:
        for figure, parts in other.figures.items():
            for part, (number, total) in parts.items():
                self.add(figure, part, number, total)

    def take(self, other: Cells, figure: str, name: str) -> None:
        """One figure of others, under a name that is new here."""
        if (parts := other.figures.get(figure)) is not None:
            self.figures[name] = parts

    def number(self, figure: str, parts: Iterable[str] | None = None) -> int:
        return self._sum(figure, parts, 0)

    def total(self, figure: str, parts: Iterable[str] | None = None) -> int:
        return self._sum(figure, parts, 1)

    def _sum(self, figure: str, parts: Iterable[str] | None, place: int) -> int:
        kept = self.figures.get(figure)
        if kept is None:
            return 0
        if parts is None:
            return sum([pair[place] for pair in kept.values()])
        return sum([kept[part][place] for part in parts if part in kept])

    def steps(self, figure: str) -> dict[int, int]:
        """How many lie in each step of time."""
        return {int(part): number for part, (number, _) in self.figures.get(figure, {}).items()}


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


async def of_period(
    db: Reader, asked: Asked, period: Period, *, by_day: bool = False, whole: bool = False
) -> Found:
    """The figures of a period by month, by day, or all together under `NO_DAY`."""
    if whole:
        return await _read_whole(db, asked, segments(period, years=bool(asked.grouped)))
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
    place, values = _place(db, asked), _values(asked, parts)
    statements: dict[Any, Any] = {}
    for number, part in enumerate(parts):
        shape = Shape(part.span, number, place, asked.by_branch, asked.value is not None)
        dated = by_day or part.span == MONTH
        statements["figures", *shape, dated] = partial(_statement, shape, dated)
    found: Found = defaultdict(Cells)
    for part, rows in zip(parts, await db.together(statements, values), strict=True):
        for key, figure, name, day, number, total in rows:
            place_in_time = day if day is not None else part.first.replace(day=1)
            found[key, place_in_time].add(figure, name, part.sign * number, part.sign * int(total))
    return found


async def _read_whole(db: Reader, asked: Asked, parts: Sequence[Segment]) -> Found:
    """All parts of a period added up by the database: as many rows as there are values, however long it is."""
    place = _place(db, asked)
    shapes = tuple(
        (Shape(part.span, number, place, asked.by_branch, asked.value is not None), part.sign)
        for number, part in enumerate(parts)
    )
    found: Found = defaultdict(Cells)
    rows = await db.rows(("whole figures", shapes), partial(_added_up, shapes), _values(asked, parts))
    for key, figure, part, number, total in rows:
        found[key, NO_DAY].figures.setdefault(figure, {})[part] = int(number), int(total)
    return found


def _values(asked: Asked, parts: Sequence[Segment]) -> dict[str, Any]:
    values: dict[str, Any] = {
        "figures": asked.figures,
        "grouped": asked.grouped,
        "branch": asked.branch,
        "value": asked.value,
    }
    for number, part in enumerate(parts):
        values |= {f"span_{number}": part.span, f"first_{number}": part.first, f"last_{number}": part.last}
    return values


def _place(db: Reader, asked: Asked) -> str:
    """Where the rows lie: in one branch, in each, or in all together, for a reader of the whole company."""
    if asked.branch is not None:
        return "one"
    whole = db.actor.scope.branches is None and not asked.by_branch and asked.grouped != PERSON
    return "together" if whole else "each"


class Shape(NamedTuple):
    """What a statement of one part depends on, beside its values."""

    span: str
    number: int
    """The part's place among others."""
    place: str
    by_branch: bool
    one_value: bool

    @property
    def key(self) -> Any:
        return DailyFigure.branch_id if self.by_branch else DailyFigure.value

    def where(self) -> list[ColumnElement[bool]]:
        kept, number = DailyFigure, self.number
        first, last = (bindparam(f"{end}_{number}", type_=Date) for end in ("first", "last"))
        found = [
            is_one_of(kept.figure, "figures"),
            kept.grouped == bindparam("grouped", type_=String),
            kept.span == bindparam(f"span_{number}", type_=String),
            kept.day.between(first, last),
        ]
        if self.place == "one":
            found.append(kept.branch_id == bindparam("branch", type_=String))
        elif self.span != NOW:
            together = kept.branch_id == EVERY_BRANCH
            found.append(together if self.place == "together" else ~together)
        if self.one_value:
            found.append(kept.value == bindparam("value", type_=String))
        return found


def _statement(shape: Shape, dated: bool) -> Select[*tuple[Any, ...]]:
    kept, key = DailyFigure, shape.key
    by = [key, kept.figure, kept.part, *([kept.day] if dated else [])]
    day = kept.day if dated else cast(null(), Date)
    sums = func.sum(kept.number), func.sum(kept.total)
    return select(key, kept.figure, kept.part, day, *sums).where(*shape.where()).group_by(*by)


def _added_up(shapes: Sequence[tuple[Shape, int]]) -> Select[*tuple[Any, ...]]:
    kept = DailyFigure
    parts = [
        select(
            shape.key.label("key"),
            kept.figure,
            kept.part,
            (kept.number if sign > 0 else -kept.number).label("number"),
            (kept.total if sign > 0 else -kept.total).label("total"),
        ).where(*shape.where())
        for shape, sign in shapes
    ]
    rows = union_all(*parts).subquery().c
    by = rows.key, rows.figure, rows.part
    return select(*by, func.sum(rows.number), func.sum(rows.total)).group_by(*by)


def merged(found: Mapping[tuple[str, date], Cells], wanted: Iterable[tuple[str, date]]) -> Cells:
    """Several cells as one."""
    joined = Cells()
    for place in wanted:
        joined.join(found[place])
    return joined
