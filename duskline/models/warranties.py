"""What the company promised for an installation, and until when."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy import Date, ForeignKey, Index, Integer, String, select, text
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.counts import Counted
from duskline.core.data.search import Searchable
from duskline.core.data.session import Db
from duskline.models.details import JobKind, WorkOrderDetails
from duskline.models.numbers import new_number
from duskline.models.places import today_in
from duskline.models.properties import Property
from duskline.models.sales import Client, list_indexes
from duskline.models.service import WorkOrder
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


class Warranty(Identified, Updated, Versioned, Searchable, Audited, Counted, Scoped, Base):
    __tablename__ = "warranties"
    __table_args__ = (
        *list_indexes(),
        Index(None, "client_id"),
        Index("ix_warranties_by_end", "product_ends", text("id DESC"), "branch_id"),
        Index("ix_warranties_by_branch_and_end", "branch_id", "product_ends", text("id DESC")),
    )
    searched = ("number", "serials", "holder", "place")
    audit_name = count_kind = "warranty"

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
    place: Mapped[int] = mapped_column(Integer)
    """In the order of the list."""
    kind: Mapped[PartKind] = enum_column("kind", PartKind)
    serial: Mapped[str | None] = mapped_column(String(80), index=True)
    feet: Mapped[int | None] = mapped_column(Integer)
    color: Mapped[str | None] = mapped_column(String(80))


class Years(Protocol):
    """How long the company stands for an installation."""

    @property
    def product_years(self) -> int: ...

    @property
    def labor_years(self) -> int: ...

    @property
    def terms_version(self) -> str: ...


async def keep_in_step(db: Db, order: WorkOrder, years: Years) -> None:
    """A completed installation has a warranty, in draft until somebody confirms it; one that is open again has none yet.

    A draft follows its order to another client.
    """
    present: Warranty | None = await db.scalar(select(Warranty).where(Warranty.work_order_id == order.id))
    details = await db.find(WorkOrderDetails, order.id)
    installed = order.status == "completed" and details.kind == JobKind.INSTALLATION
    if installed and present is None:
        db.store(await _drawn_up(db, order, details, years))
    elif present is None or present.status != WarrantyStatus.DRAFT:
        return
    elif not installed:
        await db.delete(present)
    elif present.client_id != order.client_id:
        present.apply(await _for_whom(db, order, details))


async def _drawn_up(db: Db, order: WorkOrder, details: WorkOrderDetails, years: Years) -> Warranty:
    starts = await today_in(db, order.branch_id, order.completed_date)
    return Warranty(
        number=f"W-{new_number()}", work_order_id=order.id, starts=starts, product_ends=after_years(starts, years.product_years),
        labor_ends=after_years(starts, years.labor_years), terms_version=years.terms_version,
        **await _for_whom(db, order, details),
    )  # fmt: skip


async def _for_whom(db: Db, order: WorkOrder, details: WorkOrderDetails) -> dict[str, Any]:
    client = await db.find(Client, order.client_id)
    place = await db.scalar(select(Property.address).where(Property.id == details.property_id))
    return {
        "branch_id": order.branch_id, "client_id": client.id, "property_id": details.property_id, "holder": client.name,
        "place": place or client.address,
    }  # fmt: skip


def after_years(day: date, years: int) -> date:
    """The same day some years on; of February 29 the 28th where there is none."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)
