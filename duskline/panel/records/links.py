"""Where a link between records leads, in short."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.panel.rows import Linked


async def linked(db: Db, wanted: str | None, id: Any, title: Any, status: Any) -> Linked | None:
    """None where a link leads nowhere, or out of the caller's scope."""
    if wanted is None:
        return None
    found = (await db.execute(select(id, title, status).where(id == wanted))).first()
    return None if found is None else Linked(*found)
