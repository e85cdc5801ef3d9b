"""Imports in tests: the worker that makes records of rows."""

from __future__ import annotations

from typing import Any

from duskline.importing.job import ImportWorker
from duskline.organization import present
from tests.world import World

PATH = "/api/panel/imports"


def worker(world: World) -> ImportWorker:
    async def company() -> Any:
        return await present(world.database, world.services.company_file)

    return ImportWorker(world.database, company, by_mail=world.services.sends_mail)


async def work(world: World) -> None:
    """Until nothing is due."""
    one = worker(world)
    while await one.turn():
        pass
