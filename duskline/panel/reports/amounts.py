"""Medians and ninth deciles of fact rows, exact: for answers of few enough rows to look at each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import partial
from typing import Any

from sqlalchemy import Date, Integer, Select, String, bindparam, cast, extract, literal_column, select

from duskline.core.data.database import Reader
from duskline.core.data.figures import ALL
from duskline.core.data.unfinished import is_finished
from duskline.panel.reports.measures import BRANCH, FACTS, FIGURES, PERIOD
from duskline.panel.reports.periods import Period
from duskline.panel.reports.reading import Middles

EXACT_BELOW = 20_000
"""Rows of a figure in an answer; of more it is told from histograms, within a stated error."""
Found = dict[tuple[str, str | None], Middles]
"""By figure and key of a group, a month's as 2026-11; None of all together."""


async def middles_of(
    db: Reader, figures: Collection[str], period: Period, branch: str | None, group: str
) -> Found:
    """Reads each row once, for all together and for the groups: two numbers of a row are sooner read than sorted by the database."""
    found: Found = {}
    by = {name: group if group in (*FIGURES[name].by, BRANCH, PERIOD) else ALL for name in figures}
    narrowed = branch is not None
    statements: Any = {
        ("amounts", name, kept, narrowed): partial(_statement, name, kept, narrowed)
        for name, kept in by.items()
    }
    values = {"first": period.first, "last": period.last, "branch": branch}
    answers = await db.together(statements, values) if figures else ()
    for (name, kept), rows in zip(by.items(), answers, strict=True):
        amounts: defaultdict[Any, list[int]] = defaultdict(list)
        for key, amount in rows:
            amounts[key].append(amount)
        found[name, None] = _middles([amount for _, amount in rows])
        if kept != ALL:
            found |= {(name, _word(key, kept)): _middles(some) for key, some in amounts.items()}
    return found


def _middles(amounts: list[int]) -> Middles:
    amounts.sort()
    number = len(amounts)
    low, high = amounts[(number - 1) // 2], amounts[number // 2]
    return Middles((low + high) / 2, float(amounts[(9 * number + 9) // 10 - 1]))


def _word(key: Any, group: str) -> str:
    return f"{key // 100}-{key % 100:02d}" if group == PERIOD else str(key)


def _statement(name: str, group: str, narrowed: bool) -> Select[*tuple[Any, ...]]:
    """By an index on the day, or on branch and day."""
    figure, facts = FIGURES[name], FACTS[name]
    day, amount = getattr(facts, str(figure.day)), getattr(facts, str(figure.amount))
    where = [
        day.between(bindparam("first", type_=Date), bindparam("last", type_=Date)),
        amount.is_not(None),
        is_finished(facts.id),
        *([facts.branch_id == bindparam("branch", type_=String)] if narrowed else []),
    ]
    return select(_key(facts, day, group), amount).where(*where)


def _key(facts: Any, day: Any, group: str) -> Any:
    if group == ALL:
        return literal_column("''", String)
    if group == BRANCH:
        return facts.branch_id
    if group == PERIOD:
        return cast(extract("year", day) * literal_column("100") + extract("month", day), Integer)
    return getattr(facts, group)
