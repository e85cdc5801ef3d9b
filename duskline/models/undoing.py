"""Undoing a conversion: what was made goes, and what it was made of stands as before.

Only while nothing hangs on what was made: nobody changed it, said something about it, or pointed at it.
"""

from __future__ import annotations

from sqlalchemy import Select, select

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Keyed, now
from duskline.core.data.session import Db
from duskline.core.errors import Conflict
from duskline.models.activities import Activity, NextStep
from duskline.models.conversions import Conversion, ConversionKind
from duskline.models.details import LeadDetails
from duskline.models.enquiries import EnquiryHandling
from duskline.models.removal import remove
from duskline.models.sales import Client, Lead
from duskline.models.service import SupportTicket, WorkOrder

MADE: dict[ConversionKind, type[Keyed]] = {
    ConversionKind.CLIENT: Client,
    ConversionKind.FIRST_JOB: WorkOrder,
    ConversionKind.RETURN_VISIT: WorkOrder,
    ConversionKind.LEAD: Lead,
    ConversionKind.TICKET: SupportTicket,
}
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
        await _require_untouched(db, made, conversion)
        await remove(db, made)
    await _put_back(db, conversion)
    conversion.undone_at = now()
    await db.flush()
    if came_with := conversion.before.get("came_with"):
        await undo(db, await db.find_for_update(Conversion, came_with))


async def _require_untouched(db: Db, made: Keyed, conversion: Conversion) -> None:
    since: tuple[Select[str], ...] = (
        select(AuditLog.id).where(AuditLog.entity_id == made.id, AuditLog.created_at > conversion.created_at),
        select(Activity.id).where(Activity.record_id == made.id),
        select(NextStep.id).where(NextStep.record_id == made.id),
    )
    for statement in since:
        if await db.scalar(statement.limit(1)) is not None:
            raise Conflict(HANGS)


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
