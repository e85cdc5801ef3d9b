"""Handing on what somebody has open: everything of a kind and branch at once, to someone who can take it, or nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.world import BESIDE, FAR, NEAR, World

USERS = "/api/panel/users"
LEADS, ORDERS, TICKETS = "/api/panel/leads", "/api/panel/work-orders", "/api/panel/support-tickets"


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def give(caller: httpx.AsyncClient, person: str, *records: str) -> None:
    for record in records:
        answer = await caller.patch(record, json={"assignedTo": person})
        assert answer.status_code == 200, answer.text


async def reassign(
    caller: httpx.AsyncClient, person: str, *parts: tuple[str, str | None, str | None]
) -> httpx.Response:
    body = [{"kind": kind, "branchId": branch, "assignedTo": to} for kind, branch, to in parts]
    return await caller.post(f"{USERS}/{person}/reassign", json={"parts": body})


async def open_work(caller: httpx.AsyncClient, person: str) -> list[dict[str, Any]]:
    answer = await caller.get(f"{USERS}/{person}/open-work")
    assert answer.status_code == 200, answer.text
    return list(answer.json())


async def leaving(world: World, admin: httpx.AsyncClient) -> str:
    """A manager of the near branch with two leads, an order and a ticket, beside settled ones."""
    person = (await world.hire("branch_ops_manager", branch=NEAR)).id
    await give(
        admin, person, f"{LEADS}/lead-1-1", f"{LEADS}/lead-1-2", f"{ORDERS}/order-1-1", f"{ORDERS}/order-1-2",
        f"{TICKETS}/ticket-1-1", f"{TICKETS}/ticket-1-2",
    )  # fmt: skip
    for settled in ("won", "lost"):
        lead = {"name": "Ivy Eaves", "email": "ivy@lead.example", "branchId": NEAR, "assignedTo": person}
        assert (await admin.post(LEADS, json=lead | {"status": settled})).status_code == 201
    await admin.patch(f"{ORDERS}/order-1-2", json={"status": "completed"})
    await admin.patch(f"{TICKETS}/ticket-1-2", json={"status": "closed"})
    return person


async def test_open_work_is_counted_and_handed_on(world: World, admin: httpx.AsyncClient) -> None:
    person = await leaving(world, admin)
    told = {
        (part["kind"], part["branchId"], part["count"], part["mayKeep"])
        for part in await open_work(admin, person)
    }
    assert told == {("lead", NEAR, 2, True), ("work_order", NEAR, 1, True), ("ticket", NEAR, 1, True)}
    await admin.patch(f"{USERS}/{person}", json={"status": "inactive"})
    assert {part["mayKeep"] for part in await open_work(admin, person)} == {False}

    seen = (await admin.get(f"{LEADS}/lead-1-1")).json()["version"]
    answer = await reassign(
        admin,
        person,
        ("lead", NEAR, "near_rep"),
        ("work_order", NEAR, "near_technician"),
        ("ticket", NEAR, None),
    )
    assert (answer.status_code, answer.json()) == (200, {"count": 4})
    lead = (await admin.get(f"{LEADS}/lead-1-1")).json()
    assert (lead["assignedTo"], lead["version"]) == ("near_rep", seen + 1)
    assert (await admin.get(f"{ORDERS}/order-1-1")).json()["assignedTo"] == "near_technician"
    assert (await admin.get(f"{TICKETS}/ticket-1-1")).json()["assignedTo"] is None
    for settled in (f"{ORDERS}/order-1-2", f"{TICKETS}/ticket-1-2"):
        assert (await admin.get(settled)).json()["assignedTo"] == person
    assert await open_work(admin, person) == []
    event = (await admin.get(f"{LEADS}/lead-1-1/history")).json()[0]
    assert (event["action"], event["changes"]) == ("update", {"assignedTo": [person, "near_rep"]})
    again = await reassign(admin, person, ("lead", NEAR, "near_rep"))
    assert again.json() == {"count": 0}
    assert (await admin.get(LEADS, params={"assignedTo": "near_rep"})).headers["x-total-count"] == "2"


async def test_all_or_nothing_and_only_to_those_who_can_take_it(
    world: World, admin: httpx.AsyncClient
) -> None:
    person = await leaving(world, admin)
    before = await world.snapshot()
    for kind, to in (
        ("lead", "near_technician"),
        ("lead", "far_rep"),
        ("work_order", "near_rep"),
        ("ticket", "nobody"),
    ):
        answer = await reassign(admin, person, ("lead", NEAR, "near_rep"), (kind, NEAR, to))
        assert (answer.status_code, answer.json()["fields"]) == (
            400,
            {"parts.1.assignedTo": "Please choose an active staff member of this branch from the list"},
        ), (
            kind,
            to,
        )
    assert await world.snapshot() == before


async def test_what_lies_out_of_scope_stays(world: World, admin: httpx.AsyncClient) -> None:
    """A regional manager's leads lie in two branches; the manager of one branch neither sees nor moves the other's."""
    person = (await world.hire("regional_ops_manager", branch=NEAR, region_id="north")).id
    await give(admin, person, f"{LEADS}/lead-1-1", f"{LEADS}/lead-beside-1")
    assert {part["branchId"] for part in await open_work(admin, person)} == {NEAR, BESIDE}
    async with world.client("branch_ops_manager") as manager:
        assert {part["branchId"] for part in await open_work(manager, person)} == {NEAR}
        answer = await reassign(manager, person, ("lead", NEAR, "near_rep"), ("lead", BESIDE, None))
        assert answer.json() == {"count": 1}
        for call in (await reassign(manager, "far_rep"), await manager.get(f"{USERS}/far_rep/open-work")):
            assert call.status_code == 404
    assert (await admin.get(f"{LEADS}/lead-beside-1")).json()["assignedTo"] == person
    assert (await reassign(world.client("sales_rep"), person)).status_code == 403
    everywhere = await reassign(admin, person, ("lead", BESIDE, "beside_rep"), ("lead", FAR, None))
    assert everywhere.json() == {"count": 1}


async def test_a_record_taken_by_somebody_else_meanwhile_is_left_to_them(
    world: World, admin: httpx.AsyncClient
) -> None:
    person = await leaving(world, admin)
    for turn in range(6):
        await give(admin, person, f"{LEADS}/lead-1-1", f"{LEADS}/lead-1-2")
        taken, handed = await asyncio.gather(
            admin.patch(f"{LEADS}/lead-1-1", json={"assignedTo": "sales_rep"}),
            reassign(admin, person, ("lead", NEAR, "near_rep")),
        )
        assert (taken.status_code, handed.status_code) == (200, 200), (turn, taken.text, handed.text)
        assert (await admin.get(f"{LEADS}/lead-1-1")).json()["assignedTo"] == "sales_rep"
        assert (await admin.get(f"{LEADS}/lead-1-2")).json()["assignedTo"] == "near_rep"
        assert handed.json()["count"] in (1, 2)
