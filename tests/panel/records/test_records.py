"""Every kind of record answers for itself alike: the row, its history, and whether it may be removed."""

from __future__ import annotations

import pytest

from tests.world import NEAR, World, row_of

EDITS: dict[str, dict[str, str | int]] = {
    "/api/panel/leads": {"notes": "Called back"},
    "/api/panel/clients": {"address": "2 Elm Street"},
    "/api/panel/work-orders": {"notes": "Ladder needed"},
    "/api/panel/support-tickets": {"description": "All of it"},
    "/api/panel/users": {"status": "inactive"},
    "/api/panel/gallery": {"approved": 1},
}
"""Of each kind, one field that an administrator may change."""


@pytest.mark.parametrize("path", EDITS)
async def test_a_record_is_the_row_of_its_list(shared_world: World, path: str) -> None:
    id = row_of(path, NEAR)
    async with shared_world.client("admin") as admin:
        rows = (await admin.get(path, params={"limit": 200})).json()
        answer = await admin.get(f"{path}/{id}")
    assert [answer.json()] == [row for row in rows if row["id"] == id]
    assert answer.headers["etag"] == f'"{answer.json()["version"]}"'


@pytest.mark.parametrize("path", EDITS)
async def test_its_history_begins_with_the_newest_edit(world: World, path: str) -> None:
    address = f"{path}/{row_of(path, NEAR)}"
    (field, value), *_ = EDITS[path].items()
    async with world.client("admin") as admin:
        assert (await admin.get(f"{address}/history")).json() == []
        before = (await admin.get(address)).json()[field]
        for wanted in (value, before):
            assert (await admin.patch(address, json={field: wanted})).status_code == 200
        events = (await admin.get(f"{address}/history")).json()
    assert [event["changes"][field] for event in events] == [[value, before], [before, value]]
    assert {(event["who"], event["action"]) for event in events} == {("Admin", "update")}


@pytest.mark.parametrize("path", list(EDITS)[:4])
async def test_it_is_removed_once(world: World, path: str) -> None:
    address = f"{path}/{row_of(path, NEAR)}"
    async with world.client("admin") as admin:
        assert [(await admin.delete(address)).status_code for _ in range(2)] == [204, 404]
        assert (await admin.get(f"{address}/history")).status_code == 404


BESIDE = {
    "/api/panel/work-orders/order-1-1": ({"kind": "service", "feet": 140}, {"kind": ["installation", "service"], "feet": [None, 140]}),
    "/api/panel/support-tickets/ticket-1-1": ({"workOrderId": "order-1-1"}, {"clientId": [None, "client-1-1"], "workOrderId": [None, "order-1-1"]}),
    "/api/panel/leads/lead-1-2": ({"lostReason": "Price", "valueKind": "guess"}, {"lostReason": [None, "Price"], "valueKind": [None, "guess"]}),
}  # fmt: skip


@pytest.mark.parametrize("address", BESIDE)
async def test_the_history_tells_of_what_stands_beside_a_record(world: World, address: str) -> None:
    edit, changes = BESIDE[address]
    manager = world.client("branch_ops_manager")
    assert (await manager.patch(f"{address}/details", json=edit)).status_code == 200
    (event,) = (await manager.get(f"{address}/history")).json()
    assert (event["action"], event["changes"]) == ("update", changes)


async def test_the_history_tells_why_a_job_was_set_aside(world: World) -> None:
    manager, address = world.client("branch_ops_manager"), "/api/panel/work-orders/order-1-1"
    for edit in ({"aside": "held", "reason": "Rain"}, {"aside": None}):
        assert (await manager.patch(f"{address}/details", json=edit)).status_code == 200
    freed, held = (await manager.get(f"{address}/history")).json()
    assert (held["changes"]["reason"], held["changes"]["heldSince"][0]) == ([None, "Rain"], None)
    assert (freed["changes"]["reason"], freed["changes"]["heldSince"][1]) == (["Rain", None], None)
