"""Nobody writes out of their scope: rows are written one by one, and each new or moved one is looked for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, event, insert, update
from sqlalchemy.exc import IntegrityError, StatementError

from duskline.core.data import session
from duskline.core.data.session import ScopedSession, changing, reading
from duskline.core.system.errors import Refusal
from duskline.models.people.people import Colleague, User
from duskline.models.records.sales import Lead
from duskline.policy import CONSOLE
from tests.core.scopes import SCOPES, acting
from tests.world import BESIDE, FAR, MISSING, NEAR, World

BULK: dict[str, Callable[[], Any]] = {
    "update": lambda: update(Lead).values(status="won"),
    "update_where": lambda: update(Lead).where(Lead.branch_id == NEAR).values(status="won"),
    "update_fetch": lambda: update(Lead).values(status="won").execution_options(synchronize_session="fetch"),
    "update_evaluate": lambda: (
        update(Lead).values(status="won").execution_options(synchronize_session="evaluate")
    ),
    "update_returning": lambda: update(Lead).values(status="won").returning(Lead.id),
    "delete": lambda: delete(Lead),
    "delete_returning": lambda: delete(Lead).returning(Lead.id),
    "insert": lambda: insert(Lead).values(id="x", branch_id=FAR, name="x", email="x@x.example"),
    "insert_returning": lambda: insert(Lead).returning(Lead.id),
    "update_people": lambda: update(User).values(role="admin"),
    "update_colleagues": lambda: update(Colleague).values(role="admin"),
}


@pytest.mark.parametrize("name", BULK)
async def test_bulk_writes_on_scoped_rows_are_refused(odd_world: World, name: str) -> None:
    for scope in SCOPES.values():
        async with changing(odd_world.database, acting(scope)) as db:
            with pytest.raises(RuntimeError, match="one by one"):
                await db.execute(BULK[name]())


async def test_bulk_writes_by_parameter_lists_are_refused(odd_world: World) -> None:
    rows = [{"id": "x", "branch_id": FAR, "name": "x", "email": "x@x.example"}]
    async with changing(odd_world.database, acting(SCOPES["one branch"])) as db:
        with pytest.raises(RuntimeError, match="one by one"):
            await db.execute(insert(Lead), rows)
        for name in ("bulk_insert_mappings", "bulk_update_mappings", "bulk_save_objects"):
            with pytest.raises(RuntimeError):
                await db.run_sync(bulk, name, rows)


def bulk(session: Any, name: str, rows: Any) -> None:
    if name == "bulk_save_objects":
        session.bulk_save_objects([Lead(**row) for row in rows])
    else:
        getattr(session, name)(Lead, rows)


async def stored(world: World, id: str) -> Lead | None:
    async with reading(world.database, CONSOLE) as db:
        return await db.get(Lead, id)


async def test_a_new_row_must_lie_in_scope(world: World) -> None:
    near = acting(SCOPES["one branch"])
    for branch, allowed in ((NEAR, True), (BESIDE, False), (FAR, False)):
        async with changing(world.database, near) as db:
            db.store(Lead(id=f"new-{branch}", branch_id=branch, name="New", email="n@n.example"))
            if allowed:
                await db.commit()
            else:
                with pytest.raises(Refusal):
                    await db.commit()
        assert (await stored(world, f"new-{branch}") is not None) == allowed


async def test_a_row_cannot_be_moved_out_of_scope(world: World) -> None:
    async with changing(world.database, acting(SCOPES["one branch"])) as db:
        lead = await db.find(Lead, "lead-1-1")
        lead.branch_id = FAR
        with pytest.raises(Refusal):
            await db.commit()
    moved = await stored(world, "lead-1-1")
    assert moved is not None
    assert moved.branch_id == NEAR


async def test_a_foreign_row_cannot_be_merged_in(world: World) -> None:
    async with changing(world.database, acting(SCOPES["one branch"])) as db:
        await db.merge(Lead(id="lead-far-1", branch_id=NEAR, name="Mine", email="m@m.example", version=1))
        with pytest.raises((IntegrityError, Refusal)):
            await db.commit()
    kept = await stored(world, "lead-far-1")
    assert kept is not None
    assert kept.branch_id == FAR


async def test_a_detached_foreign_row_cannot_be_written(world: World) -> None:
    """Even a row that was loaded by somebody else and carried over."""
    async with reading(world.database, CONSOLE) as db:
        foreign_lead = await db.find(Lead, "lead-far-1")
    async with changing(world.database, acting(SCOPES["one branch"])) as db:
        with pytest.raises(RuntimeError, match="found it"):
            db.add(foreign_lead)
        foreign_lead.name = "Mine"
        await db.commit()
    kept = await stored(world, "lead-far-1")
    assert kept is not None
    assert kept.name != "Mine"


async def test_control_without_the_destination_check_the_row_moves(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.remove(ScopedSession, "after_flush", session._check_destinations)
    try:
        async with changing(world.database, acting(SCOPES["one branch"])) as db:
            lead = await db.find(Lead, "lead-1-1")
            lead.branch_id = FAR
            await db.commit()
    finally:
        event.listen(ScopedSession, "after_flush", session._check_destinations, insert=True)
    moved = await stored(world, "lead-1-1")
    assert moved is not None
    assert moved.branch_id == FAR


async def test_the_reading_engine_cannot_write(odd_world: World) -> None:
    async with reading(odd_world.database, CONSOLE) as db:
        db.store(Lead(id=MISSING, branch_id=NEAR, name="New", email="n@n.example"))
        with pytest.raises(StatementError):
            await db.commit()
    assert await stored(odd_world, MISSING) is None
