"""Acts and security events as managers may read them: those of their branches, and for those who work everywhere all.

The same tables as in `core/data/audit.py`, with a scope: where something was done stays where it was, whatever became of the record.
A record's own history tells everybody who may read the record what was done to it, wherever.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, String, bindparam, case, select, true
from sqlalchemy.orm import Mapped

from duskline.core.data.audit import AuditLog, SecurityEvent
from duskline.core.data.base import Base
from duskline.core.data.unfinished import Batched
from duskline.models.people.people import Colleague
from duskline.models.places.choices import LeadSource, LostReason
from duskline.models.places.places import Branch, Region
from duskline.models.records.enquiries import ContactSubmission
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.warranties import Warranty
from duskline.models.site.content import GallerySubmission
from duskline.models.site.posts import PostDraft
from duskline.policy import Scoped


def _placed(column: Any, size: int | None) -> ColumnElement[bool]:
    """In one of the branches of a scope, or in its own region."""
    if size is None:
        return true()
    branches: list[Any] = [bindparam(f"scope_{number}") for number in range(size)]
    return column.in_([*branches, bindparam("own_region", type_=String)])  # type: ignore[no-any-return]


class Act(Batched, Scoped, Base):
    """What somebody changed; of a record that nobody sees yet there is no word."""

    __table__ = AuditLog.__table__

    id: Mapped[str]
    created_at: Mapped[datetime]
    user_id: Mapped[str]
    action: Mapped[str]
    entity_type: Mapped[str]
    entity_id: Mapped[str]
    changes: Mapped[dict[str, Any]]
    ip_address: Mapped[str | None]
    token_id: Mapped[str | None]
    place_id: Mapped[str | None]

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        return _placed(cls.place_id, size)

    @classmethod
    def batched(cls) -> Any:
        return cls.entity_id


class Happening(Scoped, Base):
    """A security event."""

    __table__ = SecurityEvent.__table__

    id: Mapped[str]
    created_at: Mapped[datetime]
    kind: Mapped[str]
    user_id: Mapped[str | None]
    details: Mapped[dict[str, Any]]
    ip_address: Mapped[str | None]
    user_agent: Mapped[str | None]
    place_id: Mapped[str | None]

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        return _placed(cls.place_id, size)


_CALLED: dict[str, tuple[Any, Any]] = {
    "lead": (Lead.id, Lead.name),
    "lead_details": (Lead.id, Lead.name),
    "client": (Client.id, Client.name),
    "property": (Property.id, Property.address),
    "work_order": (WorkOrder.id, WorkOrder.title),
    "work_order_details": (WorkOrder.id, WorkOrder.title),
    "support_ticket": (SupportTicket.id, SupportTicket.subject),
    "ticket_details": (SupportTicket.id, SupportTicket.subject),
    "warranty": (Warranty.id, Warranty.number),
    "user": (Colleague.id, Colleague.email),
    "branch": (Branch.id, Branch.name),
    "branch_details": (Branch.id, Branch.name),
    "region": (Region.id, Region.name),
    "post": (PostDraft.id, PostDraft.title),
    "enquiry": (ContactSubmission.id, ContactSubmission.name),
    "gallery_submission": (GallerySubmission.id, GallerySubmission.description),
    "lead_source": (LeadSource.id, LeadSource.words),
    "lost_reason": (LostReason.id, LostReason.words),
}
"""Which column tells what a record is called, by the name under which it is audited."""


def called() -> ColumnElement[str | None]:
    """What the record of an act is called now; nothing where it is gone, out of scope, or called nothing."""
    found = {
        name: select(title).where(id == Act.entity_id).correlate(Act).scalar_subquery()
        for name, (id, title) in _CALLED.items()
    }
    return case(found, value=Act.entity_type, else_=None)
