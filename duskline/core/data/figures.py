"""Figures: how many fact rows fall on a day, in a month and in a year, with sums, so that a report costs the same at a thousand records and a million.

What a transaction changes about fact rows (`core/data/facts.py`) is added just before its commit, its keys in order, as with the counts
(`core/data/counts.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    Integer,
    Select,
    String,
    Table,
    cast,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base
from duskline.core.data.changes import Changes
from duskline.core.data.unfinished import is_finished
from duskline.policy import Scoped, in_scope

ALL, PERSON = "", "person"
"""Groups: of everything together, and by a person, of whom there are few in a branch and many in a company."""
DAY, MONTH, YEAR, NOW = "day", "month", "year", "now"
"""Spans: a day, a month and a year by their first day, and what is so at present."""
EVERY_BRANCH, COMPANY = "*", "~"
"""In place of a branch: all of them together, for readers of the whole company alone; and what belongs to the company, for everybody."""
NO_DAY = date(1970, 1, 1)
Key = tuple[str, str, str, date, str, str, str]
Values = Mapping[str, Any]


class DailyFigure(Scoped, Base):
    """The number of fact rows of a day, month or year with one value of a group and one part, and the sum of an amount."""

    __tablename__ = "daily_figures"

    figure: Mapped[str] = mapped_column(String(40), primary_key=True)
    grouped: Mapped[str] = mapped_column(String(20), primary_key=True)
    span: Mapped[str] = mapped_column(String(5), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    branch_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    value: Mapped[str] = mapped_column(String(300), primary_key=True)
    part: Mapped[str] = mapped_column(String(20), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    total: Mapped[int] = mapped_column(BigInteger)

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        return in_scope(cls.branch_id, size, beside=COMPANY)


KEY = tuple(DailyFigure.__table__.primary_key.columns.keys())


class Figure(NamedTuple):
    """What is counted of fact rows, by the names of their columns."""

    name: str
    day: str | None
    """The day that a row counts on, where it has one; None counts it at present."""
    by: tuple[str, ...] = (ALL,)
    """Groups: columns of words, none of them ever null."""
    part: str | None = None
    amount: str | None = None
    """Whole numbers that are summed."""
    when: str | None = None
    """Counts only rows that have something there."""
    monthly: bool = False
    """By months alone: its day is the first of one."""


class FigureChanges(Changes):
    table = DailyFigure.__table__

    @classmethod
    def key_of(cls, parts: list[Any]) -> tuple[Any, ...]:
        return tuple(
            date.fromisoformat(part) if name == "day" else part for name, part in zip(KEY, parts, strict=True)
        )

    def note(self, figures: Iterable[Figure], row: Values, sign: int) -> None:
        """A fact row comes (1) or goes (-1)."""
        for figure in figures:
            for key in keys_of(figure, row):
                self.add(key, sign, sign * (row[figure.amount] or 0 if figure.amount else 0))


def forget_empty(connection: Connection) -> None:
    """Takes away figures that count nothing any more: the word that they are grouped by may name somebody."""
    table = DailyFigure.__table__
    connection.execute(delete(table).where(table.c.number == 0, table.c.total == 0, table.c.value != ""))


def keys_of(figure: Figure, row: Values) -> Iterator[Key]:
    """Where a fact row counts."""
    day = NO_DAY if figure.day is None else row[figure.day]
    if day is None or (figure.when and row[figure.when] is None):
        return
    part = row[figure.part] if figure.part else ""
    if part is None:
        return
    for group in figure.by:
        value = row[group] if group else ""
        for span, start, branch in _places(figure, group, day, row["branch_id"]):
            yield figure.name, group, span, start, branch, value, str(part)


def _places(figure: Figure, group: str, day: date, branch: str) -> Iterator[tuple[str, date, str]]:
    if figure.day is None:
        yield NOW, day, branch
        return
    spans = [(MONTH, day.replace(day=1))]
    if not figure.monthly:
        spans.append((DAY, day))
    if by_years(figure, group):
        spans.append((YEAR, day.replace(month=1, day=1)))
    for span, start in spans:
        yield span, start, branch
        if together(group):
            yield span, start, EVERY_BRANCH


def together(group: str) -> bool:
    """Whether there are figures of all branches together: where a group has few values, which come again in each of them."""
    return group != PERSON


def by_years(figure: Figure, group: str) -> bool:
    """Whether there are figures by year: where a group has so many values that a year by months is many rows."""
    return bool(group) and not figure.monthly


def count(connection: Connection, table: Table, figure: Figure, group: str) -> None:
    """Counts fact rows by day, days by month, months by year, and branches together."""
    day = literal(NO_DAY, Date) if figure.day is None else table.c[figure.day]
    value = table.c[group] if group else _word("")
    part = cast(table.c[figure.part], String) if figure.part else _word("")
    amount = func.coalesce(func.sum(table.c[figure.amount]), 0) if figure.amount else literal(0, Integer)
    needed = [table.c[name] for name in (figure.day, figure.part, figure.when) if name]
    span = NOW if figure.day is None else MONTH if figure.monthly else DAY
    by = [day, table.c.branch_id, value, part]
    counted = select(_word(figure.name), _word(group), _word(span), *by, func.count(), amount)
    there = is_finished(table.c.id), *(column.is_not(None) for column in needed)
    _add(connection, counted.where(*there), _columns(by))
    if figure.day is None:
        return
    kept = DailyFigure.__table__.c
    same = kept.figure == figure.name, kept.grouped == group
    sums = func.sum(kept.number), func.sum(kept.total)
    longer = [] if figure.monthly else [(DAY, MONTH)]
    if by_years(figure, group):
        longer.append((MONTH, YEAR))
    for shorter, span in longer:
        start = _first_of(span, connection.dialect.name, kept.day)
        rows = select(
            kept.figure, kept.grouped, _word(span), start, kept.branch_id, kept.value, kept.part, *sums
        )
        _add(
            connection,
            rows.where(*same, kept.span == shorter),
            (kept.figure, kept.grouped, start, kept.branch_id, kept.value, kept.part),
        )
    if together(group):
        rows = select(
            kept.figure, kept.grouped, kept.span, kept.day, _word(EVERY_BRANCH), kept.value, kept.part, *sums
        )
        _add(
            connection,
            rows.where(*same),
            (kept.figure, kept.grouped, kept.span, kept.day, kept.value, kept.part),
        )


def _word(text: str) -> ColumnElement[str]:
    return literal(text, String)


def _columns(by: Iterable[Any]) -> list[Any]:
    """Without what is the same everywhere: PostgreSQL takes no placeholder for a group."""
    return [part for part in by if not hasattr(part, "effective_value")]


def _add(connection: Connection, rows: Select[*tuple[Any, ...]], by: Iterable[Any]) -> None:
    grouped = rows.group_by(*by)
    connection.execute(insert(DailyFigure.__table__).from_select([*KEY, "number", "total"], grouped))


def _first_of(span: str, dialect: str, day: Any) -> Any:
    if dialect == "sqlite":
        return func.strftime(literal_column("'%Y-%m-01'" if span == MONTH else "'%Y-01-01'"), day)
    return cast(func.date_trunc(literal_column(f"'{span}'"), day), Date)
