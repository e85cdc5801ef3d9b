"""Chores: what the installation does every so often, and how that goes. Who may enter: those who see Settings."""

from __future__ import annotations

from datetime import datetime

from duskline.core.data.database import Database, Reader
from duskline.core.http.routing import read_rows
from duskline.core.jobs.chores import standing
from duskline.core.values.bodies import ResponseModel
from duskline.policy import SETTINGS


class ChoreRow(ResponseModel):
    name: str
    every: int
    """Seconds."""
    running: bool
    last_ok: datetime | None
    due: datetime
    """When it is done next; while it runs, when it counts as given up."""
    tries: int
    """Since it was last done, this one included."""
    fault: str | None


@read_rows("/api/panel/chores", may=SETTINGS)
async def chores(db: Reader) -> list[ChoreRow]:
    """How each chore stands, by its name."""
    return await told(db.database)


async def told(database: Database) -> list[ChoreRow]:
    return [
        ChoreRow(
            name=row.name, every=row.every, running=row.lease is not None, last_ok=row.last_ok, due=row.due,
            tries=row.tries, fault=row.fault,
        )
        for row in await standing(database)
    ]  # fmt: skip


ROUTES = [chores]
