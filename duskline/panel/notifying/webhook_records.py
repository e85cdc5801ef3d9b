"""How webhooks are told of records: each as the call of its kind answers it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from duskline.core.http.routing import shape
from duskline.core.values.bodies import ResponseModel
from duskline.models.notifying.webhook_events import Find, Shape
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.sales import Client, Coverage, Lead, PreferredTime, PropertyType, QuoteRequest
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.panel.records.messages import EnquiryRow, beside_message, message_row
from duskline.panel.rows import ClientRow, LeadRow, TicketRow, WorkOrderRow


class QuoteRequestRow(ResponseModel):
    """What a visitor said in the quote dialog; `low` and `high` are the dollars that were shown."""

    id: str
    lead_id: str
    name: str | None
    phone: str | None
    property_type: PropertyType
    coverage: Coverage
    stories: int
    feet: int | None
    scheme: str | None
    street: str | None
    zip: str
    served: bool
    preferred_time: PreferredTime | None
    low: int
    high: int
    created_at: datetime


ROWS: dict[type, type[ResponseModel]] = {
    Lead: LeadRow,
    Client: ClientRow,
    QuoteRequest: QuoteRequestRow,
    WorkOrder: WorkOrderRow,
    SupportTicket: TicketRow,
}


def _as_row(row: Any, _find: Find) -> msgspec.Struct:
    return shape(row, ROWS[type(row)])


def _as_message(handling: EnquiryHandling, find: Find) -> EnquiryRow:
    return message_row(
        handling.enquiry, handling, {name: find(asked) for name, asked in beside_message(handling)}
    )


RECORDS: dict[type, Shape] = {**dict.fromkeys(ROWS, _as_row), EnquiryHandling: _as_message}
