"""Deleting (product.md, rule 25): a record goes only when nothing points at it."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.base import Keyed
from duskline.core.data.session import Db
from duskline.core.errors import Conflict
from duskline.models.details import TicketDetails, WorkOrderDetails
from duskline.models.sales import Client, Lead
from duskline.models.service import SupportTicket, WorkOrder
from duskline.models.warranties import Warranty, WarrantyStatus

Pointer = InstrumentedAttribute[str] | InstrumentedAttribute[str | None]
CHILDREN: dict[type[Keyed], tuple[tuple[Pointer, str, str], ...]] = {
    Lead: ((Client.lead_id, "client", "clients"), (WorkOrderDetails.lead_id, "work order", "work orders")),
    Client: (
        (WorkOrder.client_id, "work order", "work orders"),
        (TicketDetails.client_id, "ticket", "tickets"),
    ),
    WorkOrder: (
        (WorkOrderDetails.earlier_id, "later work order", "later work orders"),
        (TicketDetails.work_order_id, "ticket", "tickets"),
    ),
    SupportTicket: ((WorkOrderDetails.ticket_id, "work order", "work orders"),),
}
"""What points at a record, and what it is called, one and several."""


async def remove(db: Db, row: Keyed) -> None:
    """Deletes the row, or refuses and names its children."""
    for column, one, several in CHILDREN.get(type(row), ()):
        count = await db.scalar(select(func.count()).select_from(column.class_).where(column == row.id)) or 0
        if count:
            raise Conflict(
                f"This record still has {count} {one if count == 1 else several}. Remove those first."
            )
    if isinstance(row, WorkOrder):
        await _let_go_of_draft(db, row)
    await db.delete(row)


async def _let_go_of_draft(db: Db, order: WorkOrder) -> None:
    """A warranty that nobody confirmed goes with its order; one that somebody did keeps it."""
    warranty = await db.scalar(select(Warranty).where(Warranty.work_order_id == order.id).with_for_update())
    if warranty is None:
        return
    if warranty.status != WarrantyStatus.DRAFT:
        raise Conflict(f"Warranty {warranty.number} is {warranty.status}, so this work order stays.")
    await db.delete(warranty)
    await db.flush()
