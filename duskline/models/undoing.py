"""Undoing a conversion: what was made goes, and what it was made of stands as before.

Only while nothing hangs on what was made: nobody changed it, said something about it, or pointed at it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_, literal, or_, select

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.errors import Conflict
from duskline.models.about import RecordKind
from duskline.models.activities import Activity, NextStep
from duskline.models.conversions import Conversion, ConversionKind
from duskline.models.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.enquiries import EnquiryHandling
from duskline.models.properties import Property
from duskline.models.removal import CHILDREN, remove
from duskline.models.sales import Client, Lead
from duskline.models.service import SupportTicket, WorkOrder

MADE: dict[ConversionKind, Any] = {
    ConversionKind.CLIENT: Client,
    ConversionKind.FIRST_JOB: WorkOrder,
    ConversionKind.RETURN_VISIT: WorkOrder,
    ConversionKind.LEAD: Lead,
    ConversionKind.TICKET: SupportTicket,
}
LOGGED = sorted({entity.audit_name for entity in (*MADE.values(), WorkOrderDetails, TicketDetails, Property)})
"""What the audit log calls the records that are made, and what stands beside them."""
HANGS = "Something has been added or changed since, so this cannot be undone any more."


async def undo(db: Db, conversion: Conversion) -> None:
    """Takes back a conversion and those that came with it, the last first.

    Raises:
        Forbidden: somebody else made it.
        Conflict: too late, or something hangs on what was made.
    """
    conversion.require_undoable(db.actor)
    if conversion.made_new:
        made = await db.find_for_update(MADE[conversion.kind], conversion.to_id)
        await remove(db, made)  # says best what points at it
        if await db.scalar(select(hangs()).where(Conversion.id == conversion.id)):
            raise Conflict(HANGS)
    await _put_back(db, conversion)
    conversion.undone_at = now()
    await db.flush()
    if came_with := conversion.before.get("came_with"):
        await undo(db, await db.find_for_update(Conversion, came_with))


def hangs() -> ColumnElement[bool]:
    """Whether something hangs on what a conversion made, as a condition on the conversion."""
    made = Conversion.to_id
    changed = select(AuditLog.id).where(
        AuditLog.entity_type.in_([literal(name) for name in LOGGED]),
        AuditLog.entity_id == made,
        AuditLog.created_at > Conversion.created_at,
    )
    about = [
        select(entity.id).where(
            entity.kind.in_([literal(kind, entity.kind.type) for kind in RecordKind]),
            entity.record_id == made,
        )
        for entity in (Activity, NextStep)
    ]
    pointed_at = [
        and_(Conversion.kind == kind, select(column).where(column == made).correlate(Conversion).exists())
        for kind, entity in MADE.items()
        for column, *_ in CHILDREN.get(entity, ())
    ]
    written = [statement.correlate(Conversion).exists() for statement in (changed, *about)]
    return and_(Conversion.made_new, or_(*written, *pointed_at))


async def _put_back(db: Db, conversion: Conversion) -> None:
    match conversion.kind:
        case ConversionKind.CLIENT:
            details = await db.find_for_update(LeadDetails, conversion.from_id)
            details.client_id = None
        case ConversionKind.LEAD | ConversionKind.TICKET | ConversionKind.ATTACHMENT:
            (await db.find_for_update(EnquiryHandling, conversion.from_id)).reopen()
    if status := conversion.before.get("status"):
        lead = await db.find_for_update(Lead, conversion.from_id)
        lead.status = status
