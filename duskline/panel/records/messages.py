"""A visitor's message as it is shown: what was said, what is known of it, and what it became."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select

from duskline.core.values.bodies import ResponseModel
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, EnquiryState, Topic
from duskline.models.records.sales import Client, Lead, PreferredTime
from duskline.models.records.service import SupportTicket
from duskline.models.records.visitors import VisitorReference
from duskline.policy import SEE_CLIENTS, SEE_LEADS, SEE_TICKETS, May


class EnquiryRow(ResponseModel):
    id: str
    name: str
    email: str
    phone: str | None
    message: str
    topic: Topic
    created_at: datetime
    state: EnquiryState
    suspected: bool
    taken_by: str | None
    taken_at: datetime | None
    lead_id: str | None
    ticket_id: str | None
    client_id: str | None
    """What it became, or whom it was attached to."""
    lead_title: str | None
    ticket_title: str | None
    client_title: str | None
    street: str | None
    preferred_time: PreferredTime | None
    reference: str | None
    """The number that the visitor knows."""


HANDLED = (
    "topic",
    "state",
    "suspected",
    "taken_by",
    "taken_at",
    "lead_id",
    "ticket_id",
    "client_id",
    "street",
    "preferred_time",
)
BECAME: dict[str, tuple[May, type[Lead | SupportTicket | Client], Any]] = {
    "lead": (SEE_LEADS, Lead, Lead.name),
    "ticket": (SEE_TICKETS, SupportTicket, SupportTicket.subject),
    "client": (SEE_CLIENTS, Client, Client.name),
}
"""What a message may become, who sees that, and what it is called."""


def beside_message(handling: EnquiryHandling) -> Iterator[tuple[str, Select[Any]]]:
    """By field: what asks for the titles of what a message became, and for the number that its visitor knows."""
    for name, (_, entity, title) in BECAME.items():
        yield f"{name}_title", select(title).where(entity.id == getattr(handling, f"{name}_id"))
    yield (
        "reference",
        select(VisitorReference.number).where(VisitorReference.enquiry_id == handling.id).limit(1),
    )


def message_row(
    enquiry: ContactSubmission, handling: EnquiryHandling, beside: Mapping[str, Any]
) -> EnquiryRow:
    """A message with what `beside_message` found."""
    words = {
        name: getattr(enquiry, name) for name in ("id", "name", "email", "phone", "message", "created_at")
    }
    return EnquiryRow(**words, **{name: getattr(handling, name) for name in HANDLED}, **beside)
