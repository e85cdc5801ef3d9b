"""The newsletter: who still wants it, and which post it tells of.

A post is told of once. Its newsletter waits a moment after the post is published, so that unpublishing calls it off; then a chore puts letters in
the queue, some at a time, so that other letters need not wait for thousands of them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from secrets import compare_digest
from typing import Any

from sqlalchemy import ColumnElement, ForeignKey, Integer, String, case, delete, func, literal, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Keyed, now
from duskline.core.data.database import Database
from duskline.core.data.keys import signed
from duskline.core.data.session import Db, changing
from duskline.core.data.upsert import insert_into
from duskline.core.mail.bounces import is_bounced
from duskline.core.mail.outbox import Addressed, enqueue_many, number_waiting
from duskline.core.system.errors import Refusal
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.site.content import BlogPost
from duskline.policy import CONSOLE

KIND = "newsletter"
OPEN_TO_DOUBT = timedelta(minutes=2)
"""How long a newsletter waits after its post is published."""
BATCH = 100
"""Letters written in one transaction."""
MOST_WAITING = 500
"""Newsletters in the queue at a time: other letters go between them."""
NO_ADDRESS = (
    "A newsletter has to carry the company's postal address. Enter it under Organization, then publish."
)
NO_SERVER = "No mail leaves here yet, so subscribers cannot be told. Set up mail first, or publish without telling them."
END = "/api/newsletter/unsubscribe"
"""Where a subscription ends."""
_PURPOSE = "end of subscription"


class SubscriberState(StrEnum):
    ACTIVE = "active"
    UNSUBSCRIBED = "unsubscribed"
    BOUNCED = "bounced"


class SubscriptionEnd(Base):
    """That a subscriber wants no newsletter any more, by their own press or by somebody's of the staff."""

    __tablename__ = "subscription_ends"

    subscription_id: Mapped[str] = mapped_column(
        ForeignKey("newsletter_subscriptions.id", ondelete="CASCADE"), primary_key=True
    )
    ended_at: Mapped[datetime]
    by_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"))


class Newsletter(Keyed, Base):
    """What subscribers are told of a post, once; its id is that of the post."""

    __tablename__ = "newsletters"

    id: Mapped[str] = mapped_column(ForeignKey("post_drafts.id", ondelete="CASCADE"), primary_key=True)
    due: Mapped[datetime]
    reached: Mapped[str | None] = mapped_column(String(36))
    """The last subscriber whose letter is written, by the order of ids."""
    letters: Mapped[int] = mapped_column(Integer)
    done_at: Mapped[datetime | None]


SUBSCRIPTIONS: Any = NewsletterSubscription.__table__
ENDS: Any = SubscriptionEnd.__table__


def state_of() -> Any:
    """How a subscription stands, in a statement."""
    ended = select(literal(1)).where(SubscriptionEnd.subscription_id == NewsletterSubscription.id)
    return case(
        (ended.exists(), SubscriberState.UNSUBSCRIBED),
        (is_bounced(NewsletterSubscription.email_key), SubscriberState.BOUNCED),
        else_=SubscriberState.ACTIVE,
    )


def is_active() -> ColumnElement[bool]:
    return state_of() == SubscriberState.ACTIVE  # type: ignore[no-any-return]


async def number_active(db: Db) -> int:
    """How many a newsletter would reach."""
    return await db.scalar(select(func.count(NewsletterSubscription.id)).where(is_active())) or 0


async def begin_subscription(db: Db, which: ColumnElement[bool], *, by_hand: bool = False) -> bool:
    """A reader who subscribes again wants it again; whether it had ended. `by_hand`: what somebody of the staff ended, and nothing that its
    person did."""
    ended = ENDS.c.subscription_id.in_(select(SUBSCRIPTIONS.c.id).where(which))
    if by_hand:
        ended &= ENDS.c.by_id.is_not(None)
    begun = delete(ENDS).where(ended).returning(ENDS.c.subscription_id)
    return await db.scalar(begun) is not None


async def end_subscription(db: Db, id: str, by: str | None = None) -> bool:
    """No newsletter goes there any more, also none that waits; whether that is new. Of both, the press of its person counts."""
    new = insert_into(ENDS, db.database.dialect.name).values(subscription_id=id, ended_at=now(), by_id=by)
    own = ENDS.c.by_id.is_not(None) & new.excluded.by_id.is_(None)
    settled = new.on_conflict_do_update(index_elements=["subscription_id"], set_={"by_id": None}, where=own)
    return await db.scalar(settled.returning(ENDS.c.subscription_id)) is not None


async def token_of(database: Database, id: str) -> str:
    """What a letter to a subscriber carries to end the subscription; made of the server's key, and kept nowhere."""
    return f"{id}.{await signed(database, _PURPOSE, id)}"


async def end_address(database: Database, public_url: str, id: str) -> str:
    """Where a letter's link leads."""
    return f"{public_url}{END}?token={await token_of(database, id)}"


async def subscription_of(database: Database, token: str) -> str | None:
    """The subscription that a token ends; None for what somebody made up."""
    id = token.partition(".")[0]
    known = await token_of(database, id)
    return id if compare_digest(known.encode(), token.encode("utf-8", "replace")) else None


def why_not_tell(address: str | None, *, sends_mail: bool) -> str | None:
    """What is in the way of telling subscribers of a post, in a sentence."""
    if not sends_mail:
        return NO_SERVER
    return None if address else NO_ADDRESS


async def begin_newsletter(db: Db, post: str) -> None:
    """The post is told of in a moment."""
    db.store(Newsletter(id=post, due=now() + OPEN_TO_DOUBT, letters=0))


async def call_off(db: Db, post: str) -> bool:
    """Whether no letter had been written: then it is as if nobody had wanted to tell."""
    gone = delete(Newsletter).where(
        Newsletter.id == post, Newsletter.reached.is_(None), Newsletter.done_at.is_(None)
    )
    return await db.scalar(gone.returning(Newsletter.id)) is not None


async def write_newsletters(database: Database, address: str | None) -> None:
    """Puts the next letters of the newsletters in the queue; `address` is the company's.

    Raises:
        Refusal: there is none any more.
    """
    while await _write_some(database, address):
        pass


async def _write_some(database: Database, address: str | None) -> bool:
    """A batch of one newsletter; whether there may be more to write."""
    async with changing(database, CONSOLE) as db:
        due = select(Newsletter).where(Newsletter.done_at.is_(None), Newsletter.due <= now())
        newsletter = await db.scalar(due.order_by(Newsletter.due, Newsletter.id).limit(1).with_for_update())
        if newsletter is None or await number_waiting(db, KIND) >= MOST_WAITING:
            return False
        if not address:
            raise Refusal(409, NO_ADDRESS)
        post = await db.get(BlogPost, newsletter.id)
        subscribers = await _next(db, newsletter.reached) if post else []
        if post and subscribers:
            letters = [
                Addressed(f"{post.id}:{id}", email, f"{KIND}:{post.id}:{id}") for id, email in subscribers
            ]
            await enqueue_many(db, letters, kind=KIND, subject=post.title)
            newsletter.reached = subscribers[-1][0]
            newsletter.letters += len(subscribers)
        if len(subscribers) < BATCH:
            newsletter.done_at = now()
        await db.commit()
    return True


async def _next(db: Db, reached: str | None) -> list[tuple[str, str]]:
    """Ids and addresses of the subscribers after one, in the order of ids."""
    some = select(NewsletterSubscription.id, NewsletterSubscription.email).where(is_active())
    if reached is not None:
        some = some.where(NewsletterSubscription.id > reached)
    rows = await db.execute(some.order_by(NewsletterSubscription.id).limit(BATCH))
    return [(id, email) for id, email in rows]
