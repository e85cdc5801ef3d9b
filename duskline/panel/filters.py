"""The filter that several lists share."""

from __future__ import annotations

from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.lists import Filter


def by_assignee(column: InstrumentedAttribute[str | None]) -> Filter:
    """`me` is the caller; any other word is a user's id."""
    return Filter(column, value=lambda word, db: db.actor.id if word == "me" else word)
