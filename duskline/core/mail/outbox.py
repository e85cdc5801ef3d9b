"""The outbox: letters as rows, written in the transaction that they tell of, leased by whoever sends them.

A lease is a row's token and the time until which nobody else may take it; it lasts longer than any conversation with
a mail server, so that a letter is in one pair of hands. Whoever dies with letters in hand loses them to the next when
the lease is over. A letter goes again under the same Message-ID, by which mail programs show it once; where a second
one would be worse than a question (`at_most_once`) it is marked before the message goes, and asked about.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import Boolean, Index, Integer, String, Text, Update, literal, select, text, update
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.contacts import LONGEST_EMAIL
from duskline.core.data.base import Base, UtcDateTime, enum_column, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.mail.delivery import CONNECT_SECONDS, CONVERSATION_SECONDS, LONGEST_FAULT, Answer, Outcome
from duskline.core.mail.letters import LONGEST_SUBJECT, Letter

LEASE_SECONDS = 300.0
"""Longer than being let in and a conversation, by more than the clocks of two machines may differ."""
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
"""Before each further attempt at a letter that was put off; after the last it is given up."""
JITTER = 0.2
LONGEST_KEY = 120

assert CONNECT_SECONDS + 2 * CONVERSATION_SECONDS < LEASE_SECONDS


class MailState(StrEnum):
    """Where a letter stands. `unsure`: on its way when the server fell silent; `held`: kept here until somebody says so."""

    WAITING = "waiting"
    SENT = "sent"
    UNSURE = "unsure"
    DEAD = "dead"
    HELD = "held"


class Mail(Base):
    """A letter and what became of it."""

    __tablename__ = "mails"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    key: Mapped[str | None] = mapped_column(String(LONGEST_KEY), unique=True)
    """What may be told once only, such as a person's digest of a day."""
    recipient: Mapped[str] = mapped_column(String(LONGEST_EMAIL), index=True)
    subject: Mapped[str] = mapped_column(String(LONGEST_SUBJECT))
    letter: Mapped[str] = mapped_column(Text)
    """The whole letter, as JSON."""
    at_most_once: Mapped[bool] = mapped_column(Boolean)
    state: Mapped[MailState] = enum_column("state", MailState)
    tries: Mapped[int] = mapped_column(Integer)
    due: Mapped[datetime]
    """When it may be taken; while somebody holds it, when the lease is over."""
    lease: Mapped[str | None] = mapped_column(String(36))
    handed_at: Mapped[datetime | None]
    """When the message of an `at_most_once` letter went, and no answer has come since."""
    sent_at: Mapped[datetime | None]
    fault: Mapped[str | None] = mapped_column(String(LONGEST_FAULT))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)

    __table_args__ = (
        Index(
            "ix_mails_waiting",
            "due",
            sqlite_where=text("state = 'waiting'"),
            postgresql_where=text("state = 'waiting'"),
        ),
    )


MAILS: Any = Mail.__table__


class Held(msgspec.Struct, frozen=True):
    """A letter in somebody's hands. `tries` counts this attempt."""

    id: str
    lease: str
    letter: Letter
    at_most_once: bool
    tries: int


async def enqueue(
    db: Db,
    letter: Letter,
    *,
    kind: str,
    key: str | None = None,
    due: datetime | None = None,
    at_most_once: bool = False,
) -> str | None:
    """Writes a letter in the caller's transaction; gives its id, or None where `key` was used before."""
    moment = now()
    row = {
        "id": new_id(), "kind": kind, "key": key, "recipient": letter.to.address, "subject": letter.subject,
        "letter": msgspec.json.encode(letter).decode(), "at_most_once": at_most_once, "state": MailState.WAITING,
        "tries": 0, "due": due or moment, "created_at": moment,
    }  # fmt: skip
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
    token = new_id()
    due = select(MAILS.c.id).where(_is_due()).order_by(MAILS.c.due).limit(most)
    chosen = due.with_for_update(skip_locked=True).cte(
        "chosen"
    )  # what another worker is taking is left to it
    taken = (
        update(MAILS)
        .where(MAILS.c.id.in_(select(chosen.c.id)))
        .values(lease=token, due=now() + timedelta(seconds=LEASE_SECONDS), tries=MAILS.c.tries + 1)
        .returning(MAILS.c.id, MAILS.c.letter, MAILS.c.at_most_once, MAILS.c.tries)
    )
    async with database.writes.begin() as connection:
        await connection.execute(_ask_about_the_lost())
        rows = (await connection.execute(taken)).all()
    return [
        Held(id, token, msgspec.json.decode(letter, type=Letter), once, tries)
        for id, letter, once, tries in sorted(rows)
    ]


def _is_due() -> Any:
    return (MAILS.c.state == MailState.WAITING) & (MAILS.c.due <= now())


def _ask_about_the_lost() -> Update:
    """Whoever held these is gone, and their messages may have arrived."""
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
    """Writes down what became of a letter."""
    await _write(database, held, lease=None, **_what_follows(held, answer))


def _what_follows(held: Held, answer: Answer) -> dict[str, Any]:
    if answer.outcome is Outcome.TAKEN:
        return {"state": MailState.SENT, "sent_at": now(), "fault": None}
    told = {"fault": answer.words or None}
    if answer.outcome is Outcome.KEPT:
        return {"state": MailState.HELD, **told}
    if answer.outcome is Outcome.LOST and held.at_most_once:
        return {"state": MailState.UNSURE, **told}
    if answer.outcome is Outcome.REFUSED or held.tries > len(WAITS):
        return {"state": MailState.DEAD, **told}
    spread = random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - nobody gains by guessing it
    return {
        "due": now() + WAITS[held.tries - 1] * spread,
        "handed_at": None,
        **told,
    }


class LeaseLost(Exception):
    """Somebody else holds the letter by now."""


async def _write(database: Database, held: Held, **values: Any) -> None:
    mine = (MAILS.c.id == held.id) & (MAILS.c.lease == held.lease)
    async with database.writes.begin() as connection:
        changed = await connection.execute(update(MAILS).where(mine).values(**values))
    if changed.rowcount != 1:
        raise LeaseLost(held.id)


async def send_again(db: Db, id: str) -> bool:
    """Puts a letter that did not arrive back in the queue, as if it had never been tried."""
    again = {"state": MailState.WAITING, "tries": 0, "due": now(), "handed_at": None, "fault": None}
    return await _decide(db, id, (MailState.DEAD, MailState.UNSURE, MailState.HELD), again)


async def it_arrived(db: Db, id: str) -> bool:
    """Settles a letter of which nobody knew."""
    return await _decide(
        db, id, (MailState.UNSURE,), {"state": MailState.SENT, "sent_at": now(), "fault": None}
    )


async def _decide(db: Db, id: str, states: Sequence[MailState], values: dict[str, Any]) -> bool:
    """False where the letter is not, or no longer, in one of the states."""
    decided = update(MAILS).where(MAILS.c.id == id, MAILS.c.state.in_(states)).values(**values)
    return await db.scalar(decided.returning(MAILS.c.id)) is not None
