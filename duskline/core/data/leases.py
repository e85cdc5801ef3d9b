"""Leases: rows that several processes work on, each row in one pair of hands.

A lease is a token and the time until which nobody else may take the row (`due`). A worker that dies with rows in hand loses them
to the next when the lease is over, and one that was too slow can no longer write down what came of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Insert, String, Update, select, update
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import new_id, now
from duskline.core.data.database import Database

WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
"""Before each further attempt at what did not work."""
JITTER = 0.2


class Leased:
    """A row that is worked on by the holder of its lease."""

    due: Mapped[datetime]
    """When it may be taken; while somebody holds it, when the lease is over."""
    lease: Mapped[str | None] = mapped_column(String(36))


class LeaseLost(Exception):
    """Somebody else holds the row by now."""


def put_off(tries: int, waits: Sequence[timedelta] = WAITS) -> timedelta | None:
    """How long to wait after so many attempts, a little more or less, so that not all come again at once; None: give up."""
    if tries > len(waits):
        return None
    return waits[tries - 1] * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - nobody gains by guessing it


def new_lease() -> str:
    return new_id()


def take(
    key: Any, which: ColumnElement[bool], lease: str, *, most: int, seconds: float, **values: Any
) -> Update:
    """Takes rows of a table for so many seconds, the longest due first; `key` is the column that names them.

    What another process is taking at this moment is left to it.
    """
    table = key.table
    rows = select(key).where(which).order_by(table.c.due).limit(most)
    chosen = rows.with_for_update(skip_locked=True, key_share=True).cte("chosen")
    until = now() + timedelta(seconds=seconds)
    taken = update(table).where(key.in_(select(chosen.c[key.name])))
    return taken.values(lease=lease, due=until, **values)


async def write_held(
    database: Database, key: Any, name: str, lease: str, /, *beside: Insert, **values: Any
) -> None:
    """Writes to the row of this name, as long as the lease is ours, and what is to stand beside it then.

    Raises:
        LeaseLost: it is over, and somebody else has taken the row.
    """
    mine = (key == name) & (key.table.c.lease == lease)
    async with database.writes.begin() as connection:
        changed = await connection.execute(update(key.table).where(mine).values(**values))
        if changed.rowcount != 1:
            raise LeaseLost(name)
        for row in beside:
            await connection.execute(row)
