"""Rows in an order that people give them: a row that moves makes the others close up, and make room."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from duskline.core.data.session import Db


async def make_room(db: Db, row: Any, old: int | None, new: int | None, *among: Any) -> None:
    """For a row that goes from one place to another; None is no place. `among` names the rows that stand in one order with it.

    The others are moved past the audit log and their versions: nobody changed them.
    """
    rows = type(row).__table__
    for start, step in ((old, -1), (new, 1)):
        if start is not None:
            behind = update(rows).where(rows.c.id != row.id, rows.c.place >= start, *among)
            await db.execute(behind.values(place=rows.c.place + step))
