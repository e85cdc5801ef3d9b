"""Undoing a merge: the one that went comes back under its own id, and what was its own is led back to it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import select

from duskline.core.data.base import UtcDateTime, now
from duskline.core.data.session import Db
from duskline.core.errors import Conflict, Forbidden
from duskline.models.activities import Activity, NextStep
from duskline.models.conversions import UNDONE_WITHIN, Merge
from duskline.models.details import LeadDetails, WorkOrderDetails
from duskline.models.merging import DESCRIBED, FINISHED, POINTERS
from duskline.models.properties import Property
from duskline.models.sales import Client, Lead

ELSEWHERE = "The one that stays is in another branch by now, so this cannot be undone any more."
DELETED = "The one that stayed has been deleted since, so this cannot be undone any more."


async def undo_merge(db: Db, merged: Merge) -> None:
    """Brings the one that went back, and leads back to it what was its own.

    Raises:
        Forbidden: somebody else merged them.
        Conflict: too late, or done already.
    """
    if merged.by_id != db.actor.id:
        raise Forbidden("Only whoever did this can undo it.")
    if merged.undone_at is not None:
        raise Conflict("This has been undone already.")
    if now() - merged.created_at > UNDONE_WITHIN:
        raise Conflict("This could be undone for ten minutes. They have passed.")
    entity: Any = Lead if merged.kind == Lead.kind else Client
    kept = await db.scalar(
        select(entity).where(entity.id == merged.kept_id).with_for_update(of=entity, key_share=True)
    )
    if kept is None:
        raise Conflict(await _why_gone(db, entity, merged))
    if kept.branch_id != merged.branch_id:
        raise Conflict(ELSEWHERE)
    db.store(_row(entity, merged.gone["row"])).comes_back = True
    await db.flush()
    await _put_beside(db, entity, merged)
    for column in POINTERS[entity]:
        await _lead_back(db, column, merged)
    for step in await _by_ids(db, NextStep, merged.moved.get(FINISHED, [])):
        step.done_at = None
    kept.apply({name: old for name, (old, new) in merged.before.items() if getattr(kept, name) == new})
    await db.flush()
    await _part_buildings(db, merged)
    await _drop_note(db, merged)
    merged.undone_at = now()


async def _why_gone(db: Db, entity: Any, merged: Merge) -> str:
    """What became of the one that stayed, and what can be done."""
    later = select(Merge).where(Merge.gone_id == merged.kept_id, Merge.undone_at.is_(None))
    again = await db.scalar(later.order_by(Merge.created_at.desc()).limit(1))
    if again is None:
        return DELETED
    into = await db.scalar(select(entity.name).where(entity.id == again.kept_id)) or "somebody else"
    happened = f"{again.gone['row']['name']} has been merged into {into} since."
    if again.by_id == db.actor.id:
        return f"{happened} Undo that first, then this."
    return f"{happened} Ask whoever did that to undo it; then this can be undone, too."


async def _drop_note(db: Db, merged: Merge) -> None:
    """The notes go back to whose they were; a note that somebody has written on in stays."""
    note = await db.get(Activity, merged.gone.get("note", ""))
    if note is not None and note.words == merged.gone["row"]["notes"]:
        await db.delete(note)


async def _part_buildings(db: Db, merged: Merge) -> None:
    """Each has its own again; what was noted meanwhile stays noted."""
    if joined := merged.gone["joined"]:
        ours = await db.find_for_update(Property, merged.kept_id)
        ours.apply({name: old for name, (old, new) in joined.items() if getattr(ours, name) == new})
    made = await db.get(Property, merged.gone.get("made_property", ""))
    if made is None:
        return
    own = await db.find_for_update(Property, merged.gone_id)
    own.apply({name: getattr(made, name) for name in DESCRIBED})
    if (
        await db.scalar(select(WorkOrderDetails.id).where(WorkOrderDetails.property_id == made.id).limit(1))
        is None
    ):
        await db.delete(made)


async def _lead_back(db: Db, column: Any, merged: Merge) -> None:
    """Only rows that nobody has led elsewhere since."""
    present = (merged.kept_id, merged.gone.get("made_property"))
    for row in await _by_ids(db, column.class_, merged.moved.get(str(column), [])):
        if getattr(row, column.key) in present:
            setattr(row, column.key, merged.gone_id)


async def _by_ids(db: Db, entity: Any, ids: list[str]) -> list[Any]:
    return list(await db.scalars(select(entity).where(entity.id.in_(ids))))


async def _put_beside(db: Db, entity: Any, merged: Merge) -> None:
    """What stood beside the one that went, as it was."""
    beside = await db.get(LeadDetails if entity is Lead else Property, merged.gone_id)
    if beside is not None:
        restored = _row(type(beside), merged.gone["beside"])
        beside.apply({name: getattr(restored, name) for name in merged.gone["beside"] if name != "version"})
        ours = await db.get(type(beside), merged.kept_id)
        for name in merged.gone["filled"]:
            if getattr(ours, name) == getattr(restored, name):
                setattr(ours, name, None)


def _row(entity: Any, values: dict[str, Any]) -> Any:
    times = {column.key for column in entity.__table__.c if isinstance(column.type, UtcDateTime)}
    read = {
        name: datetime.fromisoformat(value) if name in times and value is not None else value
        for name, value in values.items()
    }
    return entity(**{name: value for name, value in read.items() if name != "version"})
