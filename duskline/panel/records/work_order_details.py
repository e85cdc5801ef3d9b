"""What stands beside a work order: where it comes from, which building it is for, whether it is on hold or cancelled.

Who may enter: those who manage work orders; viewAllData reads. Only those who assign jobs cancel one.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from litestar.params import QueryParameter
from sqlalchemy import Select, select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read, shape
from duskline.core.system.errors import Conflict, Forbidden, Invalid
from duskline.core.values.bodies import UNSET, Body, Id, LongText, Place, ResponseModel, UnsetType
from duskline.models.records import references
from duskline.models.records.details import JobKind, WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Lead
from duskline.models.records.service import SupportTicket, WorkOrder, WorkOrderStatus
from duskline.models.records.visits import has_hands_on, require_hands_on
from duskline.models.records.warranties import keep_in_step
from duskline.panel.pictures.sizes import CrewSize, Feet, Hours, Stories
from duskline.panel.records.links import linked
from duskline.panel.rows import Linked, PropertyRow
from duskline.policy import MANAGE_WORK_ORDERS, SEE_WORK_ORDERS, Can
from duskline.services import services

PATH = "/api/panel/work-orders/{id:str}/details"
MOST_ASKED = 200
KNOWN_TO_WARRANTY = {"kind", "property_id", "feet"}
"""What of a completed job its warranty's draft follows."""

Ids = Annotated[str, QueryParameter(description="Ids, with commas between them")]


class Aside(StrEnum):
    """Beside the three statuses: the job waits for something, or will not be done."""

    HELD = "held"
    CANCELLED = "cancelled"


class WorkOrderDetailsRow(ResponseModel):
    id: str
    kind: JobKind
    lead: Linked | None
    ticket: Linked | None
    earlier: Linked | None
    property: PropertyRow | None
    feet: int | None
    stories: int | None
    hours: int | None
    crew_size: int | None
    promised: str | None
    aside: Aside | None
    aside_since: datetime | None
    reason: str | None
    tells_client: bool
    """Whether the client hears of the visit by mail."""
    hands_on: bool
    """Returns whether the caller may change the order, as far as it is about whose it is."""
    version: int


class WorkOrderSummary(ResponseModel):
    """What a list shows of it."""

    id: str
    kind: JobKind
    aside: Aside | None
    reason: str | None


class WorkOrderDetailsEdit(Body):
    kind: JobKind | UnsetType = UNSET
    lead_id: Id | UnsetType | None = UNSET
    ticket_id: Id | UnsetType | None = UNSET
    earlier_id: Id | UnsetType | None = UNSET
    property_id: Id | UnsetType | None = UNSET
    feet: Feet | UnsetType | None = UNSET
    stories: Stories | UnsetType | None = UNSET
    hours: Hours | UnsetType | None = UNSET
    crew_size: CrewSize | UnsetType | None = UNSET
    promised: LongText | UnsetType | None = UNSET
    aside: Aside | UnsetType | None = UNSET
    reason: Place | UnsetType | None = UNSET
    tells_client: bool | UnsetType = UNSET


@read("/api/panel/work-order-details", may=SEE_WORK_ORDERS)
async def work_order_summaries(db: Db, ids: Ids = "") -> list[WorkOrderSummary]:
    """What stands beside the work orders of a page."""
    asked = [id for id in ids.split(",") if id][:MOST_ASKED]
    found = await db.scalars(
        select(WorkOrderDetails)
        .join(WorkOrder, WorkOrder.id == WorkOrderDetails.id)
        .where(WorkOrder.id.in_(asked))
    )
    return [WorkOrderSummary(row.id, row.kind, aside_of(row), row.reason) for row in found]


@read(PATH, may=SEE_WORK_ORDERS)
async def work_order_details(db: Db, id: str) -> WorkOrderDetailsRow:
    """What stands beside a work order."""
    order = await db.find(WorkOrder, id)
    return await _shown(db, order, await db.find(WorkOrderDetails, id))


@change(patch, PATH, may=MANAGE_WORK_ORDERS, status=200, shows=WorkOrder)
async def edit_work_order_details(
    db: Db, request: StrictRequest, id: str, data: WorkOrderDetailsEdit
) -> WorkOrderDetailsRow:
    """Changes the fields that are sent. On hold and cancelled ask for a reason."""
    order = await db.find_held(WorkOrder, id)
    await require_hands_on(db, order)
    details = await db.find_for_update(WorkOrderDetails, id)
    fields = data.given()
    await _require_links(db, order, fields)
    _set_aside(db, order, details, fields)
    details.apply(fields)
    await db.flush()
    if fields.keys() & KNOWN_TO_WARRANTY:
        await keep_in_step(db, order, services(request).company.warranty)
    return await _shown(db, order, details)


def _set_aside(db: Db, order: WorkOrder, details: WorkOrderDetails, fields: dict[str, Any]) -> None:
    """`aside` as the columns hold it."""
    if "aside" not in fields:
        return
    aside = fields.pop("aside")
    if aside is not None and order.status == WorkOrderStatus.COMPLETED:
        raise Conflict("This work order is completed. Open it again to set it aside.")
    if aside is not None and not fields.get("reason"):
        raise Invalid({"reason": "Please say why"})
    if Aside.CANCELLED in (aside, aside_of(details)) and not db.actor.can(Can.ASSIGN_JOBS):
        raise Forbidden("Only those who assign jobs can cancel one, or take it up again.")
    if aside is None:
        fields["reason"] = None
    fields["held_since"] = now() if aside is Aside.HELD else None
    fields["cancelled_at"] = now() if aside is Aside.CANCELLED else None


def aside_of(details: WorkOrderDetails) -> Aside | None:
    if details.cancelled_at is not None:
        return Aside.CANCELLED
    return Aside.HELD if details.held_since is not None else None


def _reachable(order: WorkOrder) -> dict[str, tuple[str, str, Select[str]]]:
    """By column: the field, what to say where the link leads nowhere, and where it may lead."""
    return {
        "lead_id": (
            "leadId", "Please choose a lead of this branch from the list",
            select(Lead.id).where(Lead.branch_id == order.branch_id),
        ),
        "ticket_id": (
            "ticketId", "Please choose a ticket of this branch from the list",
            select(SupportTicket.id).where(SupportTicket.branch_id == order.branch_id),
        ),
        "earlier_id": (
            "earlierId", "Please choose another work order of this client from the list",
            select(WorkOrder.id).where(WorkOrder.client_id == order.client_id, WorkOrder.id != order.id),
        ),
        "property_id": (
            "propertyId", references.PROPERTY, references.properties_of(order.client_id),
        ),
    }  # fmt: skip


async def _require_links(db: Db, order: WorkOrder, fields: dict[str, Any]) -> None:
    """Raises Invalid, naming every link that leads out of the client's thread or the caller's scope."""
    faults = {}
    for column, (field, sentence, targets) in _reachable(order).items():
        wanted = fields.get(column)
        entity = targets.selected_columns.id
        if wanted is not None and await db.scalar(targets.where(entity == wanted)) is None:
            faults[field] = sentence
    if faults:
        raise Invalid(faults)


async def _shown(db: Db, order: WorkOrder, details: WorkOrderDetails) -> WorkOrderDetailsRow:
    place = None
    if details.property_id is not None:
        place = await db.scalar(select(Property).where(Property.id == details.property_id))
    aside = aside_of(details)
    return WorkOrderDetailsRow(
        id=details.id, kind=details.kind,
        lead=await linked(db, details.lead_id, Lead.id, Lead.name, Lead.status),
        ticket=await linked(db, details.ticket_id, SupportTicket.id, SupportTicket.subject, SupportTicket.status),
        earlier=await linked(db, details.earlier_id, WorkOrder.id, WorkOrder.title, WorkOrder.status),
        property=None if place is None else shape(place, PropertyRow),  # type: ignore[arg-type]
        feet=details.feet, stories=details.stories, hours=details.hours, crew_size=details.crew_size,
        promised=details.promised,
        aside=aside, aside_since=details.cancelled_at or details.held_since, reason=details.reason,
        tells_client=details.tells_client, hands_on=await has_hands_on(db, order), version=details.version,
    )  # fmt: skip


ROUTES = [work_order_summaries, work_order_details, edit_work_order_details]
