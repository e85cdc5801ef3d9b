"""What stands beside a ticket: its lead or client, its job, its warranty, the message it came from; and the return visit it needs.

Who may enter: those who manage tickets; viewAllData reads. Those who manage work orders may make the return visit too.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from litestar.params import QueryParameter
from sqlalchemy import String, case, cast, func, or_, select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, patch, post, read
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import UNSET, Body, Id, LongText, Name, ResponseModel, UnsetType
from duskline.models.records import references
from duskline.models.records.conversions import Conversion, ConversionKind, keep
from duskline.models.records.details import (
    JobKind,
    TicketDetails,
    WorkOrderDetails,
    client_of_lead,
    client_of_ticket,
)
from duskline.models.records.enquiries import ContactSubmission
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder, WorkOrderStatus
from duskline.models.records.visitors import VisitorReference, photo_addresses, photos_sent_with
from duskline.models.records.warranties import Warranty
from duskline.panel.records.links import linked
from duskline.panel.rows import Linked, Made
from duskline.policy import MANAGE_TICKETS, RETURN_VISITS, SEE_TICKETS

PATH = "/api/panel/support-tickets/{id:str}"
MOST_ASKED = 200
CLIENT_FIRST = "Please choose the client first: a visit needs a place to go to"

Ids = Annotated[str, QueryParameter(description="Ids, with commas between them")]


class TicketDetailsRow(ResponseModel):
    id: str
    client: Linked | None
    """Of a lead's ticket, whom the lead became."""
    lead: Linked | None
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
    lead: Linked | None


class TicketDetailsEdit(Body):
    client_id: Id | UnsetType | None = UNSET
    lead_id: Id | UnsetType | None = UNSET
    work_order_id: Id | UnsetType | None = UNSET
    warranty_id: Id | UnsetType | None = UNSET


class ReturnVisit(Body):
    client_id: Id | None = None
    """Where the ticket has none yet."""
    title: Name | None = None
    description: LongText | None = None
    promised: LongText | None = None
    """What the client was promised, for the crew."""


@read("/api/panel/ticket-details", may=SEE_TICKETS)
async def ticket_summaries(db: Db, ids: Ids = "") -> list[TicketSummary]:
    """What stands beside the tickets of a page."""
    asked = [id for id in ids.split(",") if id][:MOST_ASKED]
    found = await db.execute(
        select(SupportTicket.id, *_named(Client), *_named(Lead))
        .join(TicketDetails, TicketDetails.id == SupportTicket.id)
        .outerjoin(Client, Client.id == client_of_ticket())
        .outerjoin(Lead, Lead.id == TicketDetails.lead_id)
        .where(SupportTicket.id.in_(asked))
    )
    return [
        TicketSummary(row[0], *(Linked(*who) if who[0] else None for who in (row[1:4], row[4:])))
        for row in found
    ]


def _named(entity: type[Client | Lead]) -> tuple[Any, ...]:
    """The columns of a link to somebody."""
    return entity.id, entity.name, entity.status


@read(PATH + "/details", may=SEE_TICKETS)
async def ticket_details(db: Db, id: str) -> TicketDetailsRow:
    """What stands beside a ticket."""
    await db.find(SupportTicket, id)
    return await _shown(db, await db.find(TicketDetails, id))


@change(patch, PATH + "/details", may=MANAGE_TICKETS, status=200, shows=SupportTicket)
async def edit_ticket_details(db: Db, id: str, data: TicketDetailsEdit) -> TicketDetailsRow:
    """Changes the fields that are sent. A work order and a warranty bring their client along; a ticket is one person's."""
    ticket = await db.find_held(SupportTicket, id)
    details = await db.find_for_update(TicketDetails, id)
    fields = data.given()
    await _require_links(db, ticket, details, fields)
    details.apply(fields)
    await db.flush()
    return await _shown(db, details)


@change(post, PATH + "/return-visit", may=RETURN_VISITS, status=200, shows=SupportTicket)
async def make_return_visit(db: Db, id: str, data: ReturnVisit) -> Made:
    """A job for the ticket, pending and unassigned; the same one when asked again, until that is over."""
    ticket = await db.find_for_update(SupportTicket, id)
    details = await db.find_locked(TicketDetails, id)
    last = await _last_visit(db, id)
    if last is not None and not last.is_over:
        return Made(last.order.id, last.order.title, last.conversion.id)
    before = {"client_id": details.client_id, "lead_id": details.lead_id}
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
    known = await _client_of(db, details)
    client_id = known or data.client_id
    if client_id is None:
        raise Invalid({"clientId": CLIENT_FIRST})
    client = await references.find_client(db, client_id)
    references.require_client_of(ticket.branch_id, client)
    details.client_id = client.id
    if known is None:
        details.lead_id = None  # of this client by now
    order = WorkOrder(
        branch_id=client.branch_id, client_id=client.id,
        title=data.title or f"Return visit: {ticket.subject}"[:200],
        description=data.description or ticket.description,
    )  # fmt: skip
    links: dict[str, Any] = {
        "kind": JobKind.SERVICE, "ticket_id": ticket.id, "property_id": client.id, "promised": data.promised,
    }  # fmt: skip
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


OF_CLIENT: tuple[tuple[str, type[WorkOrder | Warranty], str, str], ...] = (
    ("work_order_id", WorkOrder, "workOrderId", "Please choose a work order of this client from the list"),
    ("warranty_id", Warranty, "warrantyId", "Please choose a warranty of this client from the list"),
)
"""What a ticket is about, by column: what it must be of, the field, and what to say where it is somebody else's."""


async def _require_links(
    db: Db, ticket: SupportTicket, details: TicketDetails, fields: dict[str, Any]
) -> None:
    """A job or a warranty brings its client along, and leaves with it; raises Invalid, naming every link that does not fit."""
    present, faults = await _client_of(db, details), {}
    if fields.get("lead_id") is not None:
        whose = await _of_lead(db, ticket, fields)
    else:
        whose = fields.get("client_id", present)
    for column, entity, field, sentence in OF_CLIENT:
        wanted = fields.get(column)
        if wanted is None:
            continue
        client_id = await db.scalar(select(entity.client_id).where(entity.id == wanted))
        if client_id is None or client_id != (whose or client_id):
            faults[field] = sentence
        else:
            fields["client_id"] = whose = client_id
    if (wanted := fields.get("client_id")) is not None and not faults:
        references.require_client_of(ticket.branch_id, await references.find_client(db, wanted))
    if faults:
        raise Invalid(faults)
    if whose != present:
        fields |= {"work_order_id": None, "warranty_id": None} | fields
    if "client_id" in fields and not fields.get("lead_id") and await _became(db, details.lead_id) != whose:
        fields["lead_id"] = None  # it is not that lead's


async def _of_lead(db: Db, ticket: SupportTicket, fields: dict[str, Any]) -> str | None:
    """Whom the chosen lead became; the ticket is that person's, and no other client's."""
    lead = await references.find_lead(db, fields["lead_id"])
    if ticket.branch_id not in (None, lead.branch_id):
        raise Invalid({"leadId": references.LEAD})
    became = await _became(db, lead.id)
    if fields.setdefault("client_id", None) not in (None, became):
        raise Invalid({"leadId": "Please choose a lead of this client from the list"})
    return became


async def _became(db: Db, lead_id: str | None) -> str | None:
    became: str | None = await db.scalar(select(client_of_lead(lead_id)))
    return became


async def _client_of(db: Db, details: TicketDetails) -> str | None:
    """Whose the ticket is: the client that it names, or whom its lead became."""
    found: str | None = await db.scalar(select(client_of_ticket()).where(TicketDetails.id == details.id))
    return found


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
        client=await linked(db, await _client_of(db, details), *_named(Client)),
        lead=await linked(db, details.lead_id, *_named(Lead)),
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
