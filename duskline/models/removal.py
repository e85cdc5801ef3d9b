"""Deleting (product.md, rule 25): a record goes only when nothing points at it."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.base import Keyed
from duskline.core.data.session import Db
from duskline.core.errors import Conflict
from duskline.models.sales import Client, Lead
from duskline.models.service import WorkOrder

Pointer = InstrumentedAttribute[str] | InstrumentedAttribute[str | None]
CHILDREN: dict[type[Keyed], tuple[tuple[Pointer, str], ...]] = {
    Lead: ((Client.lead_id, "client"),),
    Client: ((WorkOrder.client_id, "work order"),),
}


async def remove(db: Db, row: Keyed) -> None:
    """Deletes the row, or refuses and names its children."""
    for column, noun in CHILDREN.get(type(row), ()):
        count = await db.scalar(select(func.count()).select_from(column.class_).where(column == row.id)) or 0
        if count:
            raise Conflict(
                f"This record still has {count} {noun}{'' if count == 1 else 's'}. Remove those first."
            )
    await db.delete(row)
