"""PINs of phones: where somebody has signed in with everything, six digits do it again for a working week.

The phone holds a random secret in a cookie, the table its SHA-256. The PIN is hashed together with the secret: with the table alone
nobody can guess it. Five wrong tries end it, and so does another password, role or status of its person, whatever changed them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import ForeignKey, Integer, String, delete, event, inspect, select, text, update
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import LONGEST_AGENT
from duskline.core.data.base import Base, Identified, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, ScopedSession
from duskline.models.access_links import hashed
from duskline.models.people import User

LASTS = timedelta(days=7)
"""After its person last signed in there with everything."""
TRIES = 5


class DevicePin(Identified, Base):
    __tablename__ = "device_pins"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    secret: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of what the phone holds."""
    pin: Mapped[str] = mapped_column(String(200))
    stands_for: Mapped[str] = mapped_column(String(64))
    """What its person was when they set it: once that differs, it opens nothing."""
    agent: Mapped[str] = mapped_column(String(LONGEST_AGENT))
    """What the browser says of itself."""
    tries: Mapped[int] = mapped_column(Integer, server_default=text("0"), default=0)
    """Since the last right one."""
    proven_at: Mapped[datetime] = mapped_column(index=True)
    """When its person last signed in there with everything."""
    used_at: Mapped[datetime | None]

    @property
    def until(self) -> datetime:
        return self.proven_at + LASTS

    def opens_for(self, user: User) -> bool:
        """Whether it still stands for its person, who may sign in."""
        return user.may_sign_in and self.until > now() and self.stands_for == standing(user)


def standing(user: User) -> str:
    """Changes with whatever must end a PIN."""
    return hashlib.sha256(msgspec.json.encode([user.password, user.role, user.status])).hexdigest()


def whole(pin: str, secret: str) -> str:
    """What is hashed: the digits alone could be tried out, the secret cannot."""
    return f"{pin}:{secret}"


@event.listens_for(ScopedSession, "after_flush")
def _end_for_good(session: ScopedSession, _context: object) -> None:
    """Whoever is given the former role, or is taken back, finds no PIN of then."""
    for row in session.dirty:
        if isinstance(row, User) and any(
            inspect(row).attrs[name].history.has_changes() for name in ("role", "status")
        ):
            session.connection().execute(delete(DevicePin).where(DevicePin.user_id == row.id))


async def of_phone(db: Db, secret: str, *, locked: bool = False) -> DevicePin | None:
    known = select(DevicePin).where(DevicePin.secret == hashed(secret))
    found: DevicePin | None = await db.scalar(known.with_for_update() if locked else known)
    return found


async def count_try(database: Database, secret: str) -> bool:
    """Whether there was one left. Before the PIN is compared, so that no two guesses share the last; the one after it ends the PIN."""
    table = DevicePin.__table__
    known = table.c.secret == hashed(secret)
    # One statement: whoever waited for another's try sees what that left.
    counted = update(table).where(known, table.c.tries < TRIES).values(tries=table.c.tries + 1)
    async with database.writes.begin() as connection:
        if (await connection.execute(counted)).rowcount:
            return True
        await connection.execute(delete(table).where(known, table.c.tries >= TRIES))
    return False


async def pins_of(db: Db, user: User) -> Sequence[DevicePin]:
    """A person's that still open something, the newest first."""
    theirs = select(DevicePin).where(DevicePin.user_id == user.id, DevicePin.tries < TRIES)
    rows = await db.scalars(theirs.order_by(DevicePin.created_at.desc(), DevicePin.id))
    return [row for row in rows if row.opens_for(user)]


async def end_pin(db: Db, user_id: str, id: str) -> None:
    """One of a person's; of others' nothing is told, and nothing happens."""
    await db.execute(delete(DevicePin).where(DevicePin.user_id == user_id, DevicePin.id == id))


async def end_pins(db: Db, user: User) -> None:
    """All of a person's, who is no longer with the company."""
    await db.execute(delete(DevicePin).where(DevicePin.user_id == user.id))


async def end_all_pins(db: Db) -> None:
    """Everybody's: no PIN is allowed any more."""
    await db.execute(delete(DevicePin))


async def end_on_phone(db: Db, secret: str) -> None:
    await db.execute(delete(DevicePin).where(DevicePin.secret == hashed(secret)))


async def prove_again(db: Db, secret: str, user: User) -> None:
    """Its person has signed in there with everything: the week begins anew, unless wrong tries have ended the PIN."""
    theirs = (DevicePin.secret == hashed(secret)) & (DevicePin.user_id == user.id) & (DevicePin.tries < TRIES)
    fresh = {"proven_at": now(), "tries": 0}
    await db.execute(update(DevicePin).where(theirs, DevicePin.stands_for == standing(user)).values(fresh))


async def sweep_pins(database: Database) -> None:
    table = DevicePin.__table__
    async with database.writes.begin() as connection:
        await connection.execute(delete(table).where(table.c.proven_at < now() - LASTS))
