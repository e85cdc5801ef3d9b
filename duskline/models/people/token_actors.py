"""Who acts by an API token: its maker, read again at every request, narrowed by it and never wider."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, String, bindparam, select

from duskline.core.data.base import UtcDateTime, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.models.people.access_links import hashed
from duskline.models.people.api_tokens import ApiToken
from duskline.models.people.people import User
from duskline.models.people.sessions import PERSON, TOUCH, as_actor, with_reach
from duskline.policy import SETTINGS, Actor, Area, Token

TOKENS: Any = ApiToken.__table__


async def actor_of(database: Database, token: str) -> Actor | None:
    """The maker of a token, as they are now and narrowed by it; None where it opens nothing. One statement on `reads`."""
    query = database.prepared("api token", _statement, None)
    (rows,) = await database.rows((query, _given(token)))
    return _narrowed(rows)


async def actor_within(db: Db, token: str) -> Actor | None:
    """The same in a change, held until the commit: a change that ends the token or changes its maker waits that long."""
    rows = (await (await db.connection()).execute(_held_statement(), _given(token))).all()
    return _narrowed(rows)


async def note_use(database: Database, id: str) -> None:
    """Notes that it was used, at most once a minute."""
    at = now()
    stale = TOKENS.c.used_at.is_(None) | (TOKENS.c.used_at < at - TOUCH)
    which = (TOKENS.c.id == id) & stale
    async with database.reads.connect() as connection:
        if await connection.scalar(select(TOKENS.c.id).where(which)) is None:
            return
    async with database.writes.begin() as connection:
        await connection.execute(TOKENS.update().where(which).values(used_at=at))


def _given(token: str) -> dict[str, Any]:
    return {"secret": hashed(token), "moment": now()}


@functools.cache
def _held_statement() -> Select[*tuple[Any, ...]]:
    return _statement(held=True)


def _statement(*, held: bool = False) -> Select[*tuple[Any, ...]]:
    """A token, its maker and the branches of their region; `held`: as they stand once the locks are there."""
    people = (
        select(ApiToken.id.label("token_id"), ApiToken.areas, ApiToken.may_write, *PERSON)
        .join(User, User.id == ApiToken.user_id)
        .where(
            ApiToken.secret == bindparam("secret", type_=String),
            ApiToken.ended_at.is_(None),
            ApiToken.expires_at > bindparam("moment", type_=UtcDateTime),
            User.status == "active",
        )
    )
    return with_reach(
        (people.with_for_update(read=True, of=(User, ApiToken)) if held else people).cte("person").c
    )


def _narrowed(rows: Sequence[Any]) -> Actor | None:
    """A person who may not make tokens any more acts by none."""
    if not rows:
        return None
    id, areas, may_write = rows[0][:3]
    if not SETTINGS.lets(as_actor([row[3:] for row in rows])):
        return None
    token = Token(id=id, areas=frozenset(map(Area, areas)), may_write=bool(may_write))
    return as_actor([row[3:] for row in rows], token)
