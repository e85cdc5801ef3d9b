"""Access links: by one, a person who cannot sign in sets a password, once and within a time.

An invitation lets somebody new in; a password link, somebody who forgot theirs. A person has one of each kind at most, and a new
one ends the former. Its secret stands in the fragment of the address, which browsers keep to themselves, and is known nowhere
else: the table has its SHA-256, and a letter gets it when it leaves.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ForeignKey, String, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, enum_column, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.models.people import User

LONGEST_TOKEN = 100


class LinkKind(StrEnum):
    INVITATION = "invitation"
    PASSWORD = "password"  # noqa: S105 - a kind, and no secret


LASTS = {LinkKind.INVITATION: timedelta(hours=72), LinkKind.PASSWORD: timedelta(hours=1)}


class AccessLink(Base):
    """What a link opens, and until when; without a secret until somebody is given one."""

    __tablename__ = "access_links"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[LinkKind] = enum_column("kind", LinkKind, primary_key=True)
    secret: Mapped[str | None] = mapped_column(String(64), unique=True)
    """SHA-256 of the token."""
    expires_at: Mapped[datetime] = mapped_column(index=True)
    by_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    """Who made it; None where somebody asked for it themselves."""

    def issue(self) -> str:
        """A fresh token, which is nowhere stored; the former opens nothing any more."""
        token = secrets.token_urlsafe(32)
        self.secret = hashed(token)
        return token


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def address_of(public_url: str, token: str) -> str:
    """Where a link leads."""
    return f"{public_url}/login?view=link#{token}"


async def open_link(db: Db, user: User, kind: LinkKind) -> AccessLink:
    """A link in place of the former; its person is held by the caller."""
    link = await find_link(db, user.id, kind)
    if link is None:
        link = db.store(AccessLink(user_id=user.id, kind=kind))
    link.secret, link.by_id = None, None if db.actor.built_in else db.actor.id
    link.expires_at = now() + LASTS[kind]
    if kind == LinkKind.INVITATION:
        user.invited_until = link.expires_at
    return link


async def find_link(db: Db, user_id: str, kind: LinkKind) -> AccessLink | None:
    found: AccessLink | None = await db.get(AccessLink, (user_id, kind), with_for_update=True)
    return found


async def whose(db: Db, token: str) -> AccessLink | None:
    """The link of a token, while it is good."""
    good = (AccessLink.secret == hashed(token)) & (AccessLink.expires_at > now())
    found: AccessLink | None = await db.scalar(select(AccessLink).where(good))
    return found


async def use_up(db: Db, token: str) -> bool:
    """Whether the link was still good; from now on it is not. Of two who use it at once, one is told so."""
    good = (AccessLink.secret == hashed(token)) & (AccessLink.expires_at > now())
    return await db.scalar(delete(AccessLink).where(good).returning(AccessLink.user_id)) is not None


async def end_password_link(db: Db, user: User) -> None:
    theirs = (AccessLink.user_id == user.id) & (AccessLink.kind == LinkKind.PASSWORD)
    await db.execute(delete(AccessLink).where(theirs))


async def sweep_links(database: Database) -> None:
    """Forgets password links that have ended; an invitation stays in the list until it is withdrawn."""
    table = AccessLink.__table__
    ended = (table.c.kind == LinkKind.PASSWORD) & (table.c.expires_at < now())
    async with database.writes.begin() as connection:
        await connection.execute(delete(table).where(ended))
