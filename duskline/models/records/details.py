"""One row beside each record, with what its table has no column for: what it comes from, where it is, how it stands."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Integer,
    ScalarSelect,
    String,
    Text,
    Update,
    func,
    inspect,
    select,
    true,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Updated, Versioned, enum_column
from duskline.core.data.derived import derived
from duskline.core.data.pointers import beside, pointer
from duskline.core.data.session import ScopedSession
from duskline.models.places import choices
from duskline.models.records.about import Beside
from duskline.models.records.mergeable import Mergeable, Two
from duskline.models.records.sales import Client, Lead, ValueKind
from duskline.models.records.service import SupportTicket, WorkOrder

OF_ITS_CLIENT = "It is about whose client it is; another person's may stand beside it."


class JobKind(StrEnum):
    INSTALLATION = "installation"
    SERVICE = "service"
    SURVEY = "survey"
    INSPECTION = "inspection"


class LeadDetails(Beside, Mergeable, Versioned, Audited, Base):
    __tablename__ = "lead_details"
    record = Lead
    audit_name = "lead_details"
    fields: ClassVar = {
        "client_id": Two.FILL, "value_kind": Two.WITH_VALUE, "lost_reason": Two.KEEP, "lost_note": Two.KEEP,
        "first_response_at": Two.EARLIER,
    }  # fmt: skip

    id: Mapped[str] = mapped_column(
        ForeignKey("leads.id", ondelete="CASCADE"), primary_key=True, info=beside()
    )
    client_id: Mapped[str | None] = mapped_column(
        ForeignKey("clients.id", ondelete="SET NULL"), index=True, info=pointer(counts="leads")
    )
    """Whom the lead became, or turned out to be."""
    value_kind: Mapped[ValueKind | None] = enum_column("value_kind", ValueKind, nullable=True)
    lost_reason: Mapped[str | None] = mapped_column(String(choices.LONGEST))
    """In the words of that day, whatever the list calls it by now."""
    lost_note: Mapped[str | None] = mapped_column(Text)
    first_response_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(Integer, server_default="1")


def link_client(session: ScopedSession) -> None:
    """A client that names a lead is whom that lead became, unless it has become somebody already."""
    leads = LeadDetails.__table__
    for row in [*session.new, *session.dirty]:
        if isinstance(row, Client) and row.lead_id and inspect(row).attrs.lead_id.history.has_changes():
            alone = (leads.c.id == row.lead_id) & leads.c.client_id.is_(None)
            session.connection().execute(update(leads).where(alone).values(client_id=row.id))


def count_by_value_kind(session: ScopedSession) -> None:
    """The figures of leads are kept by the leads' own columns."""
    for row in session.new:
        if isinstance(row, Lead) and "value_kind" in row.with_details:
            row.counted_as = row.with_details["value_kind"] or ValueKind.QUOTED
    for row in list(session.dirty):
        if isinstance(row, LeadDetails) and inspect(row).attrs.value_kind.history.has_changes():
            session.get_one(Lead, row.id).counted_as = row.value_kind or ValueKind.QUOTED


@derived
def _what_values_are() -> Update:
    leads = Lead.__table__
    beside = select(LeadDetails.value_kind).where(LeadDetails.id == leads.c.id)
    kind = func.coalesce(beside.scalar_subquery(), ValueKind.QUOTED)
    wrong = leads.c.counted_as != kind
    return update(leads).where(wrong).values(counted_as=kind, updated_at=leads.c.updated_at)


class WorkOrderDetails(Beside, Updated, Versioned, Audited, Base):
    __tablename__ = "work_order_details"
    record = WorkOrder
    audit_name = "work_order_details"

    id: Mapped[str] = mapped_column(
        ForeignKey("work_orders.id", ondelete="CASCADE"), primary_key=True, info=beside()
    )
    kind: Mapped[JobKind] = enum_column("kind", JobKind, default=JobKind.INSTALLATION)
    lead_id: Mapped[str | None] = mapped_column(
        ForeignKey("leads.id", ondelete="SET NULL"), index=True,
        info=pointer(counts="workOrders", holds=("work order", "work orders"), person=False, why=OF_ITS_CLIENT),
    )  # fmt: skip
    ticket_id: Mapped[str | None] = mapped_column(
        ForeignKey("support_tickets.id", ondelete="SET NULL"), index=True,
        info=pointer(holds=("work order", "work orders"), person=False, why=OF_ITS_CLIENT),
    )  # fmt: skip
    earlier_id: Mapped[str | None] = mapped_column(
        ForeignKey("work_orders.id", ondelete="SET NULL"), index=True,
        info=pointer(holds=("later work order", "later work orders"), person=False, why=OF_ITS_CLIENT),
    )  # fmt: skip
    """The job that this one comes back to."""
    property_id: Mapped[str | None] = mapped_column(
        ForeignKey("properties.id", ondelete="SET NULL"), index=True,
        info=pointer(holds=("work order", "work orders"), person=False, why=OF_ITS_CLIENT),
    )  # fmt: skip
    feet: Mapped[int | None] = mapped_column(Integer)
    stories: Mapped[int | None] = mapped_column(Integer)
    hours: Mapped[int | None] = mapped_column(Integer)
    crew_size: Mapped[int | None] = mapped_column(Integer)
    promised: Mapped[str | None] = mapped_column(Text)
    """What the client was promised, for those who come there."""
    held_since: Mapped[datetime | None]
    cancelled_at: Mapped[datetime | None]
    reason: Mapped[str | None] = mapped_column(String(300))
    """Why it is on hold, or was cancelled."""
    tells_client: Mapped[bool] = mapped_column(server_default=true(), default=True)
    """Whether the client hears of the visit by mail, where the company tells clients at all."""


class TicketDetails(Beside, Updated, Versioned, Audited, Base):
    __tablename__ = "ticket_details"
    record = SupportTicket
    audit_name = "ticket_details"

    id: Mapped[str] = mapped_column(
        ForeignKey("support_tickets.id", ondelete="CASCADE"), primary_key=True, info=beside()
    )
    client_id: Mapped[str | None] = mapped_column(
        ForeignKey("clients.id", ondelete="SET NULL"), index=True,
        info=pointer(counts="tickets", holds=("ticket", "tickets")),
    )  # fmt: skip
    work_order_id: Mapped[str | None] = mapped_column(
        ForeignKey("work_orders.id", ondelete="SET NULL"), index=True,
        info=pointer(holds=("ticket", "tickets"), person=False, why=OF_ITS_CLIENT),
    )  # fmt: skip
    warranty_id: Mapped[str | None] = mapped_column(
        ForeignKey("warranties.id", ondelete="SET NULL"), index=True
    )
    enquiry_id: Mapped[str | None] = mapped_column(
        ForeignKey("contact_submissions.id", ondelete="SET NULL"), index=True,
        info=pointer(after="client_id"),
    )  # fmt: skip
    lead_id: Mapped[str | None] = mapped_column(
        ForeignKey("leads.id", ondelete="SET NULL"),
        index=True,
        info=pointer(counts="tickets", after="client_id"),
    )
    """Of somebody who is no client yet; whom the lead becomes has the ticket (`client_of_ticket`)."""


def client_of_lead(lead_id: Any) -> ScalarSelect[str | None]:
    """Whom a lead became."""
    became = select(LeadDetails.client_id).where(LeadDetails.id == lead_id)
    return became.correlate_except(LeadDetails).scalar_subquery()


def client_of_ticket() -> ColumnElement[str | None]:
    """Whom a ticket names, else whom its lead became; in the row of the ticket's details."""
    return func.coalesce(TicketDetails.client_id, client_of_lead(TicketDetails.lead_id))
