"""What a new lead and a new client must have, made by a form or by an import."""

from __future__ import annotations

from typing import Annotated

from duskline.core.values.bodies import Body, Dollars, Id, LongText, Meta, Name, Phone, Place, RequiredEmail
from duskline.models.records.sales import ClientStatus, LeadStatus

Address = Annotated[str, Meta(min_length=1, max_length=300)]
"""Of a client, who has one."""


class NewLead(Body, kw_only=True):
    branch_id: Id | None = None
    name: Name
    email: RequiredEmail
    phone: Phone | None = None
    address: Place | None = None
    status: LeadStatus = LeadStatus.NEW
    source: Place | None = None
    estimated_value: Dollars | None = None
    notes: LongText | None = None
    assigned_to: Id | None = None


class NewClient(Body, kw_only=True):
    branch_id: Id | None = None
    lead_id: Id | None = None
    name: Name
    email: RequiredEmail
    phone: Phone | None = None
    address: Address
    status: ClientStatus = ClientStatus.ACTIVE
