"""Words that the organization keeps for its people to choose from, in an order of its own: one table for each list.

What was chosen is kept as words, so that neither a new wording nor retirement rewrites the past.
"""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import String, func, select
from sqlalchemy.orm import Mapped, mapped_column, validates

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Versioned
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.texts import normalized
from duskline.models.places.order import make_room

LONGEST = 80
LONGEST_KEY = 400
"""Folding may write one character as several."""

LISTED = "This is on the list already"
RETIRED = "This was retired. Bring it back instead"
LAST = "At least one must stay on the list."


class Choice(Identified, Versioned, Audited, Base):
    __abstract__ = True

    words: Mapped[str] = mapped_column(String(LONGEST))
    words_key: Mapped[str] = mapped_column(String(LONGEST_KEY), unique=True)
    """What makes two alike, retired or not."""
    place: Mapped[int | None]
    """Where it stands among those that are offered, from 1 on. None is retired: kept, and offered no more."""

    @validates("words")
    def _keep_words_key(self, _name: str, words: str) -> str:
        self.words_key = normalized(words)[:LONGEST_KEY]
        return words


C = TypeVar("C", bound=Choice)


class LostReason(Choice):
    """Why a lead was lost."""

    __tablename__ = "lost_reasons"
    audit_name = "lost_reason"


class LeadSource(Choice):
    """Where leads come from: offered, while a lead keeps whatever was typed."""

    __tablename__ = "lead_sources"
    audit_name = "lead_source"


async def offers(db: Db, choices: type[Choice], words: str) -> bool:
    """Whether these very words can be chosen."""
    found = select(choices.id).where(choices.words == words, choices.place.is_not(None))
    return await db.scalar(found) is not None


async def add(db: Db, choices: type[C], words: str) -> C:
    """One more at the end.

    Raises:
        Invalid: something like it is on the list, or was.
    """
    added = choices(words=words)
    await _require_unlike_others(db, added)
    added.place = await _offered(db, choices) + 1
    return db.store(added)


async def reword(db: Db, choice: Choice, words: str) -> None:
    """Calls it otherwise from now on.

    Raises:
        Invalid: something else like it is on the list, or was.
    """
    choice.words = words
    await _require_unlike_others(db, choice)


async def put(db: Db, choice: Choice, place: int | None) -> None:
    """Puts it at a place, or at the end where there are fewer; with None it is retired. The others make room and close up.

    Raises:
        Conflict: it is the last that is offered.
    """
    offered = await _offered(db, type(choice))
    if place is None and choice.place is not None and offered == 1:
        raise Conflict(LAST)
    if place is not None:
        place = min(place, offered + (choice.place is None))
    if place == choice.place:
        return
    await make_room(db, choice, choice.place, place)
    choice.place = place


async def _offered(db: Db, choices: type[Choice]) -> int:
    """How many there are to choose from."""
    return await db.scalar(select(func.count()).where(choices.place.is_not(None))) or 0


async def _require_unlike_others(db: Db, choice: Choice) -> None:
    choices: type[Any] = type(choice)
    others = select(choices).where(
        choices.words_key == choice.words_key, choices.id.is_distinct_from(choice.id)
    )
    if (alike := await db.scalar(others)) is not None:
        raise Invalid({"words": RETIRED if alike.place is None else LISTED})
