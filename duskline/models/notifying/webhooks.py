"""Webhooks: addresses of other programs that are told what happens here, and what each is told.

A webhook is the company's, as the settings are. What it is told is put down in the transaction of what happened, in the words that
are sent, so that it is told as it was then; `webhook_queue.py` sends it.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, TypedDict

import msgspec
from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Keyed, Versioned, enum_column, new_id, now
from duskline.core.data.leases import Leased
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db
from duskline.core.system.errors import Changed, Conflict, Invalid, NotFound
from duskline.core.system.outgoing import LONGEST_BEGINNING, LONGEST_URL

LOCK = "webhooks"
MOST = 10
"""That a company may have at a time."""
BOTH_FOR = timedelta(days=1)
"""How long a former secret signs too, after it was replaced."""
MOST_FORMER = 3
"""That sign beside the present one: to replace one twice, because it was not copied, breaks nothing."""
UNDOABLE = timedelta(minutes=10)
SHOWN = 30
"""The newest deliveries of each."""
SECRET_PREFIX = "whsec_"  # noqa: S105 - what every secret begins with
SECRET_BYTES = 32
LONGEST_FAULT = 300
VERSION = 1
"""Of the form of what is told."""
TEST = "webhook.test"
"""Sent when somebody asks for it."""


class WebhookEvent(StrEnum):
    """What a webhook may be told of."""

    LEAD_CREATED = "lead.created"
    LEAD_CONVERTED = "lead.converted"
    LEAD_LOST = "lead.lost"
    CLIENT_CREATED = "client.created"
    QUOTE_REQUESTED = "quote.requested"
    MESSAGE_RECEIVED = "message.received"
    ORDER_CREATED = "work_order.created"
    ORDER_SCHEDULED = "work_order.scheduled"
    ORDER_COMPLETED = "work_order.completed"
    ORDER_CANCELLED = "work_order.cancelled"
    TICKET_OPENED = "ticket.opened"
    TICKET_RESOLVED = "ticket.resolved"


class DeliveryState(StrEnum):
    """Where a delivery stands. `dead`: it was tried as often as it ever is."""

    WAITING = "waiting"
    ARRIVED = "arrived"
    DEAD = "dead"


class FormerSecret(TypedDict):
    """`until`: when it signs no more."""

    secret: str
    until: str


class Webhook(Identified, Versioned, Audited, Leased, Base):
    """`due` and `lease` are the sender's: all that one webhook is told is in one pair of hands."""

    __tablename__ = "webhooks"
    __table_args__ = (
        Index(
            "uq_webhooks_standing", "url", unique=True,
            sqlite_where=text("ended_at IS NULL"), postgresql_where=text("ended_at IS NULL"),
        ),
    )  # fmt: skip
    audit_name = "webhook"
    audit_secrets = frozenset({"secret", "former", "failing_since", "last_ok_at", "due", "lease"})

    url: Mapped[str] = mapped_column(String(LONGEST_URL))
    events: Mapped[list[str]] = mapped_column(JSON)
    enabled: Mapped[bool] = mapped_column(default=True)
    secret: Mapped[str] = mapped_column(String(80))
    """As it is: what is sent is signed with it."""
    former: Mapped[list[FormerSecret]] = mapped_column(JSON, default=list)
    """Those that were replaced, the newest first."""
    last_ok_at: Mapped[datetime | None]
    failing_since: Mapped[datetime | None]
    """The first failure since anything arrived."""
    ended_at: Mapped[datetime | None]

    def replace_secret(self) -> str:
        """A fresh secret; the former signs beside it for a day."""
        replaced = FormerSecret(secret=self.secret, until=(now() + BOTH_FOR).isoformat())
        self.former = [replaced, *still_signing(self.former, now())][:MOST_FORMER]
        self.secret = new_secret()
        self.told_beside = {"secret_replaced": [None, True]}
        return self.secret

    @property
    def former_until(self) -> datetime | None:
        """Until when a former secret signs too."""
        signing = still_signing(self.former, now())
        return datetime.fromisoformat(signing[0]["until"]) if signing else None


class Delivery(Keyed, Base):
    """Something that a webhook is told, and what became of it."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        Index("ix_webhook_deliveries_newest", "webhook_id", "created_at", "id"),
        Index(
            "ix_webhook_deliveries_waiting", "webhook_id", "due",
            sqlite_where=text("state = 'waiting'"), postgresql_where=text("state = 'waiting'"),
        ),
        Index(None, "created_at"),
    )  # fmt: skip

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    """By which a receiver that gets it twice knows it."""
    webhook_id: Mapped[str] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"))
    event: Mapped[str] = mapped_column(String(40))
    record_id: Mapped[str | None] = mapped_column(
        String(36), index=True, info=pointer(follows=False, hangs=False, why="It says what was so then.")
    )
    """The record that it tells of; None in a test."""
    body: Mapped[str] = mapped_column(Text)
    """What is sent, the same at every attempt."""
    state: Mapped[DeliveryState] = enum_column("state", DeliveryState)
    due: Mapped[datetime]
    tries: Mapped[int] = mapped_column(Integer)
    status: Mapped[int | None] = mapped_column(Integer)
    """With which the last attempt was answered."""
    milliseconds: Mapped[int | None] = mapped_column(Integer)
    answer: Mapped[str | None] = mapped_column(String(LONGEST_BEGINNING))
    """The beginning of what came back, as it came: words of a stranger."""
    fault: Mapped[str | None] = mapped_column(String(LONGEST_FAULT))
    created_at: Mapped[datetime]
    tried_at: Mapped[datetime | None]


WEBHOOKS: Any = Webhook.__table__
DELIVERIES: Any = Delivery.__table__
STANDS = WEBHOOKS.c.ended_at.is_(None)


def new_secret() -> str:
    """As the Standard Webhooks write it: a prefix and the key in base64."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def still_signing(former: Sequence[FormerSecret], at: datetime) -> list[FormerSecret]:
    """Of secrets that were replaced, those that count at a moment."""
    return [each for each in former if datetime.fromisoformat(each["until"]) > at]


def tell(session: Session, happened: Iterable[tuple[WebhookEvent, msgspec.Struct]]) -> None:
    """Puts what happened in the queue of every webhook that is told of it, in this session's transaction.

    Nothing is asked of `happened` where no webhook stands.
    """
    listening = session.connection().execute(
        select(WEBHOOKS.c.id, WEBHOOKS.c.events).where(STANDS, WEBHOOKS.c.enabled)
    )
    wanted = {row.id: set(row.events) for row in listening}
    if not wanted:
        return
    rows = [
        _row(id, event, record)
        for event, record in happened
        for id, events in wanted.items()
        if event in events
    ]
    if rows:
        session.connection().execute(insert(DELIVERIES), rows)


def _row(webhook_id: str, event: str, record: msgspec.Struct | None) -> dict[str, Any]:
    """A delivery that waits to be sent."""
    id, moment = new_id(), now()
    said = {"id": id, "event": event, "time": moment, "version": VERSION, "record": record}
    return {
        "id": id, "webhook_id": webhook_id, "event": event, "record_id": getattr(record, "id", None), "body": msgspec.json.encode(said).decode(),
        "state": DeliveryState.WAITING, "tries": 0, "due": moment, "created_at": moment,
    }  # fmt: skip


async def listed(db: Db) -> Sequence[Webhook]:
    """Those that have not ended, the oldest first."""
    return (await db.scalars(select(Webhook).where(STANDS).order_by(Webhook.created_at, Webhook.id))).all()


async def found(db: Db, id: str, *, ended: bool = False) -> Webhook:
    """One of them, locked; `ended`: also one that has ended.

    Raises:
        NotFound: it has ended, or never was.
        Changed: the caller's `If-Match` names another version.
    """
    webhook = await db.find_locked(Webhook, id)
    if webhook.ended_at is not None and not ended:
        raise NotFound
    if db.expects is not None and webhook.version != db.expects:
        raise Changed
    return webhook


async def make(db: Db, url: str, events: Sequence[WebhookEvent]) -> Webhook:
    """A webhook with a fresh secret.

    Raises:
        Conflict: there are as many as there may be.
        Invalid: there is one with this URL.
    """
    await _require_room(db)
    await require_free(db, url)
    made = Webhook(url=url, events=kept(events), secret=new_secret(), due=now())
    return db.store(made)


async def _require_room(db: Db) -> None:
    """Raises Conflict where there are as many as there may be."""
    db.require_lock(LOCK)
    if (await db.scalar(select(func.count()).select_from(WEBHOOKS).where(STANDS)) or 0) >= MOST:
        raise Conflict(f"There are {MOST} webhooks. Delete one that is not used any more first.")


async def require_free(db: Db, url: str, but: str | None = None) -> None:
    """Raises Invalid where another webhook has this URL: it would be told everything twice."""
    db.require_lock(LOCK)
    same: ColumnElement[bool] = STANDS & (WEBHOOKS.c.url == url) & (WEBHOOKS.c.id != (but or ""))
    if await db.scalar(select(WEBHOOKS.c.id).where(same)) is not None:
        raise Invalid({"url": "There is a webhook with this URL already"})


def kept(events: Sequence[WebhookEvent]) -> list[str]:
    """As the column holds them: each once, in the order in which they are offered."""
    return [event.value for event in WebhookEvent if event in events]


async def end(db: Db, id: str) -> Webhook:
    """From the commit on it is told nothing."""
    webhook = await found(db, id)
    webhook.ended_at = now()
    return webhook


async def restore(db: Db, id: str) -> Webhook:
    """Takes the end back; what waited then goes on.

    Raises:
        Conflict: that was too long ago, another webhook has its URL by now, or there are as many as there may be.
    """
    webhook = await found(db, id, ended=True)
    if webhook.ended_at is not None:
        if webhook.ended_at < now() - UNDOABLE:
            raise Conflict("This webhook was deleted more than ten minutes ago. Make a new one.")
        try:
            await require_free(db, webhook.url, webhook.id)
        except Invalid as taken:
            raise Conflict("There is another webhook with this URL by now.") from taken
        await _require_room(db)
        webhook.ended_at = None
    return webhook


async def test(db: Db, id: str) -> Delivery:
    """Tells a webhook that this is a test, at once and also while it is turned off."""
    webhook = await found(db, id)
    await _hurry(db, webhook.id)
    return db.store(Delivery(**_row(webhook.id, TEST, None)))


async def deliveries_of(db: Db, id: str) -> Sequence[Delivery]:
    """What a webhook was told last, the newest first.

    Raises:
        NotFound: it has ended, or never was.
    """
    if await db.scalar(select(WEBHOOKS.c.id).where(STANDS, WEBHOOKS.c.id == id)) is None:
        raise NotFound
    newest = select(Delivery).where(Delivery.webhook_id == id)
    return (
        await db.scalars(newest.order_by(Delivery.created_at.desc(), Delivery.id.desc()).limit(SHOWN))
    ).all()


async def send_again(db: Db, id: str) -> Delivery:
    """Puts something in the queue as if it had never been tried, whatever became of it.

    Raises:
        NotFound: there is no such delivery, or its webhook has ended.
        Conflict: its webhook is turned off.
    """
    delivery = await db.find_locked(Delivery, id)
    webhook = await found(db, delivery.webhook_id)
    if not webhook.enabled and delivery.event != TEST:
        raise Conflict("This webhook is turned off. Turn it on to send this again.")
    delivery.state, delivery.tries, delivery.due = DeliveryState.WAITING, 0, now()
    await _hurry(db, webhook.id)
    return delivery


async def _hurry(db: Db, id: str) -> None:
    """Somebody waits for it: a rest that follows a failure ends. Who is sending goes on."""
    resting = (WEBHOOKS.c.id == id) & WEBHOOKS.c.lease.is_(None)
    await db.execute(update(WEBHOOKS).where(resting).values(due=now()))
