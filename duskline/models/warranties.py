"""What the company promised for an installation, and until when."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import Date, ForeignKey, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.search import Searchable
from duskline.policy import Scoped


class WarrantyStatus(StrEnum):
    DRAFT = "draft"
    """Drawn up when the installation was completed; somebody who approves jobs confirms it."""
    CONFIRMED = "confirmed"
    VOID = "void"


class PartKind(StrEnum):
    CONTROLLER = "controller"
    LIGHTS = "lights"
    CHANNEL = "channel"
    POWER_SUPPLY = "power_supply"


class Warranty(Identified, Updated, Versioned, Searchable, Audited, Scoped, Base):
    __tablename__ = "warranties"
    __table_args__ = (
        Index(None, "created_at", "id"),
        Index(None, "branch_id", "created_at", "id"),
        Index(None, "client_id"),
        Index(None, "product_ends"),
        Index(None, "branch_id", "product_ends"),
    )
    searched = ("number", "serials", "holder", "place")
    audit_name = "warranty"

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))
    number: Mapped[str] = mapped_column(String(20), unique=True)
    client_id: Mapped[str] = mapped_column(ForeignKey("clients.id"))
    work_order_id: Mapped[str] = mapped_column(ForeignKey("work_orders.id"), unique=True)
    property_id: Mapped[str | None] = mapped_column(
        ForeignKey("properties.id", ondelete="SET NULL"), index=True
    )
    holder: Mapped[str] = mapped_column(String(200))
    """The client's name when it was drawn up."""
    place: Mapped[str] = mapped_column(String(300))
    """The address of the installation, as it was then."""
    serials: Mapped[str] = mapped_column(String(1000), default="")
    """Those of its parts, for the search."""
    status: Mapped[WarrantyStatus] = enum_column("status", WarrantyStatus, default=WarrantyStatus.DRAFT)
    starts: Mapped[date] = mapped_column(Date)
    product_ends: Mapped[date] = mapped_column(Date)
    labor_ends: Mapped[date] = mapped_column(Date)
    terms_version: Mapped[str] = mapped_column(String(40))
    confirmed_at: Mapped[datetime | None]
    confirmed_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))


class WarrantyPart(Identified, Base):
    __tablename__ = "warranty_parts"

    warranty_id: Mapped[str] = mapped_column(ForeignKey("warranties.id", ondelete="CASCADE"), index=True)
    kind: Mapped[PartKind] = enum_column("kind", PartKind)
    serial: Mapped[str | None] = mapped_column(String(80), index=True)
    feet: Mapped[int | None] = mapped_column(Integer)
    color: Mapped[str | None] = mapped_column(String(80))
