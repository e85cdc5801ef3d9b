"""The outbox: letters as rows, written in the transaction that they tell of, leased by the worker that sends them.

A lease lasts longer than any conversation with a mail server, so that a letter is in one pair of hands
(`core/data/leases.py`). A letter goes again under the same Message-ID, by which mail programs show it once; where a second
one would be worse than a question (`at_most_once`) it is marked before the message goes, and asked about.

A letter that holds a secret, or tells what may be over by then, is written when it leaves (`enqueue_unwritten`): no row and no
screen ever shows the secret, and what was withdrawn meanwhile is not sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    JSON,
    Boolean,
    ForeignKey,
    Index,
    Insert,
    Integer,
    String,
    Text,
    Update,
    delete,
    func,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited, EventKind, event_of
from duskline.core.data.base import Base, UtcDateTime, enum_column, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.leases import Leased, LeaseLost, new_lease, put_off, take, write_held
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.mail.delivery import CONNECT_SECONDS, CONVERSATION_SECONDS, LONGEST_FAULT, Answer, Outcome
from duskline.core.mail.letters import LONGEST_SUBJECT, Letter
from duskline.core.system.errors import Conflict
from duskline.core.values.contacts import LONGEST_EMAIL
from duskline.policy import Scoped

LEASE_SECONDS = 300.0
"""Longer than being let in and a conversation, by more than the clocks of two machines may differ."""
LONGEST_KEY = 120

assert CONNECT_SECONDS + 2 * CONVERSATION_SECONDS < LEASE_SECONDS


class MailState(StrEnum):
    """Where a letter stands. `unsure`: on its way when the server fell silent; `held`: kept here until somebody says so."""

    WAITING = "waiting"
    SENT = "sent"
    UNSURE = "unsure"
    DEAD = "dead"
    HELD = "held"


class Before(msgspec.Struct, frozen=True):
    """How a letter stood before somebody decided about it."""

    state: MailState
    tries: int


class Mail(Scoped, Leased, Audited, Base):
    """A letter and what became of it. It lies in the branch of what it tells of; in none where that is the whole company's."""

    __tablename__ = "mails"
    audit_name = "letter"
    audit_secrets = frozenset(
        {"letter", "about", "due", "lease", "tries", "handed_at", "sent_at", "fault", "before"}
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    key: Mapped[str | None] = mapped_column(String(LONGEST_KEY), unique=True)
    """What may be told once only, such as a person's digest of a day."""
    branch_id: Mapped[str | None] = mapped_column(ForeignKey("branches.id"))
    recipient: Mapped[str] = mapped_column(String(LONGEST_EMAIL), index=True)
    subject: Mapped[str] = mapped_column(String(LONGEST_SUBJECT))
    letter: Mapped[str] = mapped_column(Text)
    """The whole letter, as JSON; empty where it is written when it leaves."""
    about: Mapped[str | None] = mapped_column(String(LONGEST_EMAIL))
    """What a letter is about that is written when it leaves, as the writer of its kind knows it."""
    at_most_once: Mapped[bool] = mapped_column(Boolean)
    state: Mapped[MailState] = enum_column("state", MailState)
    tries: Mapped[int] = mapped_column(Integer)
    handed_at: Mapped[datetime | None]
    """When the message of an `at_most_once` letter went, and no answer has come since."""
    sent_at: Mapped[datetime | None]
    fault: Mapped[str | None] = mapped_column(String(LONGEST_FAULT))
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """A `Before`, from somebody's decision until the letter is tried."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index(None, "created_at", "id"),
        Index(None, "state", "created_at", "id"),
        Index(None, "branch_id", "created_at", "id"),
        Index(
            "ix_mails_waiting",
            "due",
            sqlite_where=text("state = 'waiting'"),
            postgresql_where=text("state = 'waiting'"),
        ),
    )

    def send_again(self, wait: timedelta = timedelta()) -> None:
        """Puts a letter that did not arrive back in the queue, as if it had never been tried."""
        self._decide(MailState.DEAD, MailState.UNSURE, MailState.HELD)
        self.state, self.tries, self.due, self.handed_at = MailState.WAITING, 0, now() + wait, None

    def settle_as_arrived(self) -> None:
        """Somebody knows of a letter of which nobody knew."""
        self._decide(MailState.UNSURE)
        self.state, self.sent_at = MailState.SENT, now()

    def _decide(self, *states: MailState) -> None:
        if self.state not in states:
            raise Conflict(
                "Somebody has already dealt with this email. Refresh the list to see where it stands."
            )
        self.before = msgspec.to_builtins(Before(self.state, self.tries))

    def take_back(self) -> None:
        """Undoes the decision, as long as nobody has tried the letter since.

        Raises:
            Conflict: it is on its way, or nobody has decided anything.
        """
        if self.before is None or self.lease is not None:
            raise Conflict("This email is already on its way.")
        before = msgspec.convert(self.before, Before)
        self.state, self.tries, self.sent_at, self.before = before.state, before.tries, None, None


MAILS: Any = Mail.__table__


class Held(msgspec.Struct, frozen=True):
    """A letter in somebody's hands; None where it is still to be written. `tries` counts this attempt."""

    id: str
    lease: str
    kind: str
    recipient: str
    letter: Letter | None
    about: str | None
    at_most_once: bool
    tries: int


async def enqueue(
    db: Db,
    letter: Letter,
    *,
    kind: str,
    key: str | None = None,
    branch: str | None = None,
    due: datetime | None = None,
    at_most_once: bool = False,
) -> str | None:
    """Writes a letter in the caller's transaction; gives its id, or None where `key` was used before.

    `branch` is that of what it tells of: whose people see that it was written (product.md, rule 81).
    """
    words = msgspec.json.encode(letter).decode()
    told = {"letter": words, "recipient": letter.to.address, "subject": letter.subject, "key": key}
    given = {"kind": kind, "branch_id": branch, "at_most_once": at_most_once, "due": due or now()}
    return await _put_in(db, **given, **told)


async def enqueue_unwritten(
    db: Db,
    *,
    kind: str,
    about: str,
    recipient: str,
    subject: str,
    key: str | None = None,
    branch: str | None = None,
    at_most_once: bool = True,
) -> None:
    """Puts a letter in the queue that the writer of its kind writes when it leaves. Each time it is written again, and so
    what went out before may hold no longer: a lost answer is asked about, unless a second letter would do no harm."""
    told = {"letter": "", "about": about, "recipient": recipient, "subject": subject, "key": key}
    await _put_in(db, kind=kind, branch_id=branch, at_most_once=at_most_once, due=now(), **told)


class Addressed(NamedTuple):
    """One letter of many that are written when they leave."""

    about: str
    recipient: str
    key: str


async def enqueue_many(db: Db, letters: Sequence[Addressed], *, kind: str, subject: str) -> None:
    """Puts letters of one kind in the queue by one statement, each once; what a second one says is no other."""
    shared = {"kind": kind, "letter": "", "subject": subject, "at_most_once": False, "due": now()}
    rows = [{**_NEW, "id": new_id(), "created_at": now(), **shared, **each._asdict()} for each in letters]
    new = insert_into(MAILS, db.database.dialect.name).values(rows)
    await db.execute(new.on_conflict_do_nothing(index_elements=[MAILS.c.key]))


async def number_waiting(db: Db, kind: str) -> int:
    """How many letters of a kind have not left."""
    waiting = select(func.count()).where(MAILS.c.state == MailState.WAITING, MAILS.c.kind == kind)
    return await db.scalar(waiting) or 0


_NEW = {"state": MailState.WAITING, "tries": 0}


async def _put_in(db: Db, **values: Any) -> str | None:
    row = {**_NEW, "id": new_id(), "created_at": now(), **values}
    new = insert_into(MAILS, db.database.dialect.name).values(row)
    id: str | None = await db.scalar(
        new.on_conflict_do_nothing(index_elements=[MAILS.c.key]).returning(MAILS.c.id)
    )
    return id


async def is_any_due(database: Database) -> bool:
    """Whether there is something to do; asked often, so it asks where nobody waits for the one writer."""
    waiting = select(literal(1)).where(_is_due()).limit(1)
    async with database.reads.connect() as connection:
        return await connection.scalar(waiting) is not None


async def lease(database: Database, most: int) -> list[Held]:
    """Takes letters that are due, the longest waiting first, for LEASE_SECONDS."""
    token = new_lease()
    taken = take(MAILS.c.id, _is_due(), token, most=most, seconds=LEASE_SECONDS, tries=MAILS.c.tries + 1)
    taken = taken.returning(
        MAILS.c.id, MAILS.c.kind, MAILS.c.recipient, MAILS.c.letter, MAILS.c.about, MAILS.c.at_most_once, MAILS.c.tries
    )  # fmt: skip
    async with database.writes.begin() as connection:
        await connection.execute(_ask_about_the_lost())
        rows = (await connection.execute(taken)).all()
    return [
        Held(id, token, kind, to, msgspec.json.decode(letter, type=Letter) if letter else None, *others)
        for id, kind, to, letter, *others in sorted(rows)
    ]


def _is_due() -> Any:
    return (MAILS.c.state == MailState.WAITING) & (MAILS.c.due <= now())


def _ask_about_the_lost() -> Update:
    """The worker that held these is gone, and their messages may have arrived."""
    values = {
        "state": MailState.UNSURE,
        "lease": None,
        "fault": "The server stopped while this was on its way.",
    }
    return update(MAILS).where(_is_due(), MAILS.c.handed_at.is_not(None)).values(values)


async def mark_on_its_way(database: Database, held: Held) -> None:
    """Says of an `at_most_once` letter that its message goes now."""
    if held.at_most_once:
        await _write(database, held, handed_at=now())


async def put_back(database: Database, letters: Sequence[Held], wait: timedelta) -> None:
    """Letters that were taken and not tried; this was no attempt."""
    for held in letters:
        with suppress(LeaseLost):
            await _write(database, held, lease=None, due=now() + wait, tries=held.tries - 1)


async def settle(database: Database, held: Held, answer: Answer) -> None:
    """Writes down what became of a letter; that it left is kept longer than the letter."""
    follows = {"lease": None, "before": None, **_what_follows(held, answer)}
    beside = [_as_sent(held)] if answer.outcome is Outcome.TAKEN else []
    await write_held(database, MAILS.c.id, held.id, held.lease, *beside, **follows)


def _as_sent(held: Held) -> Insert:
    place = select(MAILS.c.branch_id).where(MAILS.c.id == held.id).scalar_subquery()
    details = {"to": held.recipient, "letter": held.kind}
    return event_of(EventKind.LETTER_SENT, place_id=place, details=details)


async def forget(db: Db, kind: str, recipient: str) -> None:
    """Forgets letters of a kind to an address that may still leave, also by somebody's decision; a worker that has one in hand loses its
    lease before the message goes."""
    left = (MAILS.c.state == MailState.SENT) & MAILS.c.before.is_(None)
    await db.execute(delete(MAILS).where(MAILS.c.recipient == recipient, MAILS.c.kind == kind, ~left))


async def drop(database: Database, held: Held) -> None:
    """Forgets a letter that nobody is to get any more."""
    async with database.writes.begin() as connection:
        await connection.execute(delete(MAILS).where(MAILS.c.id == held.id, MAILS.c.lease == held.lease))


def _what_follows(held: Held, answer: Answer) -> dict[str, Any]:
    if answer.outcome is Outcome.TAKEN:
        return {"state": MailState.SENT, "sent_at": now(), "fault": None}
    told = {"fault": answer.words or None}
    if answer.outcome is Outcome.KEPT:
        return {"state": MailState.HELD, **told}
    if answer.outcome is Outcome.LOST and held.at_most_once:
        return {"state": MailState.UNSURE, **told}
    wait = None if answer.outcome in (Outcome.REFUSED, Outcome.BOUNCED) else put_off(held.tries)
    if wait is None:
        return {"state": MailState.DEAD, **told}
    return {"due": now() + wait, "handed_at": None, **told}


async def _write(database: Database, held: Held, **values: Any) -> None:
    await write_held(database, MAILS.c.id, held.id, held.lease, **values)


async def sweep(database: Database, kept: timedelta) -> None:
    """Forgets letters that wait no more and left longer ago or, where they did not arrive, were written: those come too late."""
    settled_at = func.coalesce(MAILS.c.sent_at, MAILS.c.created_at)
    old = (MAILS.c.state != MailState.WAITING) & (settled_at < now() - kept)
    async with database.writes.begin() as connection:
        await connection.execute(delete(MAILS).where(old))
