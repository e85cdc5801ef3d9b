"""A thread: everything about one person, from the first request to the warranty.

It begins with a lead or a client. What belongs to it: the client's leads, work orders, tickets and warranties, and the
tickets of those leads, as far as they lie in the reader's scope.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Date,
    Select,
    String,
    bindparam,
    case,
    cast,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.database import Reader
from duskline.models.records.about import RecordKind, Subject
from duskline.models.records.activities import NextStep
from duskline.models.records.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.warranties import Warranty

MOST_MEMBERS = 500
"""Of each kind, the newest; a property manager of twelve buildings has fewer in ten years."""


class Member(NamedTuple):
    """A record of a thread, in short: what a reader of the client may know of it."""

    kind: str
    """As the audit log calls it."""
    id: str
    title: str
    status: str
    day: date | None
    """The day a work order is planned for, or a warranty of the product ends."""
    note: str | None
    """What kind of job it is, or how urgent a ticket."""
    done_at: datetime | None
    """When a work order was completed."""
    set_aside: str | None
    """`held` or `cancelled`, of a job that is; `waiting`, of a warranty whose job was opened again."""
    created_at: datetime


class Promise(NamedTuple):
    """The open next step of a member."""

    id: str
    kind: RecordKind
    record_id: str
    words: str
    due_on: date
    due_minute: int | None
    assigned_to: str | None
    done_at: None
    version: int


WIDTH = len(Member._fields)
PROMISED = tuple(getattr(NextStep, name) for name in Promise._fields)


class Thread(NamedTuple):
    """The members of a thread, the newest first."""

    client_id: str | None
    members: Sequence[Member]
    buildings: Sequence[Member] = ()
    """The client's properties, told as members are."""
    promises: Sequence[Promise] = ()
    """What is still to be done about the members and the client."""

    def ids(self, *kinds: str) -> list[str]:
        """Of the members of these kinds, or of everything in the thread."""
        found = [member.id for member in self.members if not kinds or member.kind in kinds]
        if self.client_id is not None and (not kinds or "client" in kinds):
            found.append(self.client_id)
        return found if kinds else found + [building.id for building in self.buildings]


async def thread_of_client(db: Reader, client_id: str) -> Thread:
    found = await db.rows("thread of a client", _of_client, {"client": client_id})
    return _read(client_id, found)


async def thread_of_lead(db: Reader, lead_id: str) -> Thread:
    """The thread of the client that the lead became; before that, the lead alone."""
    became = await db.rows("client of a lead", _client_of_lead, {"lead": lead_id})
    return await (thread_of_client(db, became[0][0]) if became else thread_of_lead_alone(db, lead_id))


async def thread_of_lead_alone(db: Reader, lead_id: str) -> Thread:
    """Of a lead that has become nobody's client."""
    found = await db.rows("thread of a lead", _of_lead_alone, {"lead": lead_id})
    return _read(None, found)


def _read(client_id: str | None, rows: Sequence[Sequence[Any]]) -> Thread:
    told = [Member(*row[:WIDTH]) for row in rows]
    return Thread(
        client_id,
        [member for member in told if member.kind != "property"],
        [member for member in told if member.kind == "property"],
        [Promise(*row[WIDTH:]) for row in rows if row[WIDTH] is not None],
    )


def _client_of_lead() -> Select[Any]:
    known = LeadDetails.id == bindparam("lead", type_=String)
    return select(Client.id).join(LeadDetails, LeadDetails.client_id == Client.id).where(known)


def _of_lead_alone() -> Select[Any]:
    lead = bindparam("lead", type_=String)
    return _newest(_leads().where(Lead.id == lead), _tickets_of_leads(TicketDetails.lead_id == lead))


def _of_client() -> Select[Any]:
    client = bindparam("client", type_=String)
    leads = select(LeadDetails.id).where(LeadDetails.client_id == client)
    parts = (
        _leads().where(Lead.id.in_(leads)),
        _jobs().where(WorkOrder.client_id == client),
        _tickets().where(TicketDetails.client_id == client),
        _tickets_of_leads(TicketDetails.lead_id.in_(leads)),
        _warranties().where(Warranty.client_id == client),
        _buildings().where(Property.client_id == client),
    )
    return _newest(*parts)


def _newest(*parts: Select[Any]) -> Select[Any]:
    """Of each part, and all of them in order."""
    newest = [part.order_by(part.selected_columns.created_at.desc()).limit(MOST_MEMBERS) for part in parts]
    together = union_all(*(select(part.subquery()) for part in newest)).subquery()
    return select(together).order_by(together.c.created_at.desc(), together.c.id.desc())


def _leads() -> Select[Any]:
    return _with_promise(select(*_columns("lead", Lead.id, Lead.name, Lead.status, Lead.created_at)), Lead)


def _jobs() -> Select[Any]:
    aside = case(
        (WorkOrderDetails.cancelled_at.is_not(None), "cancelled"),
        (WorkOrderDetails.held_since.is_not(None), "held"),
    )
    columns = _columns(
        "work_order", WorkOrder.id, WorkOrder.title, WorkOrder.status, WorkOrder.created_at,
        day=WorkOrder.scheduled_date, note=WorkOrderDetails.kind, done_at=WorkOrder.completed_date, aside=aside,
    )  # fmt: skip
    told = select(*columns).outerjoin(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
    return _with_promise(told, WorkOrder)


def _tickets() -> Select[Any]:
    columns = _columns(
        "support_ticket", SupportTicket.id, SupportTicket.subject, SupportTicket.status, SupportTicket.created_at,
        note=SupportTicket.priority,
    )  # fmt: skip
    told = select(*columns).join(TicketDetails, TicketDetails.id == SupportTicket.id)
    return _with_promise(told, SupportTicket)


def _tickets_of_leads(theirs: ColumnElement[bool]) -> Select[Any]:
    """Those that name no client: they are of whom the lead becomes."""
    return _tickets().where(TicketDetails.client_id.is_(None), theirs)


def _warranties() -> Select[Any]:
    columns = _columns(
        "warranty", Warranty.id, Warranty.number, Warranty.status, Warranty.created_at, day=Warranty.product_ends,
        aside=case((Warranty.waiting_since.is_not(None), "waiting")),
    )  # fmt: skip
    return select(*columns, *(cast(null(), column.type).label(f"step_{column.key}") for column in PROMISED))


def _buildings() -> Select[Any]:
    """Without a name or an address of its own it is the one at the client's, which has the client's id: the client's promise
    comes with it."""
    title = func.coalesce(Property.name, Property.address, "")
    told = select(*_columns("property", Property.id, title, "", Property.created_at))
    return _with_promise(told, Client, Property.id)


def _with_promise(told: Select[Any], record: type[Subject], id: Any = None) -> Select[Any]:
    """Members with their open next step; `id` where they go by another than the record's."""
    theirs = NextStep.open_about(record.kind, record.id if id is None else id)
    columns = (column.label(f"step_{column.key}") for column in PROMISED)
    return told.add_columns(*columns).outerjoin(NextStep, theirs)


def _columns(
    kind: str,
    id: InstrumentedAttribute[str],
    title: Any,
    status: Any,
    created_at: InstrumentedAttribute[datetime],
    day: Any = None,
    note: Any = None,
    done_at: Any = None,
    aside: Any = None,
) -> tuple[Any, ...]:
    """The columns of a member, alike for every kind."""
    return (
        literal(kind, String).label("kind"),
        id.label("id"),
        title.label("title"),
        cast(status, String).label("status"),
        (cast(null(), Date) if day is None else day).label("day"),
        cast(null() if note is None else note, String).label("note"),
        (cast(null(), created_at.type) if done_at is None else done_at).label("done_at"),
        cast(null() if aside is None else aside, String).label("set_aside"),
        created_at.label("created_at"),
    )
