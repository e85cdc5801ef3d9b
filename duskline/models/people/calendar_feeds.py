"""Calendar feeds: secret addresses under which calendar programs read a person's own visits, or those of a branch.

Calendar programs know no sign-in, so the secret stands in the path. It is told once; the table has its SHA-256. What a feed shows is
asked for as its person, at every reading (`calendar_reading.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ForeignKey, String, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, now
from duskline.core.data.session import Db
from duskline.core.system.errors import NotFound
from duskline.models.people.access_links import hashed, new_secret
from duskline.models.people.people import User
from duskline.models.places.places import Branch


class CalendarFeed(Identified, Audited, Base):
    __tablename__ = "calendar_feeds"
    audit_name = "calendar_feed"
    audit_secrets = frozenset({"secret", "used_at"})

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    branch_id: Mapped[str | None] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"), index=True)
    """Whose visits it shows; None for the person's own."""
    secret: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of what stands in the address."""
    used_at: Mapped[datetime | None]
    """Last, to the minute."""


async def make(db: Db, branch_id: str | None) -> tuple[str, CalendarFeed]:
    """A fresh secret, which is nowhere stored, and the row that knows it; the former address shows nothing any more.

    Raises:
        NotFound: there is no such branch in scope.
    """
    if branch_id is not None:
        await db.find_held(Branch, branch_id)
    secret = new_secret()
    same = CalendarFeed.branch_id.is_not_distinct_from(branch_id)
    theirs = select(CalendarFeed).where(CalendarFeed.user_id == db.actor.id, same).with_for_update()
    feed: CalendarFeed | None = await db.scalar(theirs)
    if feed is None:
        feed = db.store(CalendarFeed(user_id=db.actor.id, branch_id=branch_id))
    feed.secret, feed.used_at, feed.created_at = hashed(secret), None, now()
    return secret, feed


async def feeds_of(db: Db) -> Sequence[CalendarFeed]:
    """One's own, the oldest first."""
    mine = select(CalendarFeed).where(CalendarFeed.user_id == db.actor.id)
    return (await db.scalars(mine.order_by(CalendarFeed.created_at, CalendarFeed.id))).all()


async def end(db: Db, id: str) -> None:
    """Raises NotFound where it is not one's own."""
    mine = (CalendarFeed.id == id) & (CalendarFeed.user_id == db.actor.id)
    feed: CalendarFeed | None = await db.scalar(select(CalendarFeed).where(mine).with_for_update())
    if feed is None:
        raise NotFound
    await db.delete(feed)


async def end_feeds(db: Db, user: User) -> None:
    """All of a person's, who is no longer with the company."""
    await db.execute(delete(CalendarFeed).where(CalendarFeed.user_id == user.id))
