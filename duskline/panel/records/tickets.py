"""Support tickets. Who may enter: those who manage tickets; viewAllData reads.

A ticket without a branch belongs to the company: global roles alone make and see one (product.md, rule 17).
"""

from __future__ import annotations

from typing import Annotated

from duskline.core.data.lists import Filter, Order, either_way
from duskline.core.data.session import Db
from duskline.core.http.bulk import Bulk, bulk_routes
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, patch, post
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import UNSET, Body, Id, Meta, Name, UnsetType
from duskline.models.merging.matches import warranty_of
from duskline.models.places.places import chosen_branch
from duskline.models.records import references
from duskline.models.records.conversions import ConversionKind, keep
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, Taking, Topic, take_enquiry
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import (
    SupportTicket,
    TicketCategory,
    TicketPriority,
    TicketStatus,
    urgency,
)
from duskline.models.reporting.lead_facts import YES
from duskline.models.reporting.ticket_facts import ANSWERED, WAITING, TicketFacts
from duskline.panel import exports
from duskline.panel.exports import export_route
from duskline.panel.filters import by_assignee, days, fact, known, lacking
from duskline.panel.one_record import record_routes, removal_route
from duskline.panel.rows import TicketRow
from duskline.policy import MANAGE_TICKETS, SEE_TICKETS, Actor, ScopeLevel

PATH = "/api/panel/support-tickets"

Description = Annotated[str, Meta(min_length=1, max_length=10_000)]


class NewTicket(Body, kw_only=True):
    created_by: Id | None = None
    """Accepted because the interface sends it; the author is always the caller (product.md, rule 10)."""
    branch_id: Id | UnsetType | None = UNSET
    subject: Name
    description: Description
    category: TicketCategory
    priority: TicketPriority = TicketPriority.MEDIUM
    status: TicketStatus = TicketStatus.OPEN
    assigned_to: Id | None = None
    client_id: Id | None = None
    """Whose ticket it is; it then lies in the client's branch unless another is named."""


class TicketEdit(Body):
    created_by: Id | UnsetType | None = UNSET
    branch_id: Id | UnsetType | None = UNSET
    subject: Name | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    category: TicketCategory | UnsetType = UNSET
    priority: TicketPriority | UnsetType = UNSET
    status: TicketStatus | UnsetType = UNSET
    assigned_to: Id | UnsetType | None = UNSET


class TicketsEdit(Bulk, kw_only=True):
    """The same of many tickets."""

    change: TicketEdit


TICKETS = Listing(
    SupportTicket,
    TicketRow,
    {
        "status": Filter(SupportTicket.status, tuple(TicketStatus)),
        "priority": Filter(SupportTicket.priority, tuple(TicketPriority)),
        "category": Filter(SupportTicket.category, tuple(TicketCategory)),
        "assignedTo": by_assignee(SupportTicket.assigned_to),
        "branchId": Filter(SupportTicket.branch_id),
        "unassigned": lacking(SupportTicket.assigned_to),
        "made": days(SupportTicket, TicketFacts.made_on),
        "answered": known(SupportTicket, TicketFacts.answered_in),
        "answeredIn7Days": known(SupportTicket, TicketFacts.answered_soon),
        "resolved": days(SupportTicket, TicketFacts.resolved_on),
        "reopened": fact(SupportTicket, TicketFacts.reopened, (YES,)),
        "reopenedIn30Days": known(SupportTicket, TicketFacts.reopened_soon),
        "open": fact(SupportTicket, TicketFacts.state, (WAITING, ANSWERED)),
        "unsettled": known(SupportTicket, TicketFacts.state),
    },
    orders={
        "oldest": Order((SupportTicket.created_at,), needs=("status",)),
        **either_way(
            created=SupportTicket.created_at,
            priority=(urgency(SupportTicket.priority), SupportTicket.created_at),
        ),
    },
)
tickets = TICKETS.route(PATH, may=SEE_TICKETS, name="tickets")
tickets_file = export_route(
    TICKETS,
    PATH,
    may=SEE_TICKETS,
    columns={
        "Subject": SupportTicket.subject, "Description": SupportTicket.description, "Status": SupportTicket.status,
        "Priority": SupportTicket.priority, "Category": SupportTicket.category,
        "Created by": exports.person(SupportTicket.created_by), "Assigned to": exports.person(SupportTicket.assigned_to),
        "Resolved (UTC)": SupportTicket.resolved_at, "Branch": exports.branch(SupportTicket.branch_id),
        "Created (UTC)": SupportTicket.created_at, "Updated (UTC)": SupportTicket.updated_at, "Id": SupportTicket.id,
    },
)  # fmt: skip


@change(post, PATH, may=MANAGE_TICKETS, returns=TicketRow)
async def create_ticket(db: Db, data: NewTicket) -> SupportTicket:
    """A new ticket by the caller."""
    fields = data.given()
    client_id = fields.pop("client_id")
    client = None if client_id is None else await references.find_client(db, client_id)
    fields |= {"branch_id": _branch(db.actor, data.branch_id, client), "created_by": db.actor.id}
    ticket = SupportTicket(**fields)
    if client is not None:
        references.require_client_of(ticket.branch_id, client)
    ticket.with_details = {"client_id": client_id}
    return await references.stored(db, ticket)


class TakingForPerson(Taking):
    """Whose the ticket is, where that is known: a client's or a lead's."""

    client_id: Id | None = None
    lead_id: Id | None = None


AS_TICKET = {
    Topic.CONTACT: ("Message", TicketCategory.GENERAL, TicketPriority.MEDIUM),
    Topic.EMERGENCY: ("Emergency", TicketCategory.TECHNICAL, TicketPriority.URGENT),
    Topic.PRODUCT_REGISTRATION: ("Product registration", TicketCategory.WARRANTY, TicketPriority.LOW),
    Topic.EXTENDED_COVERAGE: ("Extended coverage", TicketCategory.WARRANTY, TicketPriority.MEDIUM),
}
"""What the ticket is called and how it is filed, by the topic of the message."""


@change(post, "/api/panel/enquiries/{id:str}/ticket", may=MANAGE_TICKETS, returns=TicketRow)
async def make_ticket(db: Db, id: str, data: TakingForPerson) -> SupportTicket:
    """A message of the inbox becomes a ticket, with its words and the sender's address in the description.

    Of a client or lead in scope, where one is named; it then lies in their branch, and knows the warranty and the job of
    that client that the message is about.
    """
    person = await _person(db, data)
    handling, enquiry = await take_enquiry(db, id)
    subject, category, priority = AS_TICKET[handling.topic]
    ticket = SupportTicket(
        branch_id=chosen_branch(db.actor, data.branch_id) if person is None else person.branch_id,
        created_by=db.actor.id,
        subject=f"{subject}: {enquiry.name}"[:200],
        description=f"{enquiry.message}\n\n{_sender(enquiry, handling)}"[:10_000],
        category=category,
        priority=priority,
    )
    links = {"enquiry_id": id, "lead_id": data.lead_id}
    ticket.with_details = links | await _about(db, data.client_id, enquiry.message, handling.topic)
    await references.stored(db, ticket)
    await db.flush()
    before = {"led_to": handling.leads_to}
    handling.ticket_id = ticket.id
    handling.client_id = data.client_id or handling.client_id
    handling.lead_id = data.lead_id or handling.lead_id
    await keep(db, ConversionKind.TICKET, id, ticket, before=before)
    return ticket


@change(patch, PATH + "/{id:str}", may=MANAGE_TICKETS, returns=TicketRow)
async def edit_ticket(db: Db, id: str, data: TicketEdit) -> SupportTicket:
    """Changes the fields that are sent; the author stays."""
    fields = data.given()
    fields.pop("created_by", None)
    if data.branch_id is not UNSET:
        fields["branch_id"] = _branch(db.actor, data.branch_id)
    ticket = (await db.find_for_update(SupportTicket, id)).apply(fields)
    await references.check(db, ticket)
    return ticket


async def _about(db: Db, client_id: str | None, words: str, topic: Topic) -> dict[str, str | None]:
    """What a ticket that is made of a message is linked to."""
    if client_id is None or (meant := await warranty_of(db, client_id, words, topic)) is None:
        return {"client_id": client_id}
    return {"client_id": client_id, "warranty_id": meant.id, "work_order_id": meant.work_order_id}


async def _person(db: Db, data: TakingForPerson) -> Client | Lead | None:
    if data.client_id is not None and data.lead_id is not None:
        raise Invalid({"leadId": "Please choose either a client or a lead"})
    if data.lead_id is not None:
        return await references.find_lead(db, data.lead_id)
    return None if data.client_id is None else await references.find_client(db, data.client_id)


def _sender(enquiry: ContactSubmission, handling: EnquiryHandling) -> str:
    """Who it is from, where that is and when to call."""
    said = "From " + ", ".join(filter(None, (enquiry.name, enquiry.email, enquiry.phone, handling.street)))
    return f"{said}. {handling.when}" if handling.when else said


def _branch(actor: Actor, given: str | UnsetType | None, client: Client | None = None) -> str | None:
    """Global roles may say "no branch"; for others an empty one is their own. A client's is that of its tickets."""
    if given is UNSET and client is not None:
        return client.branch_id
    if given is None and actor.level is ScopeLevel.GLOBAL:
        return None
    return chosen_branch(actor, None if given is UNSET else given)


ROUTES = [tickets, tickets_file, create_ticket, make_ticket, edit_ticket, removal_route(PATH, SupportTicket)]
ROUTES += bulk_routes(PATH, edit_ticket, TicketsEdit)
ROUTES += record_routes(PATH, SupportTicket, TicketRow, SEE_TICKETS)
