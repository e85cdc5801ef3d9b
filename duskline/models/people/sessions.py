"""Sessions of people who signed in: how one begins, whose it is at each request, how long it lasts, and what ends it."""

from __future__ import annotations

import functools
import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import JSON, ColumnElement, ForeignKey, Select, String, bindparam, delete, false, func, select
from sqlalchemy.orm import Mapped, aliased, mapped_column

from duskline.core.data.audit import LONGEST_AGENT, Caller
from duskline.core.data.base import Base, UtcDateTime, now
from duskline.core.data.database import Database
from duskline.core.data.security_log import log_event, on_commit
from duskline.core.data.session import Db
from duskline.models.people.access_links import sweep_links
from duskline.models.people.passkeys import sweep_challenges
from duskline.models.people.people import User, of_level
from duskline.models.places.places import Branch
from duskline.policy import EVERYWHERE, NOWHERE, ROLE_SCOPE, Actor, Role, Scope, ScopeLevel, Token, oneself

IDLE = timedelta(minutes=60)
ABSOLUTE = timedelta(hours=12)


class Lasting(NamedTuple):
    """How long a session lasts: without use, and in all. Never longer than this."""

    idle: timedelta = IDLE
    absolute: timedelta = ABSOLUTE


LASTING = Lasting()
HALF = timedelta(minutes=10)
"""In which a second step must follow the password."""
TOUCH = timedelta(minutes=1)
"""A session's use is written down at most this often: reading a page is no reason to write."""
UNKNOWN_CALLER = Caller()
PERSON = (
    User.id, User.email, User.first_name, User.last_name, User.user_type, User.status, User.role,
    User.branch_id, User.region_id, User.organization_id,
)  # fmt: skip
"""The facts about the actor."""


class SignIn(Base):
    """A session: the cookie holds a random token, the table its SHA-256."""

    __tablename__ = "sessions"

    sid: Mapped[str] = mapped_column(String(64), primary_key=True)
    sess: Mapped[dict[str, Any]] = mapped_column(JSON)
    expire: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    seen_at: Mapped[datetime | None]
    """When it was last used, to the minute."""
    half: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """Whether a second step is still owed: until then it is nobody's, except for the calls of that step."""

    @classmethod
    def begin(
        cls, user: User, caller: Caller = UNKNOWN_CALLER, *, half: bool = False, lasting: Lasting = LASTING
    ) -> tuple[str, SignIn]:
        """A fresh token, which is nowhere stored, and the row that knows it and where it began."""
        token = secrets.token_urlsafe(32)
        moment = now()
        origin = {"address": caller.address, "agent": caller.agent[:LONGEST_AGENT]}
        sess = {"userId": user.id, "createdAt": moment.isoformat(), **origin}
        until = moment + (HALF if half else min(lasting))
        found = cls(
            sid=session_id(token), sess=sess, expire=until, user_id=user.id, seen_at=moment, half=half
        )
        return token, found


def session_id(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


async def signed_in(
    database: Database, token: str, *, renews: bool = True, lasting: Lasting = LASTING
) -> Actor | None:
    """The person behind a token as the database knows them now, or None. One statement on `reads`.

    `renews` is whether this counts as use: what a screen asks by itself does not keep its person signed in.
    """
    moment = now()
    query = database.prepared("signed in", _signed_in_statement, None)
    sid = session_id(token)
    (rows,) = await database.rows((query, {"sid": sid, "moment": moment}))
    if not rows:
        return None
    first = rows[0]
    until = _until(first[0], first[1] or moment, lasting)
    if until <= moment:
        return None
    if renews:
        await _touch(database, sid=sid, sess=first[0], seen=first[1], moment=moment, lasting=lasting)
    return as_actor([row[2:] for row in rows])


async def signed_in_within(db: Db, token: str) -> Actor | None:
    """The same in a change, held until the commit: a change that ends the session or changes the person waits that long.

    People are locked before sessions, in the order of those who change both.
    """
    given = {"sid": session_id(token), "moment": now()}
    rows = (await (await db.connection()).execute(_held_statement(), given)).all()
    return as_actor([row[2:] for row in rows]) if rows else None


async def acting(database: Database, user_id: str) -> Actor | None:
    """A person as they would act if they were signed in now; None where they could not sign in."""
    active = (User.id == user_id) & (User.status == "active") & (User.user_type == "staff")
    async with database.reads.connect() as connection:
        rows = (await connection.execute(with_reach(select(*PERSON).where(active).cte("person").c))).all()
    return as_actor(rows) if rows else None


@functools.cache
def _held_statement() -> Select[*tuple[Any, ...]]:
    return _signed_in_statement(held=True)


def _signed_in_statement(*, held: bool = False) -> Select[*tuple[Any, ...]]:
    """The person of a session and the branches of their region; `held`: as they stand once the locks are there."""
    people = (
        select(SignIn.sess, SignIn.seen_at, *PERSON)
        .join(User, User.id == SignIn.user_id)
        .where(
            SignIn.sid == bindparam("sid", type_=String),
            SignIn.expire > bindparam("moment", type_=UtcDateTime),
            User.status == "active",
            SignIn.half.is_(False),
        )
    )
    person = (people.with_for_update(read=True, of=(User, SignIn)) if held else people).cte("person").c
    return with_reach(person)


def with_reach(person: Any) -> Select[*tuple[Any, ...]]:
    """Columns that end with those of `PERSON`, with what else decides about scope: a row for each branch of a region."""
    home, regional = aliased(Branch), aliased(Branch)
    manages = (regional.region_id == person.region_id) & of_level(person.role, ScopeLevel.REGIONAL)
    return (
        select(*person, home.region_id.label("home_region"), regional.id.label("regional_branch"))
        .outerjoin(home, home.id == person.branch_id)
        .outerjoin(regional, manages)
        .order_by(
            regional.status, regional.id
        )  # the first is where new records go: an active one, where there is any
    )


def as_actor(rows: Sequence[Any], token: Token | None = None) -> Actor:
    """The person that rows of `with_reach` are about, from the columns of `PERSON` on."""
    (id, email, first, last, user_type, status, role, branch, region, organization, home, _) = rows[0]
    known = Role(role) if role else None
    return Actor(
        id=id, email=email, first_name=first, last_name=last, user_type=user_type, status=status, role=known,
        branch_id=branch, region_id=region, organization_id=organization,
        scope=_scope(known, branch, region, home, [row[-1] for row in rows if row[-1] is not None]), token=token,
    )  # fmt: skip


def _scope(
    role: Role | None, branch: str | None, region: str | None, home: str | None, regional: list[str]
) -> Scope:
    match ROLE_SCOPE[role] if role else None:
        case ScopeLevel.GLOBAL:
            return EVERYWHERE
        case ScopeLevel.REGIONAL:
            return Scope(branches=tuple(regional), own_region=region, home_region=region)
        case ScopeLevel.BRANCH:
            return Scope(branches=(branch,) if branch else (), home_region=home)
        case None:
            return NOWHERE


async def _touch(
    database: Database,
    *,
    sid: str,
    sess: dict[str, Any],
    seen: datetime | None,
    moment: datetime,
    lasting: Lasting,
) -> None:
    """Notes the use and moves the idle expiry on; a session that has ended meanwhile stays ended."""
    if seen is not None and moment - seen < TOUCH:
        return
    wanted = _until(sess, moment, lasting)
    table = SignIn.__table__
    async with database.writes.begin() as connection:
        alive = (table.c.sid == sid) & (table.c.expire > moment)
        await connection.execute(table.update().where(alive).values(expire=wanted, seen_at=moment))


def _until(sess: dict[str, Any], used: datetime, lasting: Lasting) -> datetime:
    """When a session that was used then ends: what it may last is asked each time."""
    return min(used + lasting.idle, datetime.fromisoformat(sess["createdAt"]) + lasting.absolute)


async def half_signed_in(db: Db, token: str) -> User | None:
    """Whose password was given with this token, while a code is owed and the person may sign in."""
    whose = (SignIn.sid == session_id(token)) & (SignIn.expire > now()) & SignIn.half
    theirs = User.id == SignIn.user_id
    found = select(User).select_from(SignIn).join(User, theirs).where(whose, User.status == "active")
    user: User | None = await db.scalar(found)
    return user


async def person_of(db: Db, token: str) -> str | None:
    """Whose token it is, of a half session too and of one whose time is over; None where the table does not know it."""
    return await db.scalar(select(SignIn.user_id).where(SignIn.sid == session_id(token)))


async def still_stands(db: Db, proven: User) -> User | None:
    """The account as it is now, where it has the password and the status that were found before; the actor is that person.

    Held until the commit: who changes it meanwhile waits, and then ends the session that begins here. A role that was given while
    a password was hashed asks for what it asks for.
    """
    db.act_as(oneself(proven.id))
    held = select(User).where(User.id == proven.id).with_for_update(read=True)
    user: User | None = await db.scalar(held)
    found = user is not None and (user.password, user.status) == (proven.password, proven.status)
    return user if found else None


async def end_sessions(db: Db, user: User, reason: str, *, half: bool, but: str = "") -> None:
    """All of a person's that are half or whole, but the one that the table knows under `but`."""
    theirs = (SignIn.user_id == user.id) & SignIn.half.is_(half) & (SignIn.sid != but)
    await _end(db, theirs, reason)


async def end_one_session(db: Db, user_id: str, sid: str, reason: str) -> None:
    """One of a person's, by what the table knows it under."""
    await _end(db, (SignIn.user_id == user_id) & (SignIn.sid == sid), reason)


async def sessions_of(db: Db, user_id: str, lasting: Lasting) -> Sequence[SignIn]:
    """A person's that have not ended, the last used first."""
    moment = now()
    theirs = (SignIn.user_id == user_id) & (SignIn.expire > moment) & SignIn.half.is_(False)
    last_used = func.coalesce(SignIn.seen_at, SignIn.expire).desc()
    rows = await db.scalars(select(SignIn).where(theirs).order_by(last_used, SignIn.sid))
    return [row for row in rows if _until(row.sess, row.seen_at or moment, lasting) > moment]


async def end_session(db: Db, token: str, reason: str) -> None:
    await _end(db, SignIn.sid == session_id(token), reason)


async def _end(db: Db, which: ColumnElement[bool], reason: str) -> None:
    for user_id in await db.scalars(delete(SignIn).where(which).returning(SignIn.user_id)):
        on_commit(db, "session ended", user=user_id, reason=reason)


async def sweep_sessions(database: Database) -> None:
    """Forgets sessions, password links and challenges that have expired."""
    await sweep_links(database)
    await sweep_challenges(database)
    table = SignIn.__table__
    async with database.writes.begin() as connection:
        expired = delete(table).where(table.c.expire < now()).returning(table.c.user_id)
        ended = (await connection.scalars(expired)).all()
    for user_id in ended:
        log_event("session ended", user=user_id, reason="expired")
