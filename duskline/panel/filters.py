"""The filters and values that several lists share."""

from __future__ import annotations

from datetime import date

from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter
from duskline.core.errors import Invalid


def person(word: str, db: Reader) -> str:
    """`me` is the caller; any other word is a user's id."""
    return db.actor.id if word == "me" else word


def day(word: str, _db: Reader) -> date:
    """A day, YYYY-MM-DD; raises Invalid for anything else."""
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise Invalid({"day": "Please write a day as YYYY-MM-DD"}) from None


def by_assignee(column: InstrumentedAttribute[str | None]) -> Filter:
    return Filter(column, value=person)
