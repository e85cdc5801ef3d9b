"""Chores: what is to be done every so often, by one process at a time, however many there are.

Each is a row with a lease. One that fails is tried again later, and its row says why, so that people see it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Integer, Row, String, case, literal, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, now
from duskline.core.data.database import Database
from duskline.core.data.leases import WAITS, Leased, LeaseLost, new_lease, take, write_held
from duskline.core.data.upsert import insert_into
from duskline.core.jobs.workers import Worker
from duskline.core.system.logs import FIELDS

LEASE_SECONDS = 300.0
LONGEST_SECONDS = 240.0
"""A chore that takes longer is stopped: by the end of its lease another process would begin it too."""
SIDE_BY_SIDE = 3
"""Chores that a process does at once: each may hold a connection of the database."""
LONGEST_FAULT = 300
CUT_OFF = "The process that did it ended before it was done."
LEFT = timedelta(hours=1)
"""What was due so much earlier than the last thing that was done is nobody's any more: all the others together take less."""

assert LONGEST_SECONDS < LEASE_SECONDS

logger = logging.getLogger("duskline.chores")


class Chore(NamedTuple):
    """What is done every so often."""

    name: str
    every: timedelta
    work: Callable[[], Awaitable[object]]


class ChoreState(Leased, Base):
    """When a chore was last done, when it is next, and what went wrong since."""

    __tablename__ = "chores"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    every: Mapped[int] = mapped_column(Integer)
    """Seconds."""
    tries: Mapped[int] = mapped_column(Integer)
    """Since it was last done."""
    last_ok: Mapped[datetime | None]
    fault: Mapped[str | None] = mapped_column(String(LONGEST_FAULT))


CHORES: Any = ChoreState.__table__


class ChoreWorker(Worker):
    """Does chores one after the other. Several work side by side (`chore_workers`)."""

    def __init__(self, database: Database, chores: Sequence[Chore]) -> None:
        super().__init__()
        self._database = database
        self._chores = {chore.name: chore for chore in chores}
        self._enrolled = False

    async def turn(self) -> bool:
        """Does the chore that has waited longest; whether one was due."""
        if not self._enrolled:
            await self._enroll()
        if not await self._is_any_due():
            return False
        lease = new_lease()
        taken = take(
            CHORES.c.name, self._due(), lease, most=1, seconds=LEASE_SECONDS, tries=CHORES.c.tries + 1,
            fault=case((CHORES.c.lease.is_not(None), literal(CUT_OFF)), else_=CHORES.c.fault),
        )  # fmt: skip
        async with self._database.writes.begin() as connection:
            found = (await connection.execute(taken.returning(CHORES.c.name, CHORES.c.tries))).first()
        if found is None:
            return False
        try:
            await self._do(self._chores[found.name], lease, found.tries)
        except LeaseLost:
            logger.warning("a chore took longer than its lease", extra={FIELDS: {"chore": found.name}})
        except asyncio.CancelledError:
            await self._give_back(found.name, lease, found.tries)
            raise
        return True

    async def _enroll(self) -> None:
        async with self._database.writes.begin() as connection:
            for chore in self._chores.values():
                seconds = int(chore.every.total_seconds())
                new = insert_into(CHORES, self._database.dialect.name).values(
                    name=chore.name, every=seconds, tries=0, due=now()
                )
                await connection.execute(
                    new.on_conflict_do_update(index_elements=[CHORES.c.name], set_={"every": seconds})
                )
        self._enrolled = True

    def _due(self) -> Any:
        """Those whose time has come, and those put off for longer than ever happens: the clock has been set back since."""
        at = now()
        longest = max(chore.every for chore in self._chores.values()) + timedelta(seconds=LEASE_SECONDS)
        jumped = CHORES.c.due > at + longest
        return CHORES.c.name.in_(list(self._chores)) & ((CHORES.c.due <= at) | jumped)

    async def _is_any_due(self) -> bool:
        async with self._database.reads.connect() as connection:
            return await connection.scalar(select(literal(1)).where(self._due()).limit(1)) is not None

    async def _do(self, chore: Chore, lease: str, tries: int) -> None:
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                await chore.work()
        except Exception as fault:
            logger.warning("a chore failed", extra={FIELDS: {"chore": chore.name}}, exc_info=True)
            wait = min(chore.every, WAITS[min(tries, len(WAITS)) - 1])
            values: dict[str, Any] = {"due": now() + wait, "fault": _words(fault)}
        else:
            values = {"due": now() + chore.every, "last_ok": now(), "tries": 0, "fault": None}
        await write_held(self._database, CHORES.c.name, chore.name, lease, lease=None, **values)

    async def _give_back(self, name: str, lease: str, tries: int) -> None:
        """Leaves it to the next at once, because this process stops; it was no attempt."""
        with suppress(LeaseLost):
            await write_held(
                self._database, CHORES.c.name, name, lease, lease=None, due=now(), tries=tries - 1
            )


def chore_workers(database: Database, chores: Sequence[Chore]) -> list[ChoreWorker]:
    """Those of one process: whatever takes long holds up none of the others, unless as many do so at once."""
    return [ChoreWorker(database, chores) for _ in range(SIDE_BY_SIDE)]


async def standing(database: Database) -> Sequence[Row[Any]]:
    """How each chore stands, by its name; not those that only another version or company file has."""
    async with database.reads.connect() as connection:
        rows = (await connection.execute(select(CHORES).order_by(CHORES.c.name))).all()
    last = max((row.last_ok for row in rows if row.last_ok), default=None)
    return [row for row in rows if last is None or row.due > last - LEFT]


def _words(fault: Exception) -> str:
    if isinstance(fault, TimeoutError):
        return "It took too long and was stopped."
    cause = getattr(fault, "orig", None) or fault
    return (str(cause) or type(cause).__name__).splitlines()[0][:LONGEST_FAULT]
