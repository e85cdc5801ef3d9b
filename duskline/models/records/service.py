"""Service: work orders and support tickets."""

from __future__ import annotations

import datetime
from enum import StrEnum
from typing import Any, NotRequired, TypedDict

from sqlalchemy import (
    JSON,
    ColumnElement,
    Date,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    TypeDecorator,
    case,
    func,
    literal_column,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, validates

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, UtcDateTime, Versioned, enum_column, now
from duskline.core.data.counts import BY_STATUS, Counted
from duskline.core.data.pointers import pointer
from duskline.core.data.search import Searchable
from duskline.models.records.about import RecordKind, Subject
from duskline.models.records.sales import BY_PERSON, Assigned, assignee_index, index_order, list_indexes
from duskline.policy import Can, Scoped

MOST_PHOTOS = 30
# Written out in statements, as an index knows an expression by its words. PostgreSQL's driver takes the day after for infinity.
COMPLETED, NEVER = literal_column("'completed'", String), literal_column("'9999-12-30'", Date)
ONE, NOUGHT = literal_column("1", Integer), literal_column("0", Integer)


class WorkOrderStatus(StrEnum):
    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"


class WorkOrderPriority(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class TicketStatus(StrEnum):
    OPEN = "open"
    IN_PROGRESS = "in_progress"
    RESOLVED = "resolved"
    CLOSED = "closed"


class TicketPriority(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    URGENT = "urgent"


class TicketCategory(StrEnum):
    GENERAL = "general"
    TECHNICAL = "technical"
    BILLING = "billing"
    INSTALLATION = "installation"
    WARRANTY = "warranty"


class PhotoKind(StrEnum):
    """What a photo shows: how it was, how it is done, how it came out, or what is wrong."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"
    PROBLEM = "problem"


class StoredPhoto(TypedDict):
    """A photo as its order keeps it, in the words of the interface; nobody said what kind an old one is."""

    id: str
    url: str
    takenAt: str
    by: str
    kind: NotRequired[str]
    caption: NotRequired[str]


class StoredMaterial(TypedDict):
    """A line of materials; one of before lines had ids gets one with the next change."""

    id: NotRequired[str]
    name: str
    quantity: int | float
    unit: str | None


class PlainMaterials(TypeDecorator[list[dict[str, Any]]]):
    """Lines as the interface of work orders has them, without their ids."""

    impl = JSON
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return [{name: line.get(name) for name in ("name", "quantity", "unit")} for line in value or ()]


def _lacking(name: str, column: str) -> tuple[Index, ...]:
    """Indexes of the orders alone that have nothing in a column: those that somebody should do something about."""
    none = text(f"{column} IS NULL")
    return tuple(
        Index(f"ix_work_orders_{name}{by}", *columns, sqlite_where=none, postgresql_where=none)
        for by, columns in (
            ("", ("status", "created_at", "id", "branch_id")),
            ("_by_branch", ("branch_id", "status", "created_at", "id")),
        )
    )


def urgency(priority: Any) -> ColumnElement[int]:
    """What is sorted by priority: the greater, the more urgent. An index knows the expression by its words."""
    ranks = (("urgent", "4"), ("high", "3"), ("medium", "2"))
    whens = [
        (priority == literal_column(f"'{word}'", String), literal_column(rank, Integer))
        for word, rank in ranks
    ]
    return case(*whens, else_=ONE)


class WorkOrder(
    Subject, Assigned, Identified, Updated, Versioned, Searchable, Audited, Counted, Scoped, Base
):
    __tablename__ = "work_orders"
    __table_args__ = (
        *list_indexes(),
        Index(None, "client_id"),
        assignee_index(),
        *_lacking("unassigned", "assigned_to"),
        *_lacking("undated", "scheduled_date"),
        Index(
            "ix_work_orders_by_schedule",
            "assigned_to",
            text("(CASE WHEN status = 'completed' THEN 1 ELSE 0 END)"),
            text(
                "(CASE WHEN status = 'completed' THEN '9999-12-30' ELSE coalesce(scheduled_date, '9999-12-30') END)"
            ),
            text("coalesce(completed_date, created_at) DESC"),
            text("id DESC"),
        ),
    )
    kind = RecordKind.WORK_ORDER
    searched = ("title",)
    audit_name = count_kind = "work_order"
    counted_by = (BY_STATUS, *BY_PERSON)
    handled_by = Can.MANAGE_WORK_ORDERS
    settled = ("completed",)

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))
    client_id: Mapped[str] = mapped_column(
        ForeignKey("clients.id"), info=pointer(counts="workOrders", holds=("work order", "work orders"))
    )
    assigned_to: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    title: Mapped[str] = mapped_column(String(200))
    description: Mapped[str | None] = mapped_column(Text)
    status: Mapped[WorkOrderStatus] = enum_column("status", WorkOrderStatus, default=WorkOrderStatus.PENDING)
    priority: Mapped[WorkOrderPriority] = enum_column(
        "priority", WorkOrderPriority, default=WorkOrderPriority.MEDIUM
    )
    scheduled_date: Mapped[datetime.date | None] = mapped_column(Date)
    completed_date: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime)
    notes: Mapped[str | None] = mapped_column(Text)
    images: Mapped[list[StoredPhoto]] = mapped_column(JSON, default=list)
    materials_used: Mapped[list[StoredMaterial]] = mapped_column(JSON, default=list)

    @classmethod
    def by_schedule(cls) -> tuple[ColumnElement[int], ColumnElement[datetime.date]]:
        """What puts open orders first, by their planned day, the unplanned last. An index holds this and `newest`."""
        done = cls.status == COMPLETED
        return case((done, ONE), else_=NOUGHT), case((done, NEVER), else_=cls.planned())

    @classmethod
    def planned(cls) -> ColumnElement[datetime.date]:
        """The planned day; what has none comes after all others."""
        return func.coalesce(cls.scheduled_date, NEVER)

    @classmethod
    def newest(cls) -> ColumnElement[datetime.datetime]:
        """When a finished order was completed, and an open one made."""
        return func.coalesce(cls.completed_date, cls.created_at)

    @validates("status")
    def _keep_completed_date(self, _name: str, status: str) -> str:
        if status != "completed":
            self.completed_date = None
        elif self.completed_date is None:
            self.completed_date = now()
        return status


index_order(WorkOrder, "scheduled", WorkOrder.planned())
index_order(WorkOrder, "priority", urgency(WorkOrder.priority), WorkOrder.created_at)


class DroppedPhoto(Base):
    """A photo that was taken away from its order, and where it stood; it can be put back for a while."""

    __tablename__ = "dropped_photos"
    __table_args__ = (Index(None, "dropped_at"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    work_order_id: Mapped[str] = mapped_column(
        ForeignKey("work_orders.id", ondelete="CASCADE"), index=True, info=pointer(made_at="dropped_at")
    )
    photo: Mapped[StoredPhoto] = mapped_column(JSON)
    place: Mapped[int] = mapped_column(Integer)
    dropped_at: Mapped[datetime.datetime] = mapped_column(UtcDateTime, default=now)


class SupportTicket(
    Subject, Assigned, Identified, Updated, Versioned, Searchable, Audited, Counted, Scoped, Base
):
    __tablename__ = "support_tickets"
    __table_args__ = (
        *list_indexes(),
        Index(None, "created_by"),
        assignee_index(),
        Index(None, "priority", "created_at", "id", "branch_id"),
        Index(None, "branch_id", "priority", "created_at", "id"),
        Index(None, "category", "created_at", "id", "branch_id"),
        Index(None, "branch_id", "category", "created_at", "id"),
    )
    kind = RecordKind.TICKET
    searched = ("subject", "description")
    audit_name = count_kind = "support_ticket"
    counted_by = (BY_STATUS, ("priority",), ("category",), *BY_PERSON)
    handled_by = Can.MANAGE_TICKETS
    settled = ("resolved", "closed")

    created_by: Mapped[str] = mapped_column(ForeignKey("users.id"))
    assigned_to: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    branch_id: Mapped[str | None] = mapped_column(ForeignKey("branches.id"))
    subject: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text)
    status: Mapped[TicketStatus] = enum_column("status", TicketStatus, default=TicketStatus.OPEN)
    priority: Mapped[TicketPriority] = enum_column("priority", TicketPriority, default=TicketPriority.MEDIUM)
    category: Mapped[TicketCategory] = enum_column("category", TicketCategory, default=TicketCategory.GENERAL)
    resolved_at: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime)

    @validates("status")
    def _keep_resolved_at(self, _name: str, status: str) -> str:
        if status not in self.settled:
            self.resolved_at = None
        elif self.resolved_at is None:
            self.resolved_at = now()
        return status


index_order(SupportTicket, "priority", urgency(SupportTicket.priority), SupportTicket.created_at)
