"""API tokens: by one, a program acts in the name of the person who made it (`token_actors.py`).

A token is shown once and known nowhere else: the table has its SHA-256. Its row stays when it ends, so that history can name it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, func, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, now
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.system.errors import Changed, Conflict, NotFound
from duskline.core.values.tokens import PREFIX
from duskline.models.people.access_links import hashed, new_secret
from duskline.models.people.people import User
from duskline.policy import EDIT_CONFIG, Actor, Area

LONGEST_NAME = 80
LONGEST_DAYS = 365
LOCK = "api-tokens"
MOST = 20
"""That a person may have at a time."""
UNDOABLE = timedelta(minutes=10)
SHOWN = timedelta(days=30)
"""For how long one that has run out is still listed."""


class ApiToken(Identified, Audited, Base):
    __tablename__ = "api_tokens"
    audit_name = "api_token"
    audit_secrets = frozenset({"secret", "used_at"})

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    secret: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of the token."""
    areas: Mapped[list[str]] = mapped_column(JSON)
    may_write: Mapped[bool]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    used_at: Mapped[datetime | None]
    """Last, to the minute."""


PEOPLE: Any = User.__table__.c
"""The actor finds oneself and, where they see all tokens, everybody: without a branch one is in nobody's scope."""


async def issue(
    db: Db, name: str, *, areas: Sequence[Area], may_write: bool, days: int, password: str
) -> tuple[str, ApiToken]:
    """A fresh token of the actor, which is nowhere stored, and the row that knows it. `password` is the hash that was proven.

    Raises:
        Changed: the password is another one by now.
        Conflict: they have as many as one may have.
    """
    if await db.scalar(select(PEOPLE.password).where(PEOPLE.id == db.actor.id)) != password:
        raise Changed
    await _require_room(db, db.actor.id)
    token = PREFIX + new_secret()
    until = now() + timedelta(days=days)
    kept = ApiToken(
        user_id=db.actor.id, name=name, secret=hashed(token), areas=sorted(set(areas)), may_write=may_write, expires_at=until
    )  # fmt: skip
    return token, db.store(kept)


async def end(db: Db, id: str) -> ApiToken:
    """From the commit on it opens nothing. One that has ended stays as it is.

    Raises:
        NotFound: it is somebody else's, or never was.
    """
    found = await _held(db, id)
    found.ended_at = found.ended_at or now()
    return found


async def restore(db: Db, id: str) -> ApiToken:
    """Takes the end back.

    Raises:
        NotFound: it is somebody else's, or never was.
        Conflict: that was too long ago, its time is over, or its maker has as many as one may have.
    """
    found = await _held(db, id)
    if found.ended_at is None:
        return found
    if found.ended_at < now() - UNDOABLE:
        raise Conflict("This token ended more than ten minutes ago. Make a new one.")
    if found.expires_at <= now():
        raise Conflict("The time of this token is over. Make a new one.")
    await _require_room(db, found.user_id)
    found.ended_at = None
    return found


async def _require_room(db: Db, user_id: str) -> None:
    """Raises Conflict where a person has as many as one may have."""
    db.require_lock(LOCK)
    stand = ApiToken.ended_at.is_(None) & (ApiToken.expires_at > now())
    theirs = select(func.count()).where(ApiToken.user_id == user_id, stand)
    if (await db.scalar(theirs) or 0) >= MOST:
        raise Conflict(f"A person may have {MOST} tokens. End one that is not used any more first.")


async def _held(db: Db, id: str) -> ApiToken:
    kept = select(ApiToken).where(ApiToken.id == id, *_in_reach(db.actor)).with_for_update(key_share=True)
    found: ApiToken | None = await db.scalar(kept)
    if found is None:
        raise NotFound
    return found


async def end_tokens(db: Db, user: User) -> None:
    """All of a person's that stand."""
    theirs = select(ApiToken).where(ApiToken.user_id == user.id, ApiToken.ended_at.is_(None))
    for token in await db.scalars(theirs.with_for_update(key_share=True)):
        token.ended_at = now()
        on_commit(db, "api token ended", token=token.id, user=user.id)


async def end_for_good(db: Db, user: User) -> None:
    """The time of a person's tokens that have ended is over too, so that nobody takes an end back."""
    await db.flush()
    theirs = select(ApiToken).where(
        ApiToken.user_id == user.id, ApiToken.ended_at.is_not(None), ApiToken.expires_at > now()
    )
    for token in await db.scalars(theirs.with_for_update(key_share=True)):
        token.expires_at = now()


async def listed(db: Db) -> Sequence[Any]:
    """Those that the actor may end, the newest first, each with its maker's first and last name and address."""
    told = select(ApiToken, PEOPLE.first_name, PEOPLE.last_name, PEOPLE.email)
    told = told.join(User.__table__, PEOPLE.id == ApiToken.user_id)
    told = told.where(*_in_reach(db.actor), ApiToken.ended_at.is_(None), ApiToken.expires_at > now() - SHOWN)
    return (await db.execute(told.order_by(ApiToken.created_at.desc(), ApiToken.id.desc()))).all()


def _in_reach(actor: Actor) -> list[Any]:
    return [] if EDIT_CONFIG.lets(actor) else [ApiToken.user_id == actor.id]
