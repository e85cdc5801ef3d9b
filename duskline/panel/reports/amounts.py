"""Medians and ninth deciles of fact rows, exact: for answers of few enough rows to sort them."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from sqlalchemy import Date, Integer, Select, String, bindparam, cast, extract, func, literal_column, select

from duskline.core.data.database import Reader
from duskline.core.data.figures import ALL
from duskline.core.data.unfinished import is_finished
from duskline.panel.reports.measures import BRANCH, FACTS, FIGURES, PERIOD
from duskline.panel.reports.reading import Middles, Period

EXACT_BELOW = 20_000
"""Rows of a figure in an answer; of more it is told from histograms, within a stated error."""


async def middles_of(
    db: Reader, figures: Collection[str], period: Period, branch: str | None, group: str
) -> dict[tuple[str, str], Middles]:
    """By figure and key of the group; a month's key is told as 2026-11."""
    narrowed = branch is not None
    statements: Any = {
        ("middles", name, group, narrowed): partial(_statement, name, group, narrowed) for name in figures
    }
    values = {"first": period.first, "last": period.last, "branch": branch}
    found = {}
    for name, rows in zip(figures, await db.together(statements, values) if figures else (), strict=True):
        for key, low, high, ninth in rows:
            word = f"{key // 100}-{key % 100:02d}" if group == PERIOD else key
            found[name, word] = Middles((low + high) / 2, float(ninth))
    return found


def _statement(name: str, group: str, narrowed: bool) -> Select[*tuple[Any, ...]]:
    """Numbers the rows of each key by their amount, and takes those in the middle and at nine of ten."""
    figure, facts = FIGURES[name], FACTS[name]
    day, amount, key = (
        getattr(facts, str(figure.day)), getattr(facts, str(figure.amount)), _key(facts, name, group),
    )  # fmt: skip
    where = [
        day.between(bindparam("first", type_=Date), bindparam("last", type_=Date)),
        amount.is_not(None),
        is_finished(facts.id),
        *([facts.branch_id == bindparam("branch", type_=String)] if narrowed else []),
    ]
    place = func.row_number().over(partition_by=key, order_by=amount)
    number = func.count().over(partition_by=key)
    rows = (
        select(key.label("key"), amount.label("amount"), place.label("place"), number.label("number"))
        .where(*where)
        .subquery()
        .c
    )

    def least(within: Any) -> Any:
        return func.max(rows.amount).filter(within)

    return select(
        rows.key,
        least(2 * rows.place <= rows.number + 1),
        least(2 * rows.place <= rows.number + 2),
        least(10 * rows.place < 9 * rows.number + 10),
    ).group_by(rows.key)


def _key(facts: Any, name: str, group: str) -> Any:
    if group == ALL:
        return literal_column("''", String)
    if group == BRANCH:
        return facts.branch_id
    if group == PERIOD:
        day = getattr(facts, str(FIGURES[name].day))
        return cast(extract("year", day) * literal_column("100") + extract("month", day), Integer)
    return getattr(facts, group)
