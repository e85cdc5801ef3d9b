"""What the crew of a job reads of its thread: what the person asked for, with photos, and who was at the building before.

Who may enter: those who see work orders. A visitor's own words are for everybody who may read the client (product.md,
rule 72).
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select

from duskline.core.data.database import Reader
from duskline.core.data.session import Db
from duskline.core.http.routing import read
from duskline.core.values.bodies import ResponseModel
from duskline.models.records.details import JobKind, WorkOrderDetails
from duskline.models.records.service import WorkOrder, WorkOrderStatus
from duskline.models.timeline.threads import thread_of_client
from duskline.panel.timeline.timeline import TimelineEvent, said_by_visitor
from duskline.policy import SEE_WORK_ORDERS

MOST_VISITS = 10


class EarlierVisit(ResponseModel):
    id: str
    title: str
    kind: JobKind
    completed_date: datetime | None
    notes: str | None


class WorkOrderThread(ResponseModel):
    said: list[TimelineEvent]
    visits: list[EarlierVisit]
    """Those to the same building that are completed, the latest first."""


@read("/api/panel/work-orders/{id:str}/thread", may=SEE_WORK_ORDERS)
async def work_order_thread(db: Db, id: str) -> WorkOrderThread:
    """What came before a job."""
    order = await db.find(WorkOrder, id)
    reader = Reader(db.database, db.actor)
    thread = await thread_of_client(reader, order.client_id)
    return WorkOrderThread(await said_by_visitor(reader, thread), await _visits(db, order))


async def _visits(db: Db, order: WorkOrder) -> list[EarlierVisit]:
    building = func.coalesce(WorkOrderDetails.property_id, order.client_id)
    here = select(building).where(WorkOrderDetails.id == order.id).correlate(None).scalar_subquery()
    visits = (
        select(
            WorkOrder.id, WorkOrder.title, WorkOrderDetails.kind, WorkOrder.completed_date, WorkOrder.notes
        )
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .where(
            WorkOrder.client_id == order.client_id,
            WorkOrder.id != order.id,
            WorkOrder.status == WorkOrderStatus.COMPLETED,
            building == here,
        )
        .order_by(WorkOrder.completed_date.desc(), WorkOrder.id.desc())
        .limit(MOST_VISITS)
    )
    return [EarlierVisit(*row) for row in await db.execute(visits)]


ROUTES = [work_order_thread]
