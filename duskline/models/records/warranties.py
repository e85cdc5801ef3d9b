"""What the company promised for an installation, and until when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy import Date, ForeignKey, Index, Integer, String, select, text
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column, now
from duskline.core.data.counts import Counted
from duskline.core.data.pointers import pointer
from duskline.core.data.search import Searchable
from duskline.core.data.session import Db
from duskline.models.places.places import today_in
from duskline.models.records.about import RecordKind
from duskline.models.records.details import OF_ITS_CLIENT, JobKind, WorkOrderDetails
from duskline.models.records.numbers import new_number
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, list_indexes
from duskline.models.records.service import WorkOrder
from duskline.models.records.status_changes import StatusChange
from duskline.policy import Scoped


class WarrantyStatus(StrEnum):
    DRAFT = "draft"
    """Drawn up when the installation was completed; somebody who approves jobs confirms it, unless it waits for its order."""
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
    client_id: Mapped[str] = mapped_column(
        ForeignKey("clients.id"), info=pointer(counts="warranties", holds=("warranty", "warranties"))
    )
    work_order_id: Mapped[str] = mapped_column(
        ForeignKey("work_orders.id"), unique=True,
        info=pointer(
            hangs=False, person=False, why="A draft goes with its order; what somebody confirmed keeps it (`removal`).",
        ),
    )  # fmt: skip
    property_id: Mapped[str | None] = mapped_column(
        ForeignKey("properties.id", ondelete="SET NULL"), index=True,
        info=pointer(holds=("warranty", "warranties"), person=False, why=OF_ITS_CLIENT),
    )  # fmt: skip
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
    waiting_since: Mapped[datetime | None]
    """Of a draft that was filled in: when its order was opened again."""
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
    drawn: Mapped[bool] = mapped_column(default=False)
    """Whether it came with the draft, by what the job knows; nobody has typed it."""

    def told(self) -> dict[str, Any]:
        """What people know of it."""
        return {"kind": self.kind, "serial": self.serial, "feet": self.feet, "color": self.color}


async def parts_of(db: Db, warranty_id: str) -> Sequence[WarrantyPart]:
    """In the order of the list."""
    theirs = select(WarrantyPart).where(WarrantyPart.warranty_id == warranty_id)
    return (await db.scalars(theirs.order_by(WarrantyPart.place))).all()


async def put_parts(
    db: Db, warranty: Warranty, parts: Sequence[Mapping[str, Any]], *, drawn: bool = False
) -> None:
    """Puts these in the place of those that are there; the warranty's history tells of both."""
    former = await parts_of(db, warranty.id)
    for part in former:
        await db.delete(part)
    present = [
        db.store(WarrantyPart(warranty_id=warranty.id, place=place, drawn=drawn, **fields))
        for place, fields in enumerate(parts)
    ]
    was, now_are = [part.told() for part in former], [part.told() for part in present]
    if was != now_are:
        warranty.told_beside = {"parts": [was, now_are]}
        warranty.updated_at = now()  # another version of it, whatever its own columns say
    warranty.serials = " ".join(part.serial for part in present if part.serial)[:1000]


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

    A draft follows its order to another client or building, and in its length. One that somebody filled in waits until the order is
    completed again.
    """
    present: Warranty | None = await db.scalar(select(Warranty).where(Warranty.work_order_id == order.id))
    details = await db.find(WorkOrderDetails, order.id)
    installed = order.status == "completed" and details.kind == JobKind.INSTALLATION
    if present is None:
        if installed:
            await _draw_up(db, order, details, years)
    elif present.status == WarrantyStatus.DRAFT:
        if not installed and not await _is_filled_in(db, present, years):
            await db.delete(present)
            return
        if (present.client_id, present.property_id) != (order.client_id, details.property_id):
            present.apply(await _for_whom(db, order, details))
        await _measure(db, present, order, details)
        if not installed:
            present.waiting_since = present.waiting_since or now()
        elif present.waiting_since is not None:
            present.apply(await _from_now_on(db, order, present, years))


async def _measure(db: Db, draft: Warranty, order: WorkOrder, details: WorkOrderDetails) -> None:
    """Parts that nobody typed follow the job."""
    if all(part.drawn for part in await parts_of(db, draft.id)):
        await put_parts(db, draft, await _known_parts(db, order, details), drawn=True)


async def _known_parts(db: Db, order: WorkOrder, details: WorkOrderDetails) -> list[dict[str, Any]]:
    """As long as the job, else as the building."""
    of_building = select(Property.feet).where(Property.id == (details.property_id or order.client_id))
    feet = details.feet if details.feet is not None else await db.scalar(of_building)
    return [] if feet is None else [{"kind": PartKind.CHANNEL, "feet": feet}]


async def _is_filled_in(db: Db, draft: Warranty, years: Years) -> bool:
    """Whether somebody typed anything: parts, or other days than those that it was drawn up with."""
    if not all(part.drawn for part in await parts_of(db, draft.id)):
        return True
    ends = (draft.product_ends, draft.labor_ends)
    return ends != _ends(draft.starts, years) or draft.starts not in await _completions(db, draft)


async def _completions(db: Db, draft: Warranty) -> set[date]:
    """The days on which its order was completed."""
    completed = (StatusChange.kind == RecordKind.WORK_ORDER, StatusChange.record_id == draft.work_order_id)
    times = select(StatusChange.at).where(*completed, StatusChange.to_status == "completed")
    return {await today_in(db, draft.branch_id, at) for at in (await db.scalars(times)).all()}


async def _from_now_on(db: Db, order: WorkOrder, draft: Warranty, years: Years) -> dict[str, Any]:
    """A draft whose order is completed again: days that nobody typed follow."""
    starts = draft.starts
    if starts in await _completions(db, draft):
        starts = await today_in(db, order.branch_id, order.completed_date)
    former, ends = _ends(draft.starts, years), _ends(starts, years)
    present = (draft.product_ends, draft.labor_ends)
    product, labor = (
        new if is_now == was else is_now for is_now, was, new in zip(present, former, ends, strict=True)
    )
    return {"waiting_since": None, "starts": starts, "product_ends": product, "labor_ends": labor}


async def _draw_up(db: Db, order: WorkOrder, details: WorkOrderDetails, years: Years) -> None:
    starts = await today_in(db, order.branch_id, order.completed_date)
    product, labor = _ends(starts, years)
    draft = db.store(
        Warranty(
            number=f"W-{new_number()}", work_order_id=order.id, starts=starts, product_ends=product, labor_ends=labor,
            terms_version=years.terms_version, **await _for_whom(db, order, details),
        )
    )  # fmt: skip
    await db.flush()
    for place, part in enumerate(await _known_parts(db, order, details)):
        db.store(WarrantyPart(warranty_id=draft.id, place=place, drawn=True, **part))


def _ends(starts: date, years: Years) -> tuple[date, date]:
    """Of the product's warranty and of that for labor."""
    return after_years(starts, years.product_years), after_years(starts, years.labor_years)


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
