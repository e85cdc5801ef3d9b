"""A lead that was attached to the wrong client is detached, unless something of it is that client's by now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select, true

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.models.records.conversions import Conversion, ConversionKind, keep, standing
from duskline.models.records.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder

NOBODYS = "This lead belongs to no client by now."
MADE_OF_IT = "This client was made of this lead, so they stay together. If the client is there twice, merge the two clients."
ELSEWHERE = "They are in different branches by now, so this cannot be undone any more."
MOST_NAMED = 3


async def detach(db: Db, lead: Lead) -> Conversion:
    """Takes a lead, held by the caller, from its client.

    Raises:
        Conflict: it has none, the client was made of it, or work orders and tickets of both would be torn apart.
    """
    details = await db.find_locked(LeadDetails, lead.id)
    if details.client_id is None:
        raise Conflict(NOBODYS)
    client = await db.find_locked(Client, details.client_id)
    became = await standing(db, ConversionKind.CLIENT, lead.id)
    names_it = client.lead_id == lead.id
    if names_it and await _was_made_of(db, client, lead):
        raise Conflict(MADE_OF_IT)
    await require_whole(db, lead.id, client.id)
    before = {"lead": lead.name, "client": client.name, "names_it": names_it}
    if became is not None:
        became.undone_at, before["ended"] = now(), became.id
    if names_it:
        client.lead_id = None
    details.client_id = None
    round = await _rounds(db, lead)
    return await keep(
        db, ConversionKind.DETACHMENT, lead.id, client, made_new=False, before=before, round=round
    )


async def _was_made_of(db: Db, client: Client, lead: Lead) -> bool:
    """Whether the client was made of the lead that it names, or of one that was merged into it."""
    made = (Conversion.kind == ConversionKind.CLIENT, Conversion.to_id == client.id, Conversion.made_new)
    leads = Lead.__table__.alias()
    is_another_s = select(leads.c.id).where(leads.c.id == Conversion.from_id, leads.c.id != lead.id).exists()
    found = select(Conversion.id).where(*made, Conversion.undone_at.is_(None), ~is_another_s).limit(1)
    return await db.scalar(found) is not None


async def require_whole(db: Db, lead: str, client: str, since: datetime | None = None) -> None:
    """Raises Conflict where a work order or ticket that was changed since is of both: it would be torn apart without them."""
    jobs, tickets = _of_both(lead, client, since)
    named = [f'the work order "{title}"' for title in await db.scalars(jobs.order_by(WorkOrder.created_at))]
    named += [
        f'the ticket "{title}"' for title in await db.scalars(tickets.order_by(SupportTicket.created_at))
    ]
    if len(named) > MOST_NAMED:
        named[MOST_NAMED - 1 :] = [f"{len(named) - MOST_NAMED + 1} more"]
    if torn := " and ".join(filter(None, (", ".join(named[:-1]), *named[-1:]))):
        raise Conflict(f"This client has {torn} of this lead. Choose the right client there first.")


def is_torn() -> ColumnElement[bool]:
    """Whether undoing an attachment would tear apart a record that came to both since, as a condition on it."""
    jobs, tickets = _of_both(Conversion.from_id, Conversion.to_id, Conversion.created_at)
    torn = jobs.correlate(Conversion).exists() | tickets.correlate(Conversion).exists()
    return (Conversion.kind == ConversionKind.CLIENT) & ~Conversion.made_new & torn


def _of_both(lead: Any, client: Any, since: Any) -> tuple[Select[str], Select[str]]:
    """The titles of the work orders, and of the tickets, of a lead that are a client's and were changed since."""
    jobs = (
        select(WorkOrder.title)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .where(
            WorkOrderDetails.lead_id == lead,
            WorkOrder.client_id == client,
            _changed(since, WorkOrder, WorkOrderDetails),
        )
    )
    tickets = (
        select(SupportTicket.subject)
        .join(TicketDetails, TicketDetails.id == SupportTicket.id)
        .where(
            TicketDetails.lead_id == lead,
            TicketDetails.client_id == client,
            _changed(since, SupportTicket, TicketDetails),
        )
    )
    return jobs, tickets


def _changed(since: Any, *beside: Any) -> ColumnElement[bool]:
    """Whether one of two rows that stand beside each other was changed since; without a time it does not matter."""
    return true() if since is None else or_(*(each.updated_at > since for each in beside))


async def _rounds(db: Db, lead: Lead) -> int:
    """How often it was detached before."""
    former = (Conversion.kind == ConversionKind.DETACHMENT, Conversion.from_id == lead.id)
    return await db.scalar(select(func.count()).select_from(Conversion).where(*former)) or 0


async def attach_again(db: Db, detachment: Conversion) -> None:
    """As it was before.

    Raises:
        Conflict: lead and client lie in different branches by now.
    """
    lead = await db.find(Lead, detachment.from_id)
    client = await db.find_locked(Client, detachment.to_id)
    if lead.branch_id != client.branch_id:
        raise Conflict(ELSEWHERE)
    (await db.find_locked(LeadDetails, lead.id)).client_id = client.id
    if detachment.before["names_it"] and client.lead_id is None:
        client.lead_id = lead.id
    if ended := detachment.before.get("ended"):
        (await db.find(Conversion, ended)).undone_at = None


def is_attached_since() -> ColumnElement[bool]:
    """Whether the lead of a detachment is somebody's again, as a condition on it."""
    theirs = select(LeadDetails.id).where(
        LeadDetails.id == Conversion.from_id, LeadDetails.client_id.is_not(None)
    )
    return (Conversion.kind == ConversionKind.DETACHMENT) & theirs.correlate(Conversion).exists()
