"""What the tests of the mechanism share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from duskline.models.records.sales import Client
from tests.conftest import FULL_COUNTS, Template, copied
from tests.core.scopes import ODD
from tests.world import NEAR, World


@pytest.fixture
def rounds() -> int:
    """How often something is tried that must never happen."""
    return 6_000 if FULL_COUNTS else 600


@pytest.fixture(scope="module")
async def odd_world(template: Template) -> AsyncIterator[World]:
    async for world in copied(template):
        async with world.console() as db:
            fields = {"branch_id": NEAR, "lead_id": "lead-far-1", "email": "o@o.example", "address": "1"}
            db.store(Client(id=ODD, name="Odd", **fields))
        yield world


@pytest.fixture
async def processes(world: World) -> AsyncIterator[list[World]]:
    """The application once on SQLite, as two processes of it on PostgreSQL."""
    beside = World(world.database.url, world.tokens, DATA_DIR=str(world.settings.data_dir))
    yield [world] if world.database.is_sqlite else [world, beside]
    await beside.close()
