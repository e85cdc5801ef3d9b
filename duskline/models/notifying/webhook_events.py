"""What webhooks are told of: seen by the session, whichever call made it, and put down as it stands when the transaction commits.

What is rolled back was never told, and a command tells nobody. A record is told as the company sees it, by the answer that its own
call gives; who makes those answers says so (`told_as`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import Select, inspect, select

from duskline.core.data.session import ScopedSession
from duskline.models.notifying.webhooks import WebhookEvent, tell
from duskline.models.records.about import REARRANGING
from duskline.models.records.conversions import Conversion, ConversionKind
from duskline.models.records.details import LeadDetails, WorkOrderDetails
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.sales import Client, Lead, LeadStatus, QuoteRequest
from duskline.models.records.service import SupportTicket, TicketStatus, WorkOrder, WorkOrderStatus
from duskline.policy import CONSOLE

Find = Callable[[Select[Any]], Any]
"""One value, of whatever branch."""
Shape = Callable[[Any, Find], msgspec.Struct]
Happened = tuple[WebhookEvent, Any]

SETTLED = frozenset({TicketStatus.RESOLVED, TicketStatus.CLOSED})
KEPT_AS = "webhook events"
"""Where a session keeps what has happened in it."""

_shapes: dict[type, Shape] = {}


def told_as(shapes: Mapping[type, Shape]) -> None:
    """Declares how records are told."""
    _shapes.update(shapes)


def note_events(session: ScopedSession) -> None:
    if session.actor is CONSOLE or session.info.get(REARRANGING):
        return
    noticed = session.info.setdefault(KEPT_AS, [])
    for happened in _happened(session):
        if happened not in noticed:
            noticed.append(happened)


def queue_events(session: ScopedSession) -> None:
    session.flush()
    if noticed := session.info.pop(KEPT_AS, None):
        find = session.connection().scalar
        tell(session, ((what, _shapes[type(row)](row, find)) for what, row in noticed))


def forget_events(session: ScopedSession) -> None:
    session.info.pop(KEPT_AS, None)


def _happened(session: ScopedSession) -> Iterator[Happened]:
    for row in session.new:
        if not (getattr(row, "comes_back", False) or getattr(row, "is_one_of_many", False)):
            yield from _made(session, row)
    for row in session.dirty:
        yield from _changed(session, row)


def _made(session: ScopedSession, row: Any) -> Iterator[Happened]:
    match row:
        case Lead():
            yield WebhookEvent.LEAD_CREATED, row
        case QuoteRequest():
            yield WebhookEvent.QUOTE_REQUESTED, row
        case EnquiryHandling() if not row.suspected:
            yield WebhookEvent.MESSAGE_RECEIVED, row
        case Client():
            yield WebhookEvent.CLIENT_CREATED, row
            yield from _converted(session, row)
        case Conversion(kind=ConversionKind.CLIENT):
            yield WebhookEvent.LEAD_CONVERTED, session.get_one(Lead, row.from_id)
        case WorkOrder():
            yield WebhookEvent.ORDER_CREATED, row
            yield from _work_order(row)
        case SupportTicket():
            yield WebhookEvent.TICKET_OPENED, row


def _changed(session: ScopedSession, row: Any) -> Iterator[Happened]:
    match row:
        case Lead() if row.status == LeadStatus.LOST and _is_other(row, "status"):
            yield WebhookEvent.LEAD_LOST, row
        case Client() if _is_other(row, "lead_id"):
            yield from _converted(session, row)
        case WorkOrder():
            yield from _work_order(row)
        case WorkOrderDetails() if row.cancelled_at is not None and _is_other(row, "cancelled_at"):
            yield WebhookEvent.ORDER_CANCELLED, session.get_one(WorkOrder, row.id)
        case SupportTicket() if _is_other(row, "status"):
            settled, was_settled = row.status in SETTLED, _before(row, "status") in SETTLED
            if settled != was_settled:
                yield WebhookEvent.TICKET_RESOLVED if settled else WebhookEvent.TICKET_OPENED, row


def _work_order(row: WorkOrder) -> Iterator[Happened]:
    if row.scheduled_date is not None and _is_other(row, "scheduled_date"):
        yield WebhookEvent.ORDER_SCHEDULED, row
    if row.status == WorkOrderStatus.COMPLETED and _is_other(row, "status"):
        yield WebhookEvent.ORDER_COMPLETED, row


def _converted(session: ScopedSession, client: Client) -> Iterator[Happened]:
    """The lead that a client names, unless it has become somebody else before."""
    became = select(LeadDetails.client_id).where(LeadDetails.id == client.lead_id)
    if client.lead_id is not None and session.connection().scalar(became) == client.id:
        yield WebhookEvent.LEAD_CONVERTED, session.get_one(Lead, client.lead_id)


def _is_other(row: Any, name: str) -> bool:
    """Whether there stands something else than before; in a new row, than nothing."""
    history = inspect(row).attrs[name].history
    return history.has_changes() and bool(history.added) and _before(row, name) != history.added[0]


def _before(row: Any, name: str) -> Any:
    deleted = inspect(row).attrs[name].history.deleted
    return deleted[0] if deleted else None
