"""Limits: how often something may happen in a while, counted in one table that all workers share."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import case, delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from duskline.core.data.base import now
from duskline.core.data.calls import RateLimit
from duskline.core.data.database import Database
from duskline.core.data.session import Db, refuse_within_change
from duskline.core.data.upsert import insert_into
from duskline.core.http.addresses import network_of
from duskline.core.system.errors import TooMany

NOT_HERE = "A limit is counted by `limit` of a route or in `prepare`, never by the handler of a change."


class Limit(msgspec.Struct, frozen=True):
    """At most `most` in `minutes`; the window begins with the first."""

    name: str
    most: int
    minutes: int

    def key(self, who: str) -> str:
        return f"{self.name}:{network_of(who)}"[:400]


async def spend(database: Database, *claims: tuple[Limit, str]) -> None:
    """Counts one for each claim in a transaction of its own, or refuses and counts none.

    Raises:
        RuntimeError: called by the handler of a change.
        TooMany: with the seconds until the window of the first exceeded limit ends.
    """
    refuse_within_change(NOT_HERE)
    async with database.writes.begin() as connection:
        await spend_within(connection, *claims)


async def spend_within(connection: AsyncConnection, *claims: tuple[Limit, str]) -> None:
    """The same in a transaction under way: what it rolls back was never counted."""
    for limit, who in sorted(claims, key=lambda claim: claim[0].key(claim[1])):
        used, ends_at = (await connection.execute(_count_one(connection.dialect.name, limit, who))).one()
        if used > limit.most:
            seconds = math.ceil((ends_at - now()).total_seconds())
            raise TooMany(seconds).logged("limit exceeded", limit=limit.name)


async def has_room(db: Db, limit: Limit, who: str) -> bool:
    """Counts one in the session's own transaction; whether the limit allowed it. Nobody is refused."""
    try:
        await spend_within(await db.connection(), (limit, who))
    except TooMany:
        return False
    return True


async def refund(database: Database, *claims: tuple[Limit, str]) -> None:
    """Takes one back for each claim: it turned out not to count, and opens no window either.

    Raises:
        RuntimeError: called by the handler of a change.
    """
    refuse_within_change(NOT_HERE)
    async with database.writes.begin() as connection:
        await _take_back(connection, *claims)


async def refund_with(db: Db, *claims: tuple[Limit, str]) -> None:
    """The same in the session's own transaction: where that is undone, the claims count after all."""
    await _take_back(await db.connection(), *claims)


async def _take_back(connection: AsyncConnection, *claims: tuple[Limit, str]) -> None:
    table: Any = RateLimit.__table__
    for limit, who in sorted(claims, key=lambda claim: claim[0].key(claim[1])):
        spent = table.c.key == limit.key(who)
        await connection.execute(update(table).where(spent).values(used=table.c.used - 1))
        await connection.execute(delete(table).where(spent, table.c.used <= 0))


async def sweep(database: Database) -> None:
    """Forgets windows that have ended."""
    table: Any = RateLimit.__table__
    async with database.writes.begin() as connection:
        await connection.execute(delete(table).where(table.c.ends_at < now()))


def _count_one(dialect_name: str, limit: Limit, who: str) -> Any:
    table: Any = RateLimit.__table__
    moment = now()
    fresh = {"used": 1, "ends_at": moment + timedelta(minutes=limit.minutes)}
    statement = insert_into(table, dialect_name).values(key=limit.key(who), **fresh)
    ended = table.c.ends_at <= moment
    return statement.on_conflict_do_update(
        index_elements=[table.c.key],
        set_={
            "used": case((ended, 1), else_=table.c.used + 1),
            "ends_at": case((ended, fresh["ends_at"]), else_=table.c.ends_at),
        },
    ).returning(table.c.used, table.c.ends_at)
