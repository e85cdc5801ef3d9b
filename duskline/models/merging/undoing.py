"""Undoing a conversion: what was made goes, and what it was made of stands as before.

Only while nothing hangs on it: nobody changed what was made, said something about it, pointed at it, made more of it, or
merged it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, String, and_, cast, or_, select
from sqlalchemy.orm import aliased

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.models.merging.detaching import attach_again, is_attached_since, is_torn, require_whole
from duskline.models.merging.since import HANGS, changes_since
from duskline.models.records.conversions import ERASED_SINCE, FORGOTTEN, Conversion, ConversionKind, Merge
from duskline.models.records.details import LeadDetails, TicketDetails
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.removal import remove
from duskline.models.records.sales import Client, Lead, LeadStatus
from duskline.models.records.service import SupportTicket, WorkOrder

MADE: dict[ConversionKind, Any] = {
    ConversionKind.CLIENT: Client,
    ConversionKind.FIRST_JOB: WorkOrder,
    ConversionKind.RETURN_VISIT: WorkOrder,
    ConversionKind.LEAD: Lead,
    ConversionKind.TICKET: SupportTicket,
}
SOURCES: dict[ConversionKind, Any] = {
    ConversionKind.CLIENT: Lead,
    ConversionKind.FIRST_JOB: Lead,
    ConversionKind.DETACHMENT: Lead,
    ConversionKind.RETURN_VISIT: SupportTicket,
    ConversionKind.LEAD: EnquiryHandling,
    ConversionKind.TICKET: EnquiryHandling,
    ConversionKind.ATTACHMENT: EnquiryHandling,
}


async def undo(db: Db, id: str) -> None:
    """Takes back a conversion and those that came with it, the last first.

    Raises:
        NotFound: no such conversion, or out of scope.
        Forbidden: somebody else made it.
        Conflict: too late, the person has been erased, or something hangs on what was made.
    """
    conversion = await _held(db, id)
    conversion.require_undoable(db.actor)
    if conversion.before == FORGOTTEN:
        raise Conflict(ERASED_SINCE)
    if conversion.made_new:
        made = await db.find(MADE[conversion.kind], conversion.to_id)
        await remove(db, made)  # says best what points at it
    elif conversion.kind == ConversionKind.CLIENT:
        await require_whole(db, conversion.from_id, conversion.to_id, conversion.created_at)
    if await db.scalar(select(hangs()).where(Conversion.id == conversion.id)):
        raise Conflict(HANGS)
    await _put_back(db, conversion)
    conversion.undone_at = now()
    await db.flush()
    if came_with := conversion.before.get("came_with"):
        await undo(db, came_with)


async def _held(db: Db, id: str) -> Conversion:
    """With what it was made of and what it made, in the order in which others hold them: converting, changing, removing."""
    conversion = await db.find(Conversion, id)
    for entity, row in (
        (SOURCES[conversion.kind], conversion.from_id),
        (MADE.get(conversion.kind), conversion.to_id),
    ):
        if entity is not None:
            held = select(entity.id).where(entity.id == row)
            await db.execute(held.with_for_update(of=entity, key_share=True))
    await db.refresh(conversion, with_for_update=True)
    return conversion


def hangs() -> ColumnElement[bool]:
    """Whether something hangs on a conversion, as a condition on it."""
    changed = [
        and_(Conversion.kind == kind, _there_is(statement))
        for kind, entity in MADE.items()
        for statement in changes_since(entity, Conversion.to_id, Conversion.created_at, Conversion.from_id)
    ]
    on_what_was_made = and_(Conversion.made_new, or_(*changed))
    return or_(
        _there_is(_made_since()), _there_is(_merged_since()), is_attached_since(), is_torn(), on_what_was_made
    )


def is_forgotten() -> ColumnElement[bool]:
    """Returns a condition on conversions: an erasure took the values for Undo, of it or of one that came with it."""
    with_it = aliased(Conversion)
    these = with_it.id.in_((Conversion.id, Conversion.before["came_with"].as_string()))
    return _there_is(select(with_it.id).where(these, with_it.before["erased"].as_boolean()))


def _there_is(statement: Any) -> ColumnElement[bool]:
    return statement.correlate(Conversion).exists()  # type: ignore[no-any-return]


def _made_since() -> Any:
    """The first job, of a lead that would lose its client."""
    later = aliased(Conversion)
    return select(later.id).where(
        Conversion.kind == ConversionKind.CLIENT,
        later.kind == ConversionKind.FIRST_JOB,
        later.from_id == Conversion.from_id,
        later.created_at > Conversion.created_at,
        later.undone_at.is_(None),
    )


def _merged_since() -> Any:
    """What its source was merged with since, what led it to another record, or what one of the two was parted from since: undoing would
    speak of somebody else."""
    source, made = Conversion.from_id, Conversion.to_id
    touched = source.in_((Merge.kept_id, Merge.gone_id)) | cast(Merge.moved, String).contains(Conversion.id)
    merged = and_(touched, Merge.created_at > Conversion.created_at, Merge.undone_at.is_(None))
    of_one = or_(*(each.in_((Merge.kept_id, Merge.gone_id)) for each in (source, made)))
    parted = and_(of_one, Merge.created_at < Conversion.created_at, Merge.undone_at > Conversion.created_at)
    return select(Merge.id).where(or_(merged, parted))


async def _put_back(db: Db, conversion: Conversion) -> None:
    match conversion.kind:
        case ConversionKind.CLIENT:
            (await db.find_locked(LeadDetails, conversion.from_id)).client_id = None
        case ConversionKind.DETACHMENT:
            await attach_again(db, conversion)
        case ConversionKind.LEAD | ConversionKind.TICKET | ConversionKind.ATTACHMENT:
            handling = await db.find_locked(EnquiryHandling, conversion.from_id)
            handling.reopen(conversion.before["led_to"])
        case ConversionKind.RETURN_VISIT:
            await _forget_client(db, conversion.from_id, conversion.before)
    if status := conversion.before.get("status"):
        lead = await db.find_locked(Lead, conversion.from_id)
        if lead.status == LeadStatus.WON:
            lead.status = status


async def _forget_client(db: Db, ticket_id: str, before: dict[str, Any]) -> None:
    """The visit brought the client along; a job or a warranty that was chosen since needs it."""
    details = await db.find_locked(TicketDetails, ticket_id)
    if before.get("client_id", details.client_id) is None and not (
        details.work_order_id or details.warranty_id
    ):
        details.apply({"client_id": None, "lead_id": before.get("lead_id")})
