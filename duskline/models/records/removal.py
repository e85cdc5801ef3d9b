"""Deleting (product.md, rule 25): a record goes only when nothing points at it."""

from __future__ import annotations

from sqlalchemy import func, select

from duskline.core.data.audit import Audited
from duskline.core.data.base import Keyed
from duskline.core.data.pointers import of_person, pointers_at
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.models.records.about import besides
from duskline.models.records.service import WorkOrder
from duskline.models.records.warranties import Warranty, WarrantyStatus


async def remove(db: Db, row: Audited) -> None:
    """Deletes the row, or refuses and names what holds it."""
    if held := await held_by(db, row):
        raise Conflict(f"This record still has {held}. Remove those first.")
    if isinstance(row, WorkOrder):
        await _let_go_of_draft(db, row)
    row.told_beside = {name: [id, None] for name, id in await _named_beside(db, row)}
    await db.delete(row)


async def held_by(db: Db, row: Keyed) -> str | None:
    """What keeps a row from being removed, with its number: the first that is found."""
    for column, said in pointers_at(type(row)):
        if said.holds is None:
            continue
        (one, several), named = said.holds, said.names(column, type(row), row.id)
        if count := await db.scalar(select(func.count()).select_from(column.class_).where(named)):
            return f"{count} {one if count == 1 else several}"
    return None


async def _named_beside(db: Db, row: Audited) -> list[tuple[str, str]]:
    """Whom the rows beside it name: with these the log says whose record it was, which an erasure asks."""
    rows = [await db.get(entity, row.id) for entity in besides() if entity.record is type(row)]
    pairs = [
        (name, getattr(each, name)) for each in rows if each is not None for name in of_person(type(each))
    ]
    return [(name, id) for name, id in pairs if id is not None and id != row.id]


async def _let_go_of_draft(db: Db, order: WorkOrder) -> None:
    """A warranty that nobody confirmed goes with its order; one that somebody did keeps it."""
    warranty = await db.scalar(select(Warranty).where(Warranty.work_order_id == order.id).with_for_update())
    if warranty is None:
        return
    if warranty.status != WarrantyStatus.DRAFT:
        raise Conflict(f"Warranty {warranty.number} is {warranty.status}, so this work order stays.")
    await db.delete(warranty)
    await db.flush()
