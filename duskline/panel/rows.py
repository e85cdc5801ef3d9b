"""Response models that several handlers of the panel share; the others stand beside their request bodies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from duskline.core.values.bodies import ResponseModel
from duskline.models.company.checklists import ChecklistLine
from duskline.models.people.people import UserStatus, UserType
from duskline.models.records.about import RecordKind
from duskline.models.records.details import JobKind
from duskline.models.records.sales import ClientStatus, LeadStatus
from duskline.models.records.service import (
    PhotoKind,
    TicketCategory,
    TicketPriority,
    TicketStatus,
    WorkOrderPriority,
    WorkOrderStatus,
)
from duskline.models.records.visits import VisitStatus
from duskline.panel.pictures.lighting import LightingPlan, lighting_row
from duskline.policy import Role


class Photo(ResponseModel, omit_defaults=True):
    """A photo of a work order, at the address `url`; `by` is a user's id. What nobody said of it is absent."""

    id: str
    url: str
    taken_at: datetime
    by: str
    kind: PhotoKind | None = None
    caption: str | None = None


class Material(ResponseModel):
    name: str
    quantity: int | float
    unit: str | None


class UserRow(ResponseModel):
    """Somebody with an account, or with an invitation to one."""

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
    phone: str | None
    created_at: datetime
    updated_at: datetime
    invited_until: datetime | None
    version: int


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


class PropertyRow(ResponseModel):
    id: str
    client_id: str
    name: str | None
    address: str | None
    """None is the client's own address."""
    feet: int | None
    stories: int | None
    access: str | None
    hazards: str | None
    version: int


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


class OwnMaterial(Material):
    """A line of materials, by its id for as long as it is there."""

    id: str


class OwnVisitRow(ResponseModel):
    """A visit with all that must be known on site."""

    id: str
    kind: RecordKind
    record_id: str
    branch_id: str
    day: date | None
    start_minute: int | None
    end_minute: int | None
    starts_at: datetime | None
    ends_at: datetime | None
    status: VisitStatus
    crew: list[str]
    position: int
    reason: str | None
    set_off_at: datetime | None
    started_at: datetime | None
    done_at: datetime | None
    met: str | None
    nobody_there: bool
    missing: str | None
    version: int
    title: str | None
    description: str | None
    job_status: WorkOrderStatus | None
    priority: WorkOrderPriority | None
    notes: str | None
    images: list[Photo] | None
    materials_used: list[OwnMaterial] | None
    job_version: int | None
    job_kind: JobKind | None
    feet: int | None
    stories: int | None
    promised: str | None
    held_since: datetime | None
    name: str | None
    phone: str | None
    email: str | None
    tells_client: bool
    """Whether the client hears by mail that somebody is on the way."""
    address: str | None
    access: str | None
    """How one gets in."""
    hazards: str | None
    """What can hurt a crew there, one a line."""
    last_open: bool
    """Whether no other visit of the job is still to come."""
    time_zone: str
    """Of the branch, by its IANA name."""
    arrival_told_at: datetime | None
    """When the client was last mailed that somebody is on the way."""
    arrival_missed: str | None
    """Why the last such letter did not leave, as the end of a sentence."""
    visitor_photos: list[str]
    """Where the photos are that the client sent with the request."""
    checklist: list[ChecklistLine]
    """What must not be forgotten there."""
    lighting: LightingPlan | None
    """The newest drawing of lights that the client sent."""


def own_visit_row(told: Sequence[Any], *, tells: bool) -> OwnVisitRow:
    """A visit as `models/schedule/own_visits.py` tells it; `tells`: clients hear of visits at all."""
    *known, lighting = told
    row = OwnVisitRow(*[*known, lighting_row(lighting)])
    row.tells_client = row.tells_client and tells
    return row


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


class Made(ResponseModel):
    """What a conversion made, in short: enough to name it and to undo it."""

    id: str
    title: str
    conversion_id: str | None
    """None where it was there before anybody converted anything."""


class Linked(ResponseModel):
    """The record that a link leads to; opening it asks for the flag of its kind."""

    id: str
    title: str
    status: str


class NextStepRow(ResponseModel):
    id: str
    kind: RecordKind
    record_id: str
    words: str
    due_on: date
    due_minute: int | None
    """Minutes after midnight, in the time of the record's branch."""
    assigned_to: str | None
    done_at: datetime | None
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
    profile_image_url: str | None
    phone: str | None
