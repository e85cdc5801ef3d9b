"""The filters and values that several lists share."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Date, String, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter, Span
from duskline.core.data.unfinished import ends_of
from duskline.core.system.errors import Invalid
from duskline.core.values.wall_clock import written_day
from duskline.models.places.places import today_of

DAYS = {"today": timedelta(0), "yesterday": timedelta(-1)}


def person(word: str, db: Reader) -> str:
    """`me` is the caller; any other word is a user's id."""
    return db.actor.id if word == "me" else word


async def day(word: str, db: Reader) -> date:
    """A day, YYYY-MM-DD, or `today` or `yesterday` of the reader; raises Invalid for anything else."""
    if word in DAYS:
        return await today_of(db) + DAYS[word]
    try:
        return written_day(word)
    except ValueError:
        raise Invalid({"day": "Please write a day as YYYY-MM-DD, or today, or yesterday"}) from None


class Ids(NamedTuple):
    """Between which ids something lies."""

    first: str
    last: str


def by_import(column: InstrumentedAttribute[str]) -> Filter:
    """The records of an import, by its id."""
    return Filter(
        None,
        value=lambda word, _db: Ids(*ends_of(word)),
        clause=lambda name: column.between(
            bindparam(f"{name}_first", type_=String), bindparam(f"{name}_last", type_=String)
        ),
    )


def by_assignee(column: InstrumentedAttribute[str | None]) -> Filter:
    return Filter(column, value=person)


NONE = "none"
"""Of words that a record may lack."""


def span(word: str, _db: Reader) -> Span:
    """Two days with two dots between them, both included; one of them may be left out. Raises Invalid for anything else."""
    first, dots, last = word.partition("..")
    try:
        found = Span(written_day(first or "1970-01-01"), written_day(last or "9999-12-30"))
    except ValueError:
        found = Span(1, 0)
    if not dots or found.first > found.last:
        raise Invalid({"days": "Please write two days as YYYY-MM-DD..YYYY-MM-DD, the earlier one first"})
    return found


def days(record: Any, column: Any) -> Filter:
    """Records of which something happened from one day to another, by a column of their facts."""

    def clause(name: str) -> ColumnElement[bool]:
        first, last = (bindparam(f"{name}_{end}", type_=Date) for end in ("first", "last"))
        return _of_facts(record, column, column.between(first, last))

    return Filter(None, value=span, clause=clause)


def fact(record: Any, column: Any, choices: tuple[str, ...] = ()) -> Filter:
    """Records whose facts have this word in a column; `none` are those that have no word there."""
    return Filter(
        None,
        choices,
        value=lambda word, _db: "" if word == NONE else word,
        clause=lambda name: _of_facts(record, column, column == bindparam(name, type_=String)),
    )


def known(record: Any, column: Any) -> Filter:
    """`yes`: records of which something is known."""
    return Filter(None, ("yes",), clause=lambda _name: _of_facts(record, column, column.is_not(None)))


def lacking(column: InstrumentedAttribute[Any], word: str = "yes") -> Filter:
    """Leaves what has nothing in a column: what nobody takes care of, or what has no day."""
    return Filter(None, (word,), clause=lambda _name: column.is_(None))


def _of_facts(record: Any, column: Any, condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return record.id.in_(select(column.class_.id).where(condition))  # type: ignore[no-any-return]
