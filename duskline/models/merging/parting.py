"""Undoing a merge: the one that went comes back under its own id, and what was its own is led back to it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, select, update

from duskline.core.data.base import now
from duskline.core.data.pointers import pointers_at
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict, Forbidden
from duskline.models.merging.since import HANGS, is_changed_since
from duskline.models.records.about import REARRANGING, RecordKind, rows_about
from duskline.models.records.activities import Activity
from duskline.models.records.conversions import ERASED_SINCE, FORGOTTEN, UNDONE_WITHIN, Merge
from duskline.models.records.details import LeadDetails
from duskline.models.records.mergeable import give_back, typed
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead

ELSEWHERE = "The one that stays is in another branch by now, so this cannot be undone any more."
OUT_OF_REACH = "The one that stays is out of your reach by now, so this cannot be undone any more."
DELETED = "The one that stayed has been deleted since, so this cannot be undone any more."


async def undo_merge(db: Db, merged: Merge) -> None:
    """Brings the one that went back, and leads back to it what was its own.

    Raises:
        Forbidden: somebody else merged them.
        Conflict: too late, done already, or something that it touched has been changed, merged or removed since.
    """
    _require_undoable(db, merged)
    entity: Any = Lead if merged.kind == Lead.kind else Client
    kept = await db.scalar(
        select(entity).where(entity.id == merged.kept_id).with_for_update(of=entity, key_share=True)
    )
    if kept is None:
        raise Conflict(await _why_gone(db, entity, merged))
    if kept.branch_id != merged.branch_id:
        raise Conflict(ELSEWHERE)
    later = Merge.created_at > merged.created_at
    if again := await _standing(db, (Merge.kept_id == merged.kept_id) & later):
        raise Conflict(await _first(db, again))
    moved = [id for ids in merged.moved.values() for id in ids]
    if again := await _standing(db, Merge.gone_id.in_(moved) & later):
        raise Conflict(await _first(db, again))
    await _require_named(db, entity, merged)
    if await is_changed_since(db, merged):
        raise Conflict(HANGS)
    db.info[REARRANGING] = True
    await _bring_back(db, entity, merged.gone["row"])
    await _put_beside(db, entity, merged)
    for record in (entity, Property):
        for column, _ in pointers_at(record):
            await _lead_back(db, column, merged)
    give_back(kept, merged.before)
    await db.flush()
    await _put_back_left(db, merged)
    merged.undone_at = now()


def _require_undoable(db: Db, merged: Merge) -> None:
    if merged.by_id != db.actor.id:
        raise Forbidden("Only the person who did this can undo it.")
    if merged.undone_at is not None:
        raise Conflict("This has been undone already.")
    if merged.gone == FORGOTTEN:
        raise Conflict(ERASED_SINCE)
    if now() - merged.created_at > UNDONE_WITHIN:
        raise Conflict("This could be undone for ten minutes. They have passed.")


async def _why_gone(db: Db, entity: Any, merged: Merge) -> str:
    """What became of the one that stayed, and what can be done."""
    if again := await _standing(db, Merge.gone_id == merged.kept_id):
        return await _first(db, again)
    return OUT_OF_REACH if await _is_there(db, entity.__table__.c.id, merged.kept_id) else DELETED


async def _standing(db: Db, which: ColumnElement[bool]) -> Merge | None:
    """The newest merge of these that was not undone."""
    found = (
        select(Merge)
        .where(which, Merge.undone_at.is_(None))
        .order_by(Merge.created_at.desc(), Merge.id.desc())
    )
    merge: Merge | None = await db.scalar(found.limit(1))
    return merge


async def _is_there(db: Db, key: Any, id: str) -> bool:
    """By the table itself: whether a row is there at all, and no more than that."""
    return await db.scalar(select(key).where(key == id)) is not None


async def _first(db: Db, again: Merge) -> str:
    """Which merge has to be undone first, and by whom."""
    entity: Any = Lead if again.kind == Lead.kind else Client
    into = await db.scalar(select(entity.name).where(entity.id == again.kept_id)) or "somebody else"
    happened = f"{again.gone['row']['name']} has been merged into {into} since."
    if again.by_id == db.actor.id:
        return f"{happened} Undo that first, then this."
    return f"{happened} Ask the person who did that to undo it; then this can be undone, too."


async def _require_named(db: Db, entity: Any, merged: Merge) -> None:
    """Raises Conflict where what comes back names something that was merged since, which has to come back first, or removed."""
    beside = LeadDetails if entity is Lead else Property
    for of, values in ((entity, merged.gone["row"]), (beside, merged.gone["beside"])):
        for key in of.__table__.foreign_keys:
            id = values.get(key.parent.key)
            if id in (None, merged.gone_id) or await _is_there(db, key.column, id):
                continue
            again = await _standing(db, Merge.gone_id == id)
            raise Conflict(await _first(db, again) if again else HANGS)


async def _put_back_left(db: Db, merged: Merge) -> None:
    """What did not follow is there again, and the notes that the merge wrote in its stead are not."""
    for entity, _ in rows_about(RecordKind(merged.kind), [merged.gone_id]):
        for values in merged.gone.get("left", {}).get(entity.__name__, ()):
            await _bring_back(db, entity, values)
    for id in merged.gone.get("written", ()):
        await db.delete(await db.get_one(Activity, id))
    if made := merged.gone.get("made_property"):
        await db.delete(await db.get_one(Property, made))
    await db.flush()


async def _lead_back(db: Db, column: Any, merged: Merge) -> None:
    entity, ids = column.class_, merged.moved.get(str(column), [])
    for row in await db.scalars(select(entity).where(entity.id.in_(ids))) if ids else ():
        setattr(row, column.key, merged.gone_id)


async def _put_beside(db: Db, entity: Any, merged: Merge) -> None:
    """What stood beside the two, as it was."""
    beside: Any = LeadDetails if entity is Lead else Property
    again = await db.find_locked(beside, merged.gone_id)
    again.apply(typed(beside, merged.gone["beside"]))
    await _go_on(db, again, merged.gone["beside"])
    give_back(await db.find_locked(beside, merged.kept_id), merged.gone.get("ours", {}))


async def _bring_back(db: Db, entity: Any, values: dict[str, Any]) -> None:
    """Stores a row as it was."""
    row = db.store(entity(**typed(entity, values)))
    row.comes_back, row.audit_begins = True, "part"
    await _go_on(db, row, values)


async def _go_on(db: Db, row: Any, values: dict[str, Any]) -> None:
    """Its version goes on from the one that it had: a form that was opened before is out of date."""
    await db.flush()
    if (version := values.get("version")) is not None:
        table = type(row).__table__
        await db.execute(update(table).where(table.c.id == row.id).values(version=version + 1))
        await db.refresh(row, ["version"])
