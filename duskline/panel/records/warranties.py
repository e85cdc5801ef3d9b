"""Warranties: drawn up when an installation is completed, confirmed by those who approve jobs.

Who may enter: those who may see the client. Those who manage work orders fill in the parts of a draft.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated, Any

from sqlalchemy import ColumnElement, Date, bindparam

from duskline.core.data.base import now
from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter, Order, Span
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, patch, post, read, shape
from duskline.core.system.errors import Conflict, Forbidden, Invalid
from duskline.core.values.bodies import UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.places.places import today_of
from duskline.models.records.conversions import UNDONE_WITHIN
from duskline.models.records.warranties import PartKind, Warranty, WarrantyStatus, parts_of, put_parts
from duskline.policy import APPROVE_JOBS, MANAGE_WORK_ORDERS, SEE_CLIENTS

PATH = "/api/panel/warranties"
SOON = {"30": 30, "90": 90, "365": 365}
"""Days within which the product's warranty ends."""

Short = Annotated[str, Meta(max_length=80)]
Feet = Annotated[int, Meta(ge=0, le=10_000, extra={"say": "Please enter feet, from 0 to 10,000"})]


class WarrantyRow(ResponseModel):
    id: str
    number: str
    branch_id: str
    client_id: str
    work_order_id: str
    property_id: str | None
    holder: str
    place: str
    status: WarrantyStatus
    starts: date
    product_ends: date
    labor_ends: date
    terms_version: str
    waiting_since: datetime | None
    confirmed_at: datetime | None
    confirmed_by: str | None
    created_at: datetime
    version: int


class PartRow(ResponseModel):
    kind: PartKind
    serial: str | None
    feet: int | None
    color: str | None


class WarrantyPage(ResponseModel):
    warranty: WarrantyRow
    parts: list[PartRow]


class Part(Body, kw_only=True):
    kind: PartKind
    serial: Short | None = None
    feet: Feet | None = None
    color: Short | None = None


class WarrantyEdit(Body):
    starts: date | UnsetType = UNSET
    product_ends: date | UnsetType = UNSET
    labor_ends: date | UnsetType = UNSET
    parts: Annotated[list[Part], Meta(max_length=40)] | UnsetType = UNSET


async def _from_today(word: str, db: Reader) -> Span:
    """Of the reader's day, so that a list over several branches has one (product.md, rule 63)."""
    today = await today_of(db)
    return Span(today, today + timedelta(days=SOON[word]))


def _ends_within(name: str) -> ColumnElement[bool]:
    first, last = (bindparam(f"{name}_{end}", type_=Date) for end in Span._fields)
    return Warranty.product_ends.between(first, last)


WARRANTIES = Listing(
    Warranty,
    WarrantyRow,
    {
        "status": Filter(Warranty.status, tuple(WarrantyStatus)),
        "ends": Filter(None, tuple(SOON), value=_from_today, clause=_ends_within),
        "clientId": Filter(Warranty.client_id),
        "workOrderId": Filter(Warranty.work_order_id),
        "branchId": Filter(Warranty.branch_id),
    },
    orders={"ends": Order((Warranty.product_ends,), needs=("ends",))},
)
warranties = WARRANTIES.route(PATH, may=SEE_CLIENTS, name="warranties")


@read(PATH + "/{id:str}", may=SEE_CLIENTS)
async def warranty(db: Db, id: str) -> WarrantyPage:
    """One warranty with its parts."""
    return await _page(db, await db.find(Warranty, id))


@change(patch, PATH + "/{id:str}", may=MANAGE_WORK_ORDERS, status=200, shows=Warranty)
async def edit_warranty(db: Db, id: str, data: WarrantyEdit) -> WarrantyPage:
    """Fills in a draft; what is confirmed stays as it is."""
    found = await db.find_for_update(Warranty, id)
    if found.status != WarrantyStatus.DRAFT:
        raise Conflict("This warranty is confirmed. Reopen it to change it.")
    fields = data.given()
    if (parts := fields.pop("parts", None)) is not None:
        await put_parts(db, found, [_as_written(part) for part in parts])
    _require_order(found.apply(fields))
    await db.flush()
    return await _page(db, found)


def _as_written(part: Part) -> dict[str, Any]:
    """Serial numbers in capitals; other letters than ours may grow: a sharp s becomes two."""
    serial = part.serial.upper() if part.serial and part.serial.isascii() else part.serial
    return part.given() | {"serial": serial}


def _require_order(found: Warranty) -> None:
    ends = {"productEnds": found.product_ends, "laborEnds": found.labor_ends}
    if faults := {
        field: "Please choose a day after the start" for field, day in ends.items() if day <= found.starts
    }:
        raise Invalid(faults)


@change(post, PATH + "/{id:str}/confirm", may=APPROVE_JOBS, returns=WarrantyRow, status=200)
async def confirm_warranty(db: Db, id: str) -> Warranty:
    """The company stands for it from now on; confirmed again it stays so."""
    found = await db.find_for_update(Warranty, id)
    if found.waiting_since is not None:
        raise Conflict(
            "The installation is not completed. Complete its work order, then confirm the warranty."
        )
    if found.status == WarrantyStatus.DRAFT:
        found.apply({"status": WarrantyStatus.CONFIRMED, "confirmed_at": now(), "confirmed_by": db.actor.id})
    return found


@change(post, PATH + "/{id:str}/reopen", may=APPROVE_JOBS, returns=WarrantyRow, status=200)
async def reopen_warranty(db: Db, id: str) -> Warranty:
    """Takes back a confirmation that one gave a moment ago."""
    found = await db.find_for_update(Warranty, id)
    if found.status != WarrantyStatus.CONFIRMED or found.confirmed_at is None:
        raise Conflict("This warranty is not confirmed.")
    if found.confirmed_by != db.actor.id:
        raise Forbidden("Only the person who confirmed it can take that back.")
    if now() - found.confirmed_at > UNDONE_WITHIN:
        raise Conflict("This could be taken back for ten minutes. They have passed.")
    return found.apply({"status": WarrantyStatus.DRAFT, "confirmed_at": None, "confirmed_by": None})


async def _page(db: Db, found: Warranty) -> WarrantyPage:
    parts = [shape(part, PartRow) for part in await parts_of(db, found.id)]
    return WarrantyPage(shape(found, WarrantyRow), parts)  # type: ignore[arg-type]


ROUTES = [warranties, warranty, edit_warranty, confirm_warranty, reopen_warranty]
