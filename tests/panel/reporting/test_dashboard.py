"""The dashboard's counts: of one's scope, by status, zero where one may not read, and moved by every change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world import World

STATS = "/api/panel/dashboard/stats"
NOTHING = {
    "workOrders": {"total": 0, "pending": 0, "inProgress": 0, "completed": 0},
    "tickets": {"total": 0, "open": 0, "inProgress": 0, "resolved": 0},
    "leads": {"total": 0, "new": 0, "contacted": 0, "qualified": 0},
    "clients": {"total": 0, "active": 0},
}
TWO_OF_EACH = {
    "workOrders": {"total": 2, "pending": 2, "inProgress": 0, "completed": 0},
    "tickets": {"total": 2, "open": 2, "inProgress": 0, "resolved": 0},
    "leads": {"total": 2, "new": 2, "contacted": 0, "qualified": 0},
    "clients": {"total": 2, "active": 2},
}
EVERYTHING = {
    "workOrders": {"total": 6, "pending": 6, "inProgress": 0, "completed": 0},
    "tickets": {"total": 7, "open": 7, "inProgress": 0, "resolved": 0},
    "leads": {"total": 6, "new": 6, "contacted": 0, "qualified": 0},
    "clients": {"total": 6, "active": 6},
}


async def stats(world: World, who: str) -> Any:
    async with world.client(who) as caller:
        answer = await caller.get(STATS)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("who", "seen"),
    [
        ("branch_ops_manager", TWO_OF_EACH),
        ("sales_rep", NOTHING | {name: TWO_OF_EACH[name] for name in ("leads", "clients")}),
        ("technician", NOTHING | {name: TWO_OF_EACH[name] for name in ("workOrders", "clients")}),
        ("admin", EVERYTHING),
        ("support", EVERYTHING),
        ("homeless", NOTHING),
        ("no_role", NOTHING),
    ],
)
async def test_each_role_counts_what_it_may_read(
    shared_world: World, who: str, seen: dict[str, dict[str, int]]
) -> None:
    assert await stats(shared_world, who) == seen


async def test_a_region_is_both_of_its_branches(shared_world: World) -> None:
    assert (await stats(shared_world, "regional_ops_manager"))["leads"]["total"] == 4


async def test_every_change_moves_the_counts(world: World) -> None:
    async with world.client("branch_ops_manager") as manager:
        await manager.patch("/api/panel/leads/lead-1-1", json={"status": "contacted"})
        await manager.patch("/api/panel/leads/lead-1-2", json={"status": "won"})
        await manager.patch("/api/panel/work-orders/order-1-1", json={"status": "in_progress"})
        await manager.patch("/api/panel/support-tickets/ticket-1-1", json={"status": "resolved"})
    seen = await stats(world, "branch_ops_manager")
    assert seen["leads"] == {"total": 2, "new": 0, "contacted": 1, "qualified": 0}
    assert seen["workOrders"] == {"total": 2, "pending": 1, "inProgress": 1, "completed": 0}
    assert seen["tickets"] == {"total": 2, "open": 1, "inProgress": 0, "resolved": 1}
    assert seen["clients"] == {"total": 2, "active": 2}


async def test_a_moved_record_counts_where_it_is(world: World) -> None:
    async with world.client("admin") as admin:
        await admin.patch("/api/panel/leads/lead-1-2", json={"branchId": "far"})
    assert (await stats(world, "sales_rep"))["leads"]["total"] == 1
    assert (await stats(world, "far_rep"))["leads"]["total"] == 3
