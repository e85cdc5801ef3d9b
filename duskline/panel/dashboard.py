"""The dashboard's counts. Who may enter: staff; what one may not read counts zero (ruling 24)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from duskline.access import STAFF, Can
from duskline.core.db import Db
from duskline.core.door import read
from duskline.core.wire import Answer
from duskline.models.sales import Client, Lead
from duskline.models.service import SupportTicket, WorkOrder


class WorkOrderCounts(Answer):
    total: int
    pending: int
    in_progress: int
    completed: int


class TicketCounts(Answer):
    total: int
    open: int
    in_progress: int
    resolved: int


class LeadCounts(Answer):
    total: int
    new: int
    contacted: int
    qualified: int


class ClientCounts(Answer):
    total: int
    active: int


class Stats(Answer):
    work_orders: WorkOrderCounts
    tickets: TicketCounts
    leads: LeadCounts
    clients: ClientCounts


@read("/api/panel/dashboard/stats", may=STAFF)
async def stats(db: Db) -> Stats:
    """How many records of each status are in reach."""
    orders = await _count(db, WorkOrder, Can.MANAGE_WORK_ORDERS)
    tickets = await _count(db, SupportTicket, Can.MANAGE_TICKETS)
    leads = await _count(db, Lead, Can.MANAGE_LEADS)
    clients = await _count(db, Client, Can.MANAGE_LEADS, Can.MANAGE_WORK_ORDERS)
    return Stats(
        work_orders=WorkOrderCounts(**_named(orders, "pending", "in_progress", "completed")),
        tickets=TicketCounts(**_named(tickets, "open", "in_progress", "resolved")),
        leads=LeadCounts(**_named(leads, "new", "contacted", "qualified")),
        clients=ClientCounts(**_named(clients, "active")),
    )


async def _count(db: Db, entity: Any, *flags: Can) -> dict[str, int]:
    if not db.actor.can(*flags, Can.VIEW_ALL_DATA):
        return {}
    found = await db.execute(select(entity.status, func.count()).group_by(entity.status))
    return dict(found.tuples().all())


def _named(counts: dict[str, int], *statuses: str) -> dict[str, int]:
    return {"total": sum(counts.values()), **{status: counts.get(status, 0) for status in statuses}}


ROUTES = [stats]
