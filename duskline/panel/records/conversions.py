"""Leads that become clients, their first jobs, and leads that were the wrong client's. Who may enter: those who manage leads.

A rep without the flag for work orders hands a job over: it starts pending and unassigned (product.md, rule 61).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, post
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import Body, Id, LongText, Name, Place, ResponseModel
from duskline.models.merging.detaching import detach
from duskline.models.records import references
from duskline.models.records.conversions import Conversion, ConversionKind, keep, standing
from duskline.models.records.details import LeadDetails
from duskline.models.records.sales import Client, Lead, LeadStatus, QuoteRequest
from duskline.models.records.service import WorkOrder
from duskline.panel.rows import Made
from duskline.policy import MANAGE_LEADS

PATH = "/api/panel/leads/{id:str}"


class LeadToClient(Body):
    client_id: Id | None = None
    """Somebody who is a client already."""
    address: Place | None = None
    """Where the lead has none."""
    won: bool = False
    """Moves the lead to won as well."""


class HandOver(LeadToClient):
    title: Name | None = None
    description: LongText | None = None
    promised: LongText | None = None
    """What the client was promised, for the crew."""


class Detaching(Body):
    client_id: Id | None = None
    """Whose it is instead, where that is known."""


class HandedOver(ResponseModel):
    client: Made
    work_order: Made


ADDRESS = "Please enter the address: the lead has none"


@change(post, PATH + "/client", may=MANAGE_LEADS, status=200, shows=Lead)
async def make_client(db: Db, id: str, data: LeadToClient) -> Made:
    """The lead's client: a new one with the lead's details, or one that is there; the same one when asked again."""
    lead = await db.find_for_update(Lead, id)
    before = _won(lead, data)
    client = await _present_client(db, lead)
    if client is None:
        client = await _become(db, lead, data)
        await keep(db, ConversionKind.CLIENT, lead.id, client, made_new=data.client_id is None, before=before)
    return _made(client.id, client.name, await standing(db, ConversionKind.CLIENT, lead.id))


@change(post, PATH + "/hand-over", may=MANAGE_LEADS, status=200, shows=Lead)
async def hand_over(db: Db, id: str, data: HandOver) -> HandedOver:
    """The lead's client and first job, pending and unassigned; the same two when asked again."""
    lead = await db.find_for_update(Lead, id)
    handed = await standing(db, ConversionKind.FIRST_JOB, lead.id)
    client = await _present_client(db, lead)
    before: dict[str, Any] = {} if handed else _won(lead, data)
    if client is None:
        client = await _become(db, lead, data)
        became = await keep(db, ConversionKind.CLIENT, lead.id, client, made_new=data.client_id is None)
        before["came_with"] = became.id
    if handed is None:
        order = await _first_job(db, lead, client, data)
        handed = await keep(db, ConversionKind.FIRST_JOB, lead.id, order, before=before)
    else:
        order = await db.find(WorkOrder, handed.to_id)
    became_now = await standing(db, ConversionKind.CLIENT, lead.id)
    return HandedOver(_made(client.id, client.name, became_now), _made(order.id, order.title, handed))


@change(post, PATH + "/detach", may=MANAGE_LEADS, status=200, shows=Lead)
async def detach_lead(db: Db, id: str, data: Detaching) -> Made:
    """Takes a lead from the wrong client; where the right one is named, it is that one's at once. Undone together."""
    lead = await db.find_for_update(Lead, id)
    right = None if data.client_id is None else await _chosen_client(db, lead, data.client_id)
    detached = await detach(db, lead)
    if right is None:
        return Made(detached.to_id, detached.before["client"], detached.id)
    if right.id == detached.to_id:
        raise Invalid({"clientId": "This lead is this client's already"})
    (await db.find_locked(LeadDetails, lead.id)).client_id = right.id
    before = {"came_with": detached.id}
    attached = await keep(db, ConversionKind.CLIENT, lead.id, right, made_new=False, before=before)
    return _made(right.id, right.name, attached)


def _won(lead: Lead, data: LeadToClient) -> dict[str, Any]:
    """Moves the lead to won where that is asked for; answers what undoing it puts back."""
    if not data.won or lead.status == LeadStatus.WON:
        return {}
    before, lead.status = lead.status, LeadStatus.WON
    return {"status": before}


async def _present_client(db: Db, lead: Lead) -> Client | None:
    """Returns the client that the lead has become already."""
    details = await db.find_locked(LeadDetails, lead.id)
    return None if details.client_id is None else await db.find(Client, details.client_id)


async def _become(db: Db, lead: Lead, data: LeadToClient) -> Client:
    client = await (
        _chosen_client(db, lead, data.client_id) if data.client_id else _new_client(db, lead, data)
    )
    await db.flush()
    (await db.find_locked(LeadDetails, lead.id)).client_id = client.id
    return client


async def _chosen_client(db: Db, lead: Lead, client_id: str) -> Client:
    client = await references.find_client(db, client_id)
    if client.branch_id != lead.branch_id:
        raise Invalid({"clientId": references.CLIENT})
    return client


async def _new_client(db: Db, lead: Lead, data: LeadToClient) -> Client:
    address = data.address or lead.address
    if not address:
        raise Invalid({"address": ADDRESS})
    said = {"name": lead.name, "email": lead.email, "phone": lead.phone, "address": address}
    client = Client(branch_id=lead.branch_id, lead_id=lead.id, **said)
    client.with_details = await _asked_for(db, lead)
    return await references.stored(db, client)


async def _first_job(db: Db, lead: Lead, client: Client, data: HandOver) -> WorkOrder:
    """The installation, with what is known of the building by now."""
    order = WorkOrder(
        branch_id=lead.branch_id,
        client_id=client.id,
        title=data.title or f"Installation: {client.name}"[:200],
        description=data.description or lead.notes,
    )
    of_lead = {"lead_id": lead.id, "property_id": client.id, "promised": data.promised}
    order.with_details = of_lead | await _asked_for(db, lead)
    return await references.stored(db, order)


async def _asked_for(db: Db, lead: Lead) -> dict[str, Any]:
    """How large the building is, as the lead's last request says."""
    asked = select(QuoteRequest).where(QuoteRequest.lead_id == lead.id)
    quote = await db.scalar(asked.order_by(QuoteRequest.created_at.desc()).limit(1))
    return {} if quote is None else {"feet": quote.feet, "stories": quote.stories}


def _made(id: str, title: str, conversion: Conversion | None) -> Made:
    return Made(id, title, None if conversion is None else conversion.id)


ROUTES = [make_client, hand_over, detach_lead]
