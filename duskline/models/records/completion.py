"""Completing a job, by whichever way: it is no longer on hold, and an installation gets its warranty."""

from __future__ import annotations

from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.service import WorkOrder, WorkOrderStatus
from duskline.models.records.warranties import Years, keep_in_step


async def take_up(db: Db, order: WorkOrder) -> None:
    """What is completed is no longer on hold; a cancelled order is taken up first, by those who may."""
    details = await db.find(WorkOrderDetails, order.id)
    if details.cancelled_at is not None:
        raise Conflict("This work order is cancelled. Take it up again to complete it.")
    if details.held_since is not None:
        details.apply({"held_since": None, "reason": None})


async def complete(db: Db, order: WorkOrder, years: Years) -> None:
    await take_up(db, order)
    await _set(db, order, WorkOrderStatus.COMPLETED, years)


async def reopen(db: Db, order: WorkOrder, years: Years) -> None:
    """A job that is not done after all goes on; its warranty waits."""
    await _set(db, order, WorkOrderStatus.IN_PROGRESS, years)


async def _set(db: Db, order: WorkOrder, status: WorkOrderStatus, years: Years) -> None:
    order.apply({"status": status})
    await db.flush()
    await keep_in_step(db, order, years)
