"""Access links: by one, a person who cannot sign in sets a password, once and within a time.

An invitation lets somebody new in; a password link, somebody who forgot theirs. A new invitation ends the former; password links
stand side by side, so that nobody ends one by asking for another, and all end when one is used. A link's secret stands in the
fragment of the address, which browsers keep to themselves, and is known nowhere else: the table has its SHA-256, and a letter
gets it when it leaves. The maker of a link answers for it: it opens nothing once they could not make it any more.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, ForeignKey, String, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Keyed, enum_column, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.core.mail import outbox
from duskline.core.values.contacts import email_key
from duskline.models.people.people import User, granted, require_open_branch
from duskline.policy import Actor, Role

LONGEST_TOKEN = 100


class LinkKind(StrEnum):
    INVITATION = "invitation"
    PASSWORD = "password"  # noqa: S105 - a kind, and no secret


LASTS = {LinkKind.INVITATION: timedelta(hours=72), LinkKind.PASSWORD: timedelta(hours=1)}


class AccessLink(Keyed, Base):
    """What a link opens, and until when; without a secret until somebody is given one."""

    __tablename__ = "access_links"

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[LinkKind] = enum_column("kind", LinkKind)
    secret: Mapped[str | None] = mapped_column(String(64), unique=True)
    """SHA-256 of the token."""
    expires_at: Mapped[datetime] = mapped_column(index=True)
    by_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    """Who made it; None where somebody asked for it themselves."""

    def issue(self) -> str:
        """A fresh token, which is nowhere stored; the former opens nothing any more."""
        token = new_secret()
        self.secret = hashed(token)
        return token


def new_secret() -> str:
    """256 random bits, as letters, digits, minus signs and underscores."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Returns the SHA-256 of a token in hexadecimal. A visitor may send bytes that are no text in its place."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def address_of(public_url: str, token: str) -> str:
    """Where a link leads."""
    return f"{public_url}/login?view=link#{token}"


async def open_link(db: Db, user: User, kind: LinkKind) -> AccessLink:
    """A link of the actor, for a person who is held by the caller.

    Raises:
        Invalid: it invites to a branch that is inactive by now.
    """
    by, until = None if db.actor.built_in else db.actor.id, now() + LASTS[kind]
    if kind == LinkKind.INVITATION:
        await require_open_branch(db, user)
        await end_links(db, user, kind)
        user.invited_until = until
    return db.store(AccessLink(user_id=user.id, kind=kind, by_id=by, expires_at=until))


async def find_invitation(db: Db, user_id: str) -> AccessLink | None:
    """A person's, held until the commit."""
    theirs = select(AccessLink).where(_of(user_id, LinkKind.INVITATION))
    found: AccessLink | None = await db.scalar(theirs.with_for_update())
    return found


def may_make(maker: User | Actor, user: User, kind: LinkKind) -> bool:
    """The holder of a link becomes its person: an invitation is for those who may give the role, a password for administrators."""
    return user.role in granted(maker) if kind == LinkKind.INVITATION else maker.role == Role.ADMIN


async def is_answered_for(db: Db, link: AccessLink, user: User) -> bool:
    """Returns whether the maker of the link could make it now; what somebody asked for themselves stands alone."""
    if link.by_id is None:
        return True
    maker = await db.get(User, link.by_id)
    return maker is not None and maker.may_sign_in and may_make(maker, user, link.kind)


async def whose(db: Db, token: str) -> AccessLink | None:
    """The link of a token, while it is good."""
    good = (AccessLink.secret == hashed(token)) & (AccessLink.expires_at > now())
    found: AccessLink | None = await db.scalar(select(AccessLink).where(good))
    return found


async def use_up(db: Db, token: str) -> bool:
    """Whether the link was still good; from now on it is not. Of two who use it at once, one is told so."""
    good = (AccessLink.secret == hashed(token)) & (AccessLink.expires_at > now())
    return await db.scalar(delete(AccessLink).where(good).returning(AccessLink.user_id)) is not None


async def end_links(db: Db, user: User, kind: LinkKind) -> None:
    """All of this kind of a person's; the letter of an invitation that has not left goes with it."""
    await db.execute(delete(AccessLink).where(_of(user.id, kind)))
    if kind == LinkKind.INVITATION:
        await outbox.forget(db, kind, user.email)


async def end_password_letters(db: Db, address: str) -> None:
    """All to an address that have not left: each would make a link then."""
    await outbox.forget(db, LinkKind.PASSWORD, email_key(address))


def _of(user_id: str, kind: LinkKind) -> ColumnElement[bool]:
    return (AccessLink.user_id == user_id) & (AccessLink.kind == kind)


async def sweep_links(database: Database) -> None:
    """Forgets password links that have ended; an invitation stays in the list until it is withdrawn."""
    table = AccessLink.__table__
    ended = (table.c.kind == LinkKind.PASSWORD) & (table.c.expires_at < now())
    async with database.writes.begin() as connection:
        await connection.execute(delete(table).where(ended))
