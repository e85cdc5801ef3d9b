"""What a visitor keeps of a request or a message: its reference number, and the photos that were sent with it.

The number is for people and opens nothing. The secret stays in the browser that sent first; only with it does a second
message join the first thread by itself (product.md, rule 60).
"""

from __future__ import annotations

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Identified

MOST_PHOTOS = 5


class VisitorReference(Identified, Base):
    """One for each quote request and each message."""

    __tablename__ = "visitor_references"

    number: Mapped[str] = mapped_column(String(12), unique=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    quote_request_id: Mapped[str | None] = mapped_column(
        ForeignKey("quote_requests.id", ondelete="CASCADE"), index=True
    )
    enquiry_id: Mapped[str | None] = mapped_column(
        ForeignKey("contact_submissions.id", ondelete="CASCADE"), index=True
    )
    first_id: Mapped[str | None] = mapped_column(
        ForeignKey("visitor_references.id", ondelete="SET NULL"), index=True
    )
    """The first of the thread, where this one came with its secret."""


class VisitorPhoto(Identified, Base):
    """Private to staff; the file lies under its own id."""

    __tablename__ = "visitor_photos"

    reference_id: Mapped[str] = mapped_column(
        ForeignKey("visitor_references.id", ondelete="CASCADE"), index=True
    )
