"""The dashboard's counts. Who may enter: staff; what one may not read counts zero (product.md, rule 24)."""

from __future__ import annotations

from sqlalchemy import Select, String, func, literal, or_, select

from duskline.core.data.counts import Counted, RecordCount
from duskline.core.data.database import Reader
from duskline.core.http.routing import read_rows
from duskline.core.values.bodies import ResponseModel
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.policy import LOOK_AT_COUNTS, SEE_CLIENTS, SEE_LEADS, SEE_TICKETS, SEE_WORK_ORDERS, May


class WorkOrderCounts(ResponseModel):
    total: int
    pending: int
    in_progress: int
    completed: int


class TicketCounts(ResponseModel):
    total: int
    open: int
    in_progress: int
    resolved: int


class LeadCounts(ResponseModel):
    total: int
    new: int
    contacted: int
    qualified: int


class ClientCounts(ResponseModel):
    total: int
    active: int


class Stats(ResponseModel):
    work_orders: WorkOrderCounts
    tickets: TicketCounts
    leads: LeadCounts
    clients: ClientCounts


KINDS: dict[type[Counted], May] = {
    Lead: SEE_LEADS,
    Client: SEE_CLIENTS,
    WorkOrder: SEE_WORK_ORDERS,
    SupportTicket: SEE_TICKETS,
}


@read_rows("/api/panel/dashboard/stats", may=LOOK_AT_COUNTS)
async def stats(db: Reader) -> Stats:
    """How many records of each status are in scope."""
    counted = await _counts(db)
    return Stats(
        work_orders=WorkOrderCounts(**_named(counted[WorkOrder], "pending", "in_progress", "completed")),
        tickets=TicketCounts(**_named(counted[SupportTicket], "open", "in_progress", "resolved")),
        leads=LeadCounts(**_named(counted[Lead], "new", "contacted", "qualified")),
        clients=ClientCounts(**_named(counted[Client], "active")),
    )


async def _counts(db: Reader) -> dict[type[Counted], dict[str, int]]:
    found = await db.rows("dashboard", _statement, {})
    counted: dict[type[Counted], dict[str, int]] = {entity: {} for entity in KINDS}
    readable = {entity.count_kind: entity for entity, may in KINDS.items() if may.lets(db.actor)}
    for kind, status, number in found:
        if kind in readable:
            counted[readable[kind]][status] = int(number)
    return counted


def _statement() -> Select[str, str, int]:
    by_status = or_(*(RecordCount.kind == literal(entity.count_kind, String) for entity in KINDS))
    alike = (RecordCount.kind, RecordCount.value)
    return select(*alike, func.sum(RecordCount.number)).where(by_status).group_by(*alike)


def _named(counts: dict[str, int], *statuses: str) -> dict[str, int]:
    return {"total": sum(counts.values()), **{status: counts.get(status, 0) for status in statuses}}


ROUTES = [stats]
