"""A start makes a branch where there is none, so that the first visitor's request has a place to go (product.md, rule 5)."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from duskline.core.data.base import Base
from duskline.models.company.setup import ensure_default_branch
from duskline.models.places.places import Branch, Organization, Region
from tests.commands.conftest import Desk
from tests.world import World


async def places(world: World) -> tuple[list[tuple[Any, ...]], ...]:
    """Organizations, regions and branches, as they are stored."""
    shown: tuple[tuple[type[Base], tuple[str, ...]], ...] = (
        (Organization, ("id", "name")),
        (Region, ("id", "organization_id", "name", "code")),
        (Branch, ("id", "region_id", "name", "address", "status")),
    )
    async with world.database.reads.connect() as connection:
        rows = [
            await connection.execute(select(*(entity.__table__.c[name] for name in names)))
            for entity, names in shown
        ]
        return tuple([tuple(row) for row in found] for found in rows)


@pytest.mark.parametrize(("address", "shown"), [("9 Roof Row", "9 Roof Row"), (None, "Not entered yet")])
async def test_an_empty_company_gets_one(ready: Desk, address: str | None, shown: str) -> None:
    world = World(ready.url)
    try:
        for _ in range(2):  # the second start finds it
            await ensure_default_branch(world.database, "Lumen & Co", address)
            assert await places(world) == (
                [("1", "Lumen & Co")],
                [("1", "1", "Main region", "MAIN")],
                [("1", "1", "Main branch", shown, "active")],
            )
    finally:
        await world.close()


async def test_a_company_with_branches_stays_as_it_is(world: World) -> None:
    before = await places(world)
    await ensure_default_branch(world.database, "Lumen & Co", None)
    assert await places(world) == before
