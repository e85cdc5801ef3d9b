"""The filters and values that several lists share."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from sqlalchemy import String, bindparam
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter
from duskline.core.errors import Invalid
from duskline.models.places import today_of

DAYS = {"today": timedelta(0), "yesterday": timedelta(-1)}


def person(word: str, db: Reader) -> str:
    """`me` is the caller; any other word is a user's id."""
    return db.actor.id if word == "me" else word


async def day(word: str, db: Reader) -> date:
    """A day, YYYY-MM-DD, or `today` or `yesterday` of the reader; raises Invalid for anything else."""
    if word in DAYS:
        return await today_of(db) + DAYS[word]
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise Invalid({"day": "Please write a day as YYYY-MM-DD, or today, or yesterday"}) from None


def by_assignee(column: InstrumentedAttribute[str | None]) -> Filter:
    return Filter(column, value=person)


def lacking(column: InstrumentedAttribute[Any]) -> Filter:
    """`no` leaves the rows that have nothing in a column."""
    return Filter(
        None, ("no",), clause=lambda name: column.is_(None) & (bindparam(name, type_=String) == "no")
    )
