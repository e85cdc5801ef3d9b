"""What this installation is connected to, and how that stands. Who may enter: those who see Settings. No secret is told."""

from __future__ import annotations

import asyncio
import os
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Select, func, select

from duskline.core.data.database import Reader
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read_rows
from duskline.core.mail.outbox import Mail
from duskline.core.values.bodies import ResponseModel
from duskline.policy import SETTINGS
from duskline.services import services


class Storage(ResponseModel):
    """Where pictures lie. `free` and `whole` are bytes of the disk."""

    writable: bool
    free: int
    whole: int


class Connections(ResponseModel):
    last_sent_at: datetime | None
    """When the last letter left, of those in reach."""
    storage: Storage | None
    """None: the folder cannot be read."""
    measurement_id: str | None
    """Of Google Analytics; None: nothing is measured."""


@read_rows("/api/panel/connections", may=SETTINGS)
async def connections(db: Reader, request: StrictRequest) -> Connections:
    """Mail, storage and analytics, as they stand now."""
    ours = services(request)
    ((sent_at,),) = await db.rows("last letter", _last_letter, {})
    storage = await asyncio.to_thread(_storage, ours.files.folder)
    return Connections(sent_at, storage, ours.settings.ga_measurement_id)


def _last_letter() -> Select[*tuple[Any, ...]]:
    return select(func.max(Mail.sent_at))


def _storage(folder: Path) -> Storage | None:
    """The folder is made with its first file: until then the one that it will lie in answers for it."""
    there = next((place for place in (folder, *folder.parents) if place.is_dir()), folder)
    try:
        disk = shutil.disk_usage(there)
    except OSError:
        return None
    return Storage(os.access(there, os.W_OK), disk.free, disk.total)


ROUTES = [connections]
