"""The logs without what holds them, for tests that take something away from them."""

from __future__ import annotations

from sqlalchemy import text

from tests.world import World


async def let_go(world: World, *tables: str) -> None:
    """From here on anybody may change and delete what stands in a log."""
    async with world.database.writes.begin() as connection:
        for table in tables:
            on = "" if world.database.is_sqlite else f" ON {table}"
            for name in ("change", "deletion"):
                await connection.execute(text(f"DROP TRIGGER {table}_{name}{on}"))
