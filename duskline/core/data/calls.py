"""Tables of calls: the counts behind limits, and the answers that are kept for repeats.

`core/http` counts, claims and answers. The tables stand here, below it, because the register of personal data names them too.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, UtcDateTime
from duskline.core.data.pointers import pointer


class RateLimit(Base):
    """A count of the calls that one caller made, in a window of time, for calls that share a limit."""

    __tablename__ = "rate_limits"

    key: Mapped[str] = mapped_column(String(400), primary_key=True)
    used: Mapped[int] = mapped_column(Integer)
    ends_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class Operation(Base):
    """A write that was done under a key, with the answer it was given."""

    __tablename__ = "operations"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the sender, the call and the key: the table names nobody and holds no visitor's key."""
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the content, as it was understood: two forms with other boundaries are the same content."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    status: Mapped[int | None] = mapped_column(Integer)
    """None once the answer was erased with its person: the key stays, so that a repeat does not make the record again."""
    answer: Mapped[bytes | None] = mapped_column(LargeBinary)
    etag: Mapped[str | None] = mapped_column(String(40))
    record_id: Mapped[str | None] = mapped_column(
        String(36), info=pointer(follows=False, hangs=False, why="An answer says what it said.")
    )
    """The record that the answer shows, where it lies in somebody's scope."""
