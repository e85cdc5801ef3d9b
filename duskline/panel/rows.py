"""What the panel shows of each record, its version included."""

from __future__ import annotations

from datetime import date, datetime

from duskline.core.http.bodies import ResponseModel
from duskline.models.enquiries import Topic
from duskline.models.people import UserStatus, UserType
from duskline.models.sales import ClientStatus, LeadStatus
from duskline.models.service import (
    TicketCategory,
    TicketPriority,
    TicketStatus,
    WorkOrderPriority,
    WorkOrderStatus,
)
from duskline.policy import Role


class LeadRow(ResponseModel):
    id: str
    branch_id: str
    assigned_to: str | None
    name: str
    email: str
    phone: str | None
    address: str | None
    status: LeadStatus
    source: str | None
    estimated_value: int | None
    notes: str | None
    created_at: datetime
    updated_at: datetime
    version: int


class ClientRow(ResponseModel):
    id: str
    branch_id: str
    lead_id: str | None
    name: str
    email: str
    phone: str | None
    address: str
    status: ClientStatus
    created_at: datetime
    updated_at: datetime
    version: int


class Photo(ResponseModel):
    """A photo of a work order, at the address `url`; `by` is a user's id."""

    id: str
    url: str
    taken_at: datetime
    by: str


class Material(ResponseModel):
    name: str
    quantity: int | float
    unit: str | None


class WorkOrderRow(ResponseModel):
    id: str
    branch_id: str
    client_id: str
    assigned_to: str | None
    title: str
    description: str | None
    status: WorkOrderStatus
    priority: WorkOrderPriority
    scheduled_date: date | None
    completed_date: datetime | None
    notes: str | None
    images: list[Photo]
    materials_used: list[Material]
    created_at: datetime
    updated_at: datetime
    version: int


class TicketRow(ResponseModel):
    id: str
    created_by: str
    assigned_to: str | None
    branch_id: str | None
    subject: str
    description: str
    status: TicketStatus
    priority: TicketPriority
    category: TicketCategory
    resolved_at: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int


class Assignee(ResponseModel):
    """A colleague: what every staff member with a role may know (product.md, rule 19)."""

    id: str
    first_name: str | None
    last_name: str | None
    email: str
    role: Role | None
    branch_id: str | None
    status: UserStatus


class UserRow(ResponseModel):
    id: str
    email: str
    user_type: UserType
    first_name: str | None
    last_name: str | None
    role: Role | None
    branch_id: str | None
    region_id: str | None
    organization_id: str | None
    status: UserStatus
    profile_image_url: str | None
    created_at: datetime
    updated_at: datetime
    version: int


class EnquiryRow(ResponseModel):
    id: str
    name: str
    email: str
    phone: str | None
    message: str
    topic: Topic
    created_at: datetime
    state: str
    suspected: bool
    taken_by: str | None
    taken_at: datetime | None
    lead_id: str | None
    ticket_id: str | None
