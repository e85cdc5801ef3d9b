"""What stands beside a ticket: its client, its job, its warranty, the message it came from; and the return visit it needs.

Who may enter: those who manage tickets; viewAllData reads. Whoever manages work orders may make the return visit too.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from litestar.params import QueryParameter
from sqlalchemy import String, case, cast, func, or_, select

from duskline.core.data.session import Db
from duskline.core.errors import Invalid
from duskline.core.http.bodies import UNSET, Body, Id, LongText, Name, ResponseModel, UnsetType
from duskline.core.http.routing import change, patch, post, read
from duskline.models import references
from duskline.models.conversions import Conversion, ConversionKind, keep
from duskline.models.details import JobKind, TicketDetails, WorkOrderDetails
from duskline.models.enquiries import ContactSubmission
from duskline.models.sales import Client
from duskline.models.service import SupportTicket, WorkOrder, WorkOrderStatus
from duskline.models.visitors import VisitorReference, photo_addresses, photos_sent_with
from duskline.models.warranties import Warranty
from duskline.panel.links import linked
from duskline.panel.rows import Linked, Made
from duskline.policy import MANAGE_TICKETS, RETURN_VISITS, SEE_TICKETS

PATH = "/api/panel/support-tickets/{id:str}"
MOST_ASKED = 200
CLIENT_FIRST = "Please choose the client first: a visit needs a place to go to"

Ids = Annotated[str, QueryParameter(description="Ids, with commas between them")]


class TicketDetailsRow(ResponseModel):
    id: str
    client: Linked | None
    work_order: Linked | None
    warranty: Linked | None
    message: str | None
    """The words that the ticket came from."""
    photos: list[str]
    """Where those can be seen that came with them."""
    visits: list[Linked]
    """The return visits that were made for it, the newest first; one that is set aside has that for its status."""
    version: int


class TicketSummary(ResponseModel):
    """What a list shows of it."""

    id: str
    client: Linked | None


class TicketDetailsEdit(Body):
    client_id: Id | UnsetType | None = UNSET
    work_order_id: Id | UnsetType | None = UNSET
    warranty_id: Id | UnsetType | None = UNSET


class ReturnVisit(Body):
    client_id: Id | None = None
    """Where the ticket has none yet."""
    title: Name | None = None
    description: LongText | None = None


@read("/api/panel/ticket-details", may=SEE_TICKETS)
async def ticket_summaries(db: Db, ids: Ids = "") -> list[TicketSummary]:
    """What stands beside the tickets of a page."""
    asked = [id for id in ids.split(",") if id][:MOST_ASKED]
    found = await db.execute(
        select(SupportTicket.id, Client.id, Client.name, Client.status)
        .join(TicketDetails, TicketDetails.id == SupportTicket.id)
        .outerjoin(Client, Client.id == TicketDetails.client_id)
        .where(SupportTicket.id.in_(asked))
    )
    return [TicketSummary(id, Linked(*client) if client[0] else None) for id, *client in found]


@read(PATH + "/details", may=SEE_TICKETS)
async def ticket_details(db: Db, id: str) -> TicketDetailsRow:
    """What stands beside a ticket."""
    await db.find(SupportTicket, id)
    return await _shown(db, await db.find(TicketDetails, id))


@change(patch, PATH + "/details", may=MANAGE_TICKETS, status=200)
async def edit_ticket_details(db: Db, id: str, data: TicketDetailsEdit) -> TicketDetailsRow:
    """Changes the fields that are sent. A work order and a warranty bring their client along."""
    ticket = await db.find_held(SupportTicket, id)
    details = await db.find_for_update(TicketDetails, id)
    fields = data.given()
    await _require_links(db, ticket, details, fields)
    details.apply(fields)
    await db.flush()
    return await _shown(db, details)


@change(post, PATH + "/return-visit", may=RETURN_VISITS, status=200)
async def make_return_visit(db: Db, id: str, data: ReturnVisit) -> Made:
    """A job for the ticket, pending and unassigned; the same one when asked again, until that is over."""
    ticket = await db.find_for_update(SupportTicket, id)
    details = await db.find_for_update(TicketDetails, id)
    last = await _last_visit(db, id)
    if last is not None and not last.is_over:
        return Made(last.order.id, last.order.title, last.conversion.id)
    before = {} if details.client_id else {"client_id": None}
    order = await _return_visit(db, ticket, details, data)
    round = 0 if last is None else last.conversion.round + 1
    made = await keep(db, ConversionKind.RETURN_VISIT, id, order, round=round, before=before)
    return Made(order.id, order.title, made.id)


class _Visit(NamedTuple):
    conversion: Conversion
    order: WorkOrder
    is_over: bool


async def _last_visit(db: Db, ticket_id: str) -> _Visit | None:
    """Of the return visits of a ticket the one that is still to be made; else the last, which is done or cancelled."""
    is_over = or_(WorkOrder.status == WorkOrderStatus.COMPLETED, WorkOrderDetails.cancelled_at.is_not(None))
    found = await db.execute(
        select(Conversion, WorkOrder, is_over)
        .join(WorkOrder, WorkOrder.id == Conversion.to_id)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .where(
            Conversion.kind == ConversionKind.RETURN_VISIT,
            Conversion.from_id == ticket_id,
            Conversion.undone_at.is_(None),
        )
        .order_by(is_over, Conversion.round.desc())
        .limit(1)
    )
    row = found.first()
    return None if row is None else _Visit(*row)


async def _return_visit(
    db: Db, ticket: SupportTicket, details: TicketDetails, data: ReturnVisit
) -> WorkOrder:
    client_id = details.client_id or data.client_id
    if client_id is None:
        raise Invalid({"clientId": CLIENT_FIRST})
    client = await references.find_client(db, client_id)
    references.require_client_of(ticket.branch_id, client)
    details.client_id = client.id
    order = WorkOrder(
        branch_id=client.branch_id, client_id=client.id,
        title=data.title or f"Return visit: {ticket.subject}"[:200],
        description=data.description or ticket.description,
    )  # fmt: skip
    links: dict[str, Any] = {"kind": JobKind.SERVICE, "ticket_id": ticket.id, "property_id": client.id}
    if (earlier := await _earlier(db, details, client)) is not None:
        links["earlier_id"] = earlier.id
        links["property_id"] = earlier.property_id or client.id
    order.with_details = links
    return await references.stored(db, order)


async def _earlier(db: Db, details: TicketDetails, client: Client) -> WorkOrderDetails | None:
    """The job that the ticket or its warranty is about, unless it is somebody else's by now: nobody is to drive to the wrong
    house.
    """
    installed = select(Warranty.work_order_id).where(Warranty.id == details.warranty_id).scalar_subquery()
    found: WorkOrderDetails | None = await db.scalar(
        select(WorkOrderDetails)
        .join(WorkOrder, WorkOrder.id == WorkOrderDetails.id)
        .where(
            WorkOrder.id == func.coalesce(details.work_order_id, installed), WorkOrder.client_id == client.id
        )
    )
    return found


async def _require_links(
    db: Db, ticket: SupportTicket, details: TicketDetails, fields: dict[str, Any]
) -> None:
    """A job or a warranty brings its client along, and leaves with it; raises Invalid, naming every link that does not fit."""
    faults = {}
    for column, entity, field, sentence in (
        (
            "work_order_id",
            WorkOrder,
            "workOrderId",
            "Please choose a work order of this client from the list",
        ),
        ("warranty_id", Warranty, "warrantyId", "Please choose a warranty of this client from the list"),
    ):
        wanted = fields.get(column)
        if wanted is None:
            continue
        client_id = await db.scalar(select(entity.client_id).where(entity.id == wanted))
        known = fields.get("client_id", details.client_id) or client_id
        if client_id is None or client_id != known:
            faults[field] = sentence
        else:
            fields["client_id"] = client_id
    if (wanted := fields.get("client_id")) is not None and not faults:
        references.require_client_of(ticket.branch_id, await references.find_client(db, wanted))
    if faults:
        raise Invalid(faults)
    if fields.get("client_id", details.client_id) != details.client_id:
        fields |= {"work_order_id": None, "warranty_id": None} | fields


async def _shown(db: Db, details: TicketDetails) -> TicketDetailsRow:
    status = case(
        (WorkOrderDetails.cancelled_at.is_not(None), "cancelled"),
        (WorkOrderDetails.held_since.is_not(None), "held"),
        else_=cast(WorkOrder.status, String),
    )
    visits = (
        select(WorkOrder.id, WorkOrder.title, status)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .where(WorkOrderDetails.ticket_id == details.id)
        .order_by(WorkOrder.created_at.desc())
        .limit(20)
    )
    message, photos = await _message(db, details)
    return TicketDetailsRow(
        id=details.id,
        client=await linked(db, details.client_id, Client.id, Client.name, Client.status),
        work_order=await linked(db, details.work_order_id, WorkOrder.id, WorkOrder.title, WorkOrder.status),
        warranty=await linked(db, details.warranty_id, Warranty.id, Warranty.number, Warranty.status),
        message=message,
        photos=photos,
        visits=[Linked(*row) for row in await db.execute(visits)],
        version=details.version,
    )


async def _message(db: Db, details: TicketDetails) -> tuple[str | None, list[str]]:
    """The words and photos that the ticket came from."""
    if details.enquiry_id is None:
        return None, []
    photos = photos_sent_with(VisitorReference.enquiry_id == ContactSubmission.id)
    sent = select(ContactSubmission.message, photos).where(ContactSubmission.id == details.enquiry_id)
    row = (await db.execute(sent)).first()
    return (None, []) if row is None else (row[0], photo_addresses(row[1]))


ROUTES = [ticket_summaries, ticket_details, edit_ticket_details, make_return_visit]
