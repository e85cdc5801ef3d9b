"""The inbox: visitors' messages become leads or tickets, once. Who may enter: those who manage leads or tickets.

Messages belong to the company and are seen in every branch; what they become is placed in the taker's branch,
or where a taker of wider scope says.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from sqlalchemy import String, case, cast, null, select

from duskline.core.data.lists import Filter
from duskline.core.data.session import Db
from duskline.core.http.bodies import Body, Id
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, post
from duskline.models import references
from duskline.models.enquiries import ContactSubmission, EnquiryHandling, EnquiryState, Topic
from duskline.models.people import Colleague
from duskline.models.places import chosen_branch
from duskline.models.sales import Lead
from duskline.models.service import SupportTicket
from duskline.panel.rows import EnquiryRow, LeadRow, TicketRow
from duskline.policy import MANAGE_LEADS, MANAGE_TICKETS, SEE_ENQUIRIES, SEE_LEADS, SEE_TICKETS, Actor

PATH = "/api/panel/enquiries"

HANDLED = ("topic", "state", "suspected", "taken_by", "taken_at", "lead_id", "ticket_id")
SHOWN_STATE = case(
    (EnquiryHandling.suspected & (EnquiryHandling.state == "open"), "suspected"), else_=EnquiryHandling.state
)
BECAME = {"lead_id": (SEE_LEADS, Lead), "ticket_id": (SEE_TICKETS, SupportTicket)}
"""What a message may become, and who sees that."""


def inbox(opens: tuple[bool, ...]) -> Listing:
    """The list for callers who may open these of `BECAME`."""
    shown = {name: _id_in_scope(BECAME[name][1], name, may) for name, may in zip(BECAME, opens, strict=True)}
    return Listing(
        ContactSubmission,
        EnquiryRow,
        {
            "state": Filter(SHOWN_STATE, (*EnquiryState, "suspected")),
            "topic": Filter(EnquiryHandling.topic, tuple(Topic)),
        },
        where=EnquiryHandling.id == ContactSubmission.id,
        columns={name: getattr(EnquiryHandling, name) for name in HANDLED}
        | {"taken_by": _id_in_scope(Colleague, "taken_by", True)}
        | shown,
    )


def _id_in_scope(entity: Any, name: str, may: bool) -> Any:
    """What a message became, or who took it; nothing where the caller could not see that."""
    found = select(entity.id).where(entity.id == getattr(EnquiryHandling, name)).correlate(EnquiryHandling)
    return found.scalar_subquery() if may else cast(null(), String)


def _opens(actor: Actor) -> tuple[bool, ...]:
    return tuple(may.lets(actor) for may, _ in BECAME.values())


INBOXES = {opens: inbox(opens) for opens in product((True, False), repeat=len(BECAME))}
enquiries = INBOXES[True, True].route(
    PATH, may=SEE_ENQUIRIES, name="enquiries", shown_to=lambda actor: INBOXES[_opens(actor)]
)


class Taking(Body):
    branch_id: Id | None = None


@change(post, PATH + "/{id:str}/lead", may=MANAGE_LEADS, returns=LeadRow)
async def make_lead(db: Db, id: str, data: Taking) -> Lead:
    """The message becomes a lead, with its words as notes."""
    handling, enquiry = await _take(db, id)
    lead = Lead(
        branch_id=chosen_branch(db.actor, data.branch_id),
        name=enquiry.name,
        email=enquiry.email,
        phone=enquiry.phone,
        source="Contact form",
        notes=enquiry.message,
    )
    await references.check(db, lead)
    db.store(lead)
    await db.flush()
    handling.lead_id = lead.id
    return lead


@change(post, PATH + "/{id:str}/ticket", may=MANAGE_TICKETS, returns=TicketRow)
async def make_ticket(db: Db, id: str, data: Taking) -> SupportTicket:
    """The message becomes a ticket, with its words and the sender's address in the description."""
    handling, enquiry = await _take(db, id)
    subject, category, priority = TICKETS[handling.topic]
    ticket = SupportTicket(
        branch_id=chosen_branch(db.actor, data.branch_id),
        created_by=db.actor.id,
        subject=f"{subject}: {enquiry.name}"[:200],
        description=f"{enquiry.message}\n\n{_sender(enquiry)}"[:10_000],
        category=category,
        priority=priority,
    )
    await references.check(db, ticket)
    db.store(ticket)
    await db.flush()
    handling.ticket_id = ticket.id
    return ticket


@change(post, PATH + "/{id:str}/archive", may=SEE_ENQUIRIES, status=200)
async def archive(db: Db, id: str) -> EnquiryRow:
    """Nothing needs doing; the message is kept."""
    return _shown(*await _take(db, id, EnquiryState.ARCHIVED))


@change(post, PATH + "/{id:str}/restore", may=SEE_ENQUIRIES, status=200)
async def restore(db: Db, id: str) -> EnquiryRow:
    """Takes an archived message out of the archive: it waits again."""
    handling = await db.find_for_update(EnquiryHandling, id)
    handling.put_back()
    return _shown(handling, await db.find(ContactSubmission, id))


TICKETS = {
    "contact": ("Message", "general", "medium"),
    "emergency": ("Emergency", "technical", "urgent"),
    "product_registration": ("Product registration", "warranty", "low"),
    "extended_coverage": ("Extended coverage", "warranty", "medium"),
}


async def _take(
    db: Db, id: str, state: EnquiryState = EnquiryState.TAKEN
) -> tuple[EnquiryHandling, ContactSubmission]:
    """Takes the enquiry for the caller, once: a second click meets the row's lock and then the refusal."""
    handling = await db.find_for_update(EnquiryHandling, id)
    handling.take(db.actor, state)
    return handling, await db.find(ContactSubmission, id)


def _shown(handling: EnquiryHandling, enquiry: ContactSubmission) -> EnquiryRow:
    words: dict[str, Any] = {name: getattr(enquiry, name, None) for name in EnquiryRow.__struct_fields__}
    return EnquiryRow(**words | {name: getattr(handling, name) for name in HANDLED})


def _sender(enquiry: ContactSubmission) -> str:
    return "From " + ", ".join(part for part in (enquiry.name, enquiry.email, enquiry.phone) if part)


ROUTES = [enquiries, make_lead, make_ticket, archive, restore]
