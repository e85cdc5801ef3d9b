"""Passkeys: a device keeps a key pair for its person, and only the public half comes here (WebAuthn).

A challenge is answered once, within minutes, in the session that it was made for.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import JSON, BigInteger, ForeignKey, String, Text, delete, func, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Identified, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db

MOST = 10
"""Of one person."""
ANSWERED_WITHIN = timedelta(minutes=5)


class Passkey(Identified, Base):
    __tablename__ = "passkeys"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    credential: Mapped[str] = mapped_column(String(1400), unique=True)
    """What the device calls the key pair, in base64url."""
    public_key: Mapped[str] = mapped_column(Text)
    """COSE, in base64url."""
    sign_count: Mapped[int] = mapped_column(BigInteger)
    """How often the device says that it has signed; 0 of those that do not count."""
    transports: Mapped[list[str]] = mapped_column(JSON)
    """How the browser reaches the device, in the browser's words."""
    used_at: Mapped[datetime | None]

    def takes(self, sign_count: int) -> bool:
        """Whether the device has counted on. One that goes back was copied, or its answer is an old one."""
        if sign_count <= self.sign_count and (sign_count or self.sign_count):
            return False
        self.sign_count, self.used_at = sign_count, now()
        return True


class PasskeyChallenge(Base):
    """Random bytes that a device signs, in base64url."""

    __tablename__ = "passkey_challenges"

    challenge: Mapped[str] = mapped_column(String(64), primary_key=True)
    sid: Mapped[str | None] = mapped_column(ForeignKey("sessions.sid", ondelete="CASCADE"), index=True)
    """The session that it ends with; None where nobody has signed in yet."""
    expires_at: Mapped[datetime] = mapped_column(index=True)


def challenge(db: Db, sid: str | None) -> str:
    """A fresh one."""
    row = PasskeyChallenge(challenge=secrets.token_urlsafe(32), sid=sid, expires_at=now() + ANSWERED_WITHIN)
    return db.store(row).challenge


async def use_up(database: Database, challenge: str, sid: str | None) -> bool:
    """Whether the challenge was still open in this session; from now on it is not, whatever becomes of the answer."""
    table = PasskeyChallenge.__table__
    good = (
        (table.c.challenge == challenge)
        & (table.c.expires_at > now())
        & table.c.sid.is_not_distinct_from(sid)
    )
    async with database.reads.connect() as connection:  # what somebody made up does not reach the one writer
        if await connection.scalar(select(table.c.challenge).where(good)) is None:
            return False
    async with database.writes.begin() as connection:
        return await connection.scalar(delete(table).where(good).returning(table.c.challenge)) is not None


async def passkeys_of(db: Db, user_id: str) -> Sequence[Passkey]:
    """A person's, the oldest first."""
    theirs = select(Passkey).where(Passkey.user_id == user_id)
    return (await db.scalars(theirs.order_by(Passkey.created_at, Passkey.id))).all()


async def by_credential(db: Db, credential: str) -> Passkey | None:
    found: Passkey | None = await db.scalar(select(Passkey).where(Passkey.credential == credential))
    return found


async def own(db: Db, user_id: str, id: str) -> Passkey | None:
    """One of a person's."""
    theirs = (Passkey.id == id) & (Passkey.user_id == user_id)
    found: Passkey | None = await db.scalar(select(Passkey).where(theirs))
    return found


async def has_room(db: Db, user_id: str) -> bool:
    """Whether a person may have one more."""
    number = await db.scalar(select(func.count()).where(Passkey.user_id == user_id))
    return (number or 0) < MOST


async def sweep_challenges(database: Database) -> None:
    table = PasskeyChallenge.__table__
    async with database.writes.begin() as connection:
        await connection.execute(delete(table).where(table.c.expires_at < now()))
