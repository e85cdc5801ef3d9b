"""Rows that come in many transactions and are there all at once: until the last has come, nobody sees one of them.

All rows of a batch have ids that begin as its own does. While its name stands in the one row of `unfinished`, the session leaves
those ids out of every statement; taking the name away is all it takes to show them, however many they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import CheckConstraint, ColumnElement, Integer, String, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Keyed, new_id

if TYPE_CHECKING:
    from duskline.core.data.session import Db

PREFIX = 30
"""Characters of an id that the rows of a batch share."""
MOST: int = 16 ** (36 - PREFIX) - 1
"""Rows of a batch."""


class Unfinished(Base):
    """The batch that is on its way: one at a time, or none."""

    __tablename__ = "unfinished"

    slot: Mapped[int] = mapped_column(Integer, CheckConstraint("slot = 1", name="slot"), primary_key=True)
    prefix: Mapped[str] = mapped_column(String(PREFIX))


UNFINISHED: Any = Unfinished.__table__


BATCH = "batch"
"""Under which a session that makes the rows of a batch, and so sees those that are there, keeps its id (`Session.info`)."""


class Batched(Keyed):
    """An entity whose rows may come in batches, or be about such rows."""

    @classmethod
    def batched(cls) -> Any:
        """The column by whose id a row is none that anybody sees yet."""
        return cls.id


def batch_id() -> str:
    """A batch's own id, after which none of its rows is called."""
    return new_id()[:PREFIX] + "0" * (36 - PREFIX)


def id_within(batch: str, number: int) -> str:
    """The id of a row of a batch, from 1: the first sorts last, so that it leads where the newest come first."""
    return f"{batch[:PREFIX]}{MOST - number:0{36 - PREFIX}x}"


def place_of(id: str) -> tuple[str, int] | None:
    """Returns the batch of a row and its number, which `id_within` made the id of; None where it can be none."""
    batch, last = id[:PREFIX], id[PREFIX:]
    if not re.fullmatch(f"[0-9a-f]{{{36 - PREFIX}}}", last):
        return None
    return batch + "0" * (36 - PREFIX), MOST - int(last, 16)


def ends_of(batch: str) -> tuple[str, str]:
    """Between which the ids of a batch lie, both ends included; of anything else nothing does."""
    return batch[:PREFIX], batch[:PREFIX] + "f" * (36 - PREFIX)


def on_its_way() -> ColumnElement[str]:
    """How the ids of the batch on its way begin; empty where there is none."""
    return func.coalesce(select(UNFINISHED.c.prefix).scalar_subquery(), "")


def is_finished(id: Any) -> ColumnElement[bool]:
    """That a row, by its id, is none of the batch on its way."""
    return func.substr(id, 1, PREFIX) != on_its_way()


async def present(asked: Db | AsyncConnection) -> str | None:
    """How the ids of the batch on its way begin; None where there is none."""
    found: str | None = await asked.scalar(select(UNFINISHED.c.prefix))
    return found


async def begin(db: Db, batch: str) -> bool:
    """Hides the rows of a batch from now on; whether no other one is on its way. Two who begin at once: one of them fails."""
    other = await present(db)
    if other is not None:
        return other == batch[:PREFIX]
    await db.execute(insert(UNFINISHED).values(slot=1, prefix=batch[:PREFIX]))
    return True


async def end(db: Db, batch: str) -> None:
    """Shows the rows of a batch, as many as there are."""
    await db.execute(delete(UNFINISHED).where(UNFINISHED.c.prefix == batch[:PREFIX]))
