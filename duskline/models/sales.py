"""Sales: leads, the quote requests they came from, and clients."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from duskline.access import Scoped
from duskline.core.audit import Trailed
from duskline.core.counts import Counted
from duskline.core.db import Base, Identified, Updated, Versioned, listed
from duskline.core.search import Searchable

LEAD_STATUSES = ("new", "contacted", "qualified", "proposal", "negotiation", "won", "lost")
CLIENT_STATUSES = ("active", "inactive", "suspended")
PROPERTY_TYPES = ("home", "business")
COVERAGES = ("front", "whole")


def list_indexes() -> tuple[Any, ...]:
    """What a list needs: newest first, in a branch or everywhere, narrowed by status or not."""
    return (
        Index(None, "created_at", "id"),
        Index(None, "branch_id", "created_at", "id"),
        Index(None, "status", "created_at", "id"),
        Index(None, "branch_id", "status", "created_at", "id"),
    )


class Lead(Identified, Updated, Versioned, Searchable, Trailed, Counted, Scoped, Base):
    __tablename__ = "leads"
    __table_args__ = (*list_indexes(), Index(None, "assigned_to", "created_at", "id"))
    searched = ("name", "email", "phone", "address")
    trail_name = count_kind = "lead"

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))
    assigned_to: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(254))
    phone: Mapped[str | None] = mapped_column(String(40))
    address: Mapped[str | None] = mapped_column(String(300))
    status: Mapped[str] = listed("status", LEAD_STATUSES, default="new")
    source: Mapped[str | None] = mapped_column(String(300))
    estimated_value: Mapped[int | None] = mapped_column(Integer)
    notes: Mapped[str | None] = mapped_column(Text)


class QuoteRequest(Identified, Base):
    """What a visitor said in the quote dialog; the lead carries the rest."""

    __tablename__ = "quote_requests"
    __table_args__ = (Index(None, "email_key", "created_at"),)

    lead_id: Mapped[str] = mapped_column(ForeignKey("leads.id", ondelete="CASCADE"), index=True)
    email_key: Mapped[str] = mapped_column(String(254))
    property_type: Mapped[str] = listed("property_type", PROPERTY_TYPES)
    coverage: Mapped[str] = listed("coverage", COVERAGES)
    stories: Mapped[int] = mapped_column(Integer)
    feet: Mapped[int | None] = mapped_column(Integer)
    zip: Mapped[str] = mapped_column(String(10))
    preferred_time: Mapped[str | None] = mapped_column(String(40))
    low: Mapped[int] = mapped_column(Integer)
    high: Mapped[int] = mapped_column(Integer)
    suspected: Mapped[bool] = mapped_column(default=False)


class Client(Identified, Updated, Versioned, Searchable, Trailed, Counted, Scoped, Base):
    __tablename__ = "clients"
    __table_args__ = (*list_indexes(), Index(None, "lead_id"))
    searched = ("name", "email", "phone", "address")
    trail_name = count_kind = "client"

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))
    lead_id: Mapped[str | None] = mapped_column(ForeignKey("leads.id"))
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(254))
    phone: Mapped[str | None] = mapped_column(String(40))
    address: Mapped[str] = mapped_column(String(300))
    status: Mapped[str] = listed("status", CLIENT_STATUSES, default="active")
