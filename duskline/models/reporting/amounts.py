"""Exact medians and ninth deciles of answers of few enough rows.

Figures say how many amounts lie in each step of a histogram (`core/data/histograms.py`), and so in which step a middle lies. Only the
amounts of such steps are read from the fact rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from sqlalchemy import Date, Integer, Select, String, bindparam, cast, extract, literal_column, select

from duskline.core.data.database import Reader
from duskline.core.data.figures import ALL
from duskline.core.data.one_of import is_one_of
from duskline.core.data.unfinished import is_finished
from duskline.models.reporting.measures import BRANCH, FACTS, FIGURES, PERIOD
from duskline.models.reporting.periods import Period
from duskline.models.reporting.reading import Cells, Middles

EXACT_BELOW = 20_000
"""Rows of a figure in an answer; of more it is told from histograms, within a stated error."""
Steps = Mapping[int, int]
"""The number of amounts in each step."""


async def set_middles(
    db: Reader,
    figures: Collection[str],
    whole: Cells,
    groups: Mapping[str, Cells],
    period: Period,
    branch: str | None,
    group: str,
) -> None:
    """Sets the exact middles of figures in the cells of a whole period and of its groups, by the key of a group, a month's as 2026-11."""
    by = {name: group if group in (*FIGURES[name].by, BRANCH, PERIOD) else ALL for name in figures}
    narrowed = branch is not None
    statements: Any = {
        ("amounts", name, kept, narrowed): partial(_statement, name, kept, narrowed)
        for name, kept in by.items()
    }
    cells = {name: [whole, *(groups.values() if by[name] != ALL else ())] for name in figures}
    values: dict[str, Any] = {"first": period.first, "last": period.last, "branch": branch}
    values |= {
        _steps_of(name): sorted({step for each in some for step, _ in _places(each.steps(name))})
        for name, some in cells.items()
    }
    answers = await db.together(statements, values) if figures else ()
    for (name, kept), rows in zip(by.items(), answers, strict=True):
        _set(whole, name, [(step, amount) for _, step, amount in rows])
        read: defaultdict[Any, list[tuple[int, int]]] = defaultdict(list)
        for key, step, amount in rows if kept != ALL else ():
            read[_word(key, kept)].append((step, amount))
        for key, some in read.items():
            if key in groups:
                _set(groups[key], name, some)


def _set(cells: Cells, name: str, read: list[tuple[int, int]]) -> None:
    """Sets the middles of a figure from amounts with their steps, unless rows have changed since the figures were read."""
    read.sort()
    amounts: defaultdict[int, list[int]] = defaultdict(list)
    for step, amount in read:
        amounts[step].append(amount)
    places = _places(cells.steps(name))
    if places and all(place < len(amounts[step]) for step, place in places):
        low, high, ninth = (amounts[step][place] for step, place in places)
        cells.middles[name] = Middles((low + high) / 2, float(ninth))


def _places(steps: Steps) -> list[tuple[int, int]]:
    """Returns the step, and the place within it, of the two middle amounts (the same of an odd number) and the ninth decile."""
    number = sum(steps.values())
    ranks = ((number - 1) // 2, number // 2, (9 * number + 9) // 10 - 1)
    return [_place(steps, rank) for rank in ranks] if number else []


def _place(steps: Steps, rank: int) -> tuple[int, int]:
    for step in sorted(steps):
        if rank < steps[step]:
            return step, rank
        rank -= steps[step]
    raise AssertionError("A rank lies below the number of amounts.")


def _word(key: Any, group: str) -> str:
    return f"{key // 100}-{key % 100:02d}" if group == PERIOD else str(key)


def _statement(name: str, group: str, narrowed: bool) -> Select[*tuple[Any, ...]]:
    """By an index on the day, or on branch and day."""
    figure, facts = FIGURES[name], FACTS[name]
    day, step, amount = (getattr(facts, str(each)) for each in (figure.day, figure.part, figure.amount))
    where = [
        day.between(bindparam("first", type_=Date), bindparam("last", type_=Date)),
        is_one_of(step, _steps_of(name), Integer),
        is_finished(facts.id),
        *([facts.branch_id == bindparam("branch", type_=String)] if narrowed else []),
    ]
    return select(_key(facts, day, group), step, amount).where(*where)


def _steps_of(name: str) -> str:
    return f"steps_{name.replace('.', '_')}"


def _key(facts: Any, day: Any, group: str) -> Any:
    if group == ALL:
        return literal_column("''", String)
    if group == BRANCH:
        return facts.branch_id
    if group == PERIOD:
        return cast(extract("year", day) * literal_column("100") + extract("month", day), Integer)
    return getattr(facts, group)
