"""Erasures, with their receipts, and what people ask about their own data.

An erasure knows whom it is about until it is done; its receipt says what was erased, made anonymous and kept, and nothing about the
person. A request counts once its link has been opened; until then anybody may have typed the address.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Identified, enum_column, now
from duskline.core.values.contacts import LONGEST_EMAIL
from duskline.models.people.access_links import hashed, new_secret

DUE = timedelta(days=30)
"""By when an answer is owed: a month (GDPR, article 12(3)); 45 days elsewhere (CCPA, § 1798.130)."""
OPENED_WITHIN = timedelta(days=7)
"""A request whose link nobody opened is forgotten after so long."""


class ErasureState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    """While its own transaction lasts: the log lets words go for as long."""
    DONE = "done"
    REFUSED = "refused"
    """Something came in the way after it was confirmed; nothing was taken away."""


class Erasure(Identified, Base):
    __tablename__ = "erasures"
    __table_args__ = (Index(None, "created_at", "id"), Index(None, "state"))

    by_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    """Who confirmed it; None: what is kept no longer than Settings say."""
    state: Mapped[ErasureState] = enum_column("state", ErasureState, default=ErasureState.WAITING)
    wanted: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Whom it is about; empty once it is done."""
    receipt: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """What became of what: `says`, `fate`, `rows`, and `why` of what is kept."""
    done_at: Mapped[datetime | None]
    tried_at: Mapped[datetime | None]
    """When the work began in which it was last tried."""
    fault: Mapped[str | None] = mapped_column(String(300))
    """Why it was refused, or failed and waits to be tried again."""


class RequestKind(StrEnum):
    COPY = "copy"
    ERASURE = "erasure"
    CORRECTION = "correction"


class RequestState(StrEnum):
    UNOPENED = "unopened"
    OPEN = "open"
    DONE = "done"
    DECLINED = "declined"


def nobodys_secret() -> str:
    """Returns the hash of a secret that nobody has."""
    return hashed(new_secret())


class PrivacyRequest(Identified, Base):
    __tablename__ = "privacy_requests"
    __table_args__ = (Index(None, "created_at", "id"), Index(None, "state", "due_on", "id"))

    email: Mapped[str] = mapped_column(String(LONGEST_EMAIL))
    kind: Mapped[RequestKind] = enum_column("kind", RequestKind)
    words: Mapped[str | None] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(String(64), unique=True, default=nobodys_secret)
    """SHA-256 of what the link holds; of what nobody has, until a letter is written and once the person is erased."""
    state: Mapped[RequestState] = enum_column("state", RequestState, default=RequestState.UNOPENED)
    due_on: Mapped[date]
    closed_at: Mapped[datetime | None]
    closed_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    note: Mapped[str | None] = mapped_column(Text)
    """What was answered, or why it was declined."""

    @property
    def waits_for_its_link(self) -> bool:
        """Whether somebody may still open it."""
        return self.state == RequestState.UNOPENED and self.created_at > now() - OPENED_WITHIN

    def issue(self) -> str:
        """Returns a fresh token, which is nowhere stored; the former opens nothing any more."""
        token = new_secret()
        self.secret = hashed(token)
        return token
