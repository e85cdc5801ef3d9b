"""How a conversion is undone. Who may enter: those who may convert; to undo, its maker alone."""

from __future__ import annotations

from duskline.core.data.session import Db
from duskline.core.http.routing import change, post
from duskline.models.merging.undoing import undo
from duskline.policy import CONVERT


@change(post, "/api/panel/conversions/{id:str}/undo", may=CONVERT, status=204)
async def undo_conversion(db: Db, id: str) -> None:
    """Takes back a conversion of the last ten minutes, while nothing hangs on it."""
    await undo(db, id)


ROUTES = [undo_conversion]
