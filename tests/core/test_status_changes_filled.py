"""The migration that fills in the changes of status from before they were kept: from the audit log, else from the record."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import delete, select

from duskline.core.data.audit import AuditLog
from duskline.models.records.status_changes import StatusChange
from tests.unheld_logs import let_go
from tests.world import NEAR, World

LEADS = "/api/panel/leads"
CHANGES = StatusChange.__table__
filling: Any = import_module("duskline.migrations.versions.2026_11_25_0063_facts_and_figures")


async def told(world: World, id: str) -> list[tuple[Any, ...]]:
    async with world.database.reads.connect() as connection:
        columns = (
            CHANGES.c.from_status,
            CHANGES.c.to_status,
            CHANGES.c.by_id,
            CHANGES.c.branch_id,
            CHANGES.c.at,
        )
        rows = await connection.execute(
            select(*columns).where(CHANGES.c.record_id == id).order_by(CHANGES.c.at, CHANGES.c.id)
        )
        return [tuple(row) for row in rows]


async def fill(world: World) -> None:
    def run(sync: Any) -> None:
        with Operations.context(MigrationContext.configure(sync)):
            for kind in filling.KINDS:
                filling.fill(kind)

    async with world.database.writes.begin() as connection:
        await connection.run_sync(run)


async def forget(world: World, *also: Any) -> None:
    async with world.database.writes.begin() as connection:
        await connection.execute(delete(CHANGES))
        for statement in also:
            await connection.execute(statement)


async def on_its_way(world: World) -> str:
    async with world.client("regional_ops_manager") as manager:
        made = await manager.post(LEADS, json={"name": "Iris", "email": "i@i.example", "branchId": NEAR})
        id: str = made.json()["id"]
        for status in ("contacted", "proposal", "won"):
            assert (await manager.patch(f"{LEADS}/{id}", json={"status": status})).status_code == 200
    return id


def near(changes: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Without the moments, which are told a little apart."""
    return [change[:4] for change in changes]


async def test_the_way_is_told_by_the_audit_log(world: World) -> None:
    id = await on_its_way(world)
    before = await told(world, id)
    await forget(world)
    await fill(world)
    after = await told(world, id)
    assert near(after) == near(before)
    assert all(abs((new[4] - old[4]).total_seconds()) < 5 for new, old in zip(after, before, strict=True))


async def test_what_is_kept_is_not_told_again(world: World) -> None:
    id = await on_its_way(world)
    before = await told(world, id)
    await fill(world)
    assert await told(world, id) == before


async def test_the_beginning_is_filled_before_what_is_kept(world: World) -> None:
    """As after an upgrade: the older half was never kept."""
    id = await on_its_way(world)
    before = await told(world, id)
    async with world.database.writes.begin() as connection:
        await connection.execute(delete(CHANGES).where(CHANGES.c.to_status.in_(["new", "contacted"])))
    await fill(world)
    assert near(await told(world, id)) == near(before)


async def test_without_a_log_the_record_tells_what_it_can(world: World) -> None:
    id = await on_its_way(world)
    await let_go(world, "audit_logs")
    await forget(world, delete(AuditLog.__table__))
    await fill(world)
    assert near(await told(world, id)) == [(None, "new", None, "1"), ("new", "won", None, "1")]
    assert near(await told(world, "lead-1-1")) == [(None, "new", None, "1")]
