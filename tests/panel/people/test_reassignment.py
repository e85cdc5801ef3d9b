"""Handing on what somebody has open: everything of a kind and branch at once, to someone who can take it, or nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.models.notifying.notifications import Notification
from duskline.models.records import references
from duskline.models.records.activities import NextStep
from tests.world import BESIDE, FAR, NEAR, World

USERS, STEPS = "/api/panel/users", "/api/panel/next-steps"
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


PROMISED = {
    "lead-1-1": "lead", "lead-1-2": "lead", "client-1-1": "client", "order-1-1": "work_order", "ticket-1-1": "ticket",
    "lead-beside-1": "lead",
}  # fmt: skip


async def promising(world: World, admin: httpx.AsyncClient) -> tuple[str, dict[str, str]]:
    """A regional manager with a lead of the near branch, and with a next step about it, about a colleague's lead, and about others."""
    person = (await world.hire("regional_ops_manager", branch=NEAR, region_id="north")).id
    await give(admin, person, f"{LEADS}/lead-1-1")
    await give(admin, "near_rep", f"{LEADS}/lead-1-2")
    steps = {}
    for record, kind in PROMISED.items():
        body = {
            "kind": kind,
            "recordId": record,
            "words": "Call",
            "dueOn": "2027-03-02",
            "assignedTo": person,
        }
        answer = await admin.post(STEPS, json=body)
        assert answer.status_code == 201, answer.text
        steps[record] = answer.json()["id"]
    return person, steps


async def promised_by(world: World) -> dict[str, str | None]:
    async with world.console() as db:
        found = await db.execute(select(NextStep.record_id, NextStep.assigned_to))
        return {record: person for record, person in found if record in PROMISED}


async def test_next_steps_are_open_work_too(world: World, admin: httpx.AsyncClient) -> None:
    """Also about what is a colleague's, or settled: a promise stands until it is done."""
    person, steps = await promising(world, admin)
    assert (await admin.patch(f"{LEADS}/lead-1-2", json={"status": "won"})).status_code == 200

    async def told() -> set[tuple[str, str, int, bool]]:
        return {
            (part["kind"], part["branchId"], part["count"], part["mayKeep"])
            for part in await open_work(admin, person)
        }

    assert await told() == {
        ("lead", NEAR, 1, True), ("lead_step", NEAR, 3, True), ("work_order_step", NEAR, 1, True),
        ("ticket_step", NEAR, 1, True), ("lead_step", BESIDE, 1, True),
    }  # fmt: skip
    assert (await admin.post(f"{STEPS}/{steps['client-1-1']}/done")).status_code == 200
    moved = {"role": "branch_ops_manager", "branchId": BESIDE}
    assert (await admin.patch(f"{USERS}/{person}", json=moved)).status_code == 200
    assert await told() == {
        ("lead", NEAR, 1, False), ("lead_step", NEAR, 2, False), ("work_order_step", NEAR, 1, False),
        ("ticket_step", NEAR, 1, False), ("lead_step", BESIDE, 1, True),
    }  # fmt: skip


async def test_next_steps_are_handed_on_with_what_they_are_about(
    world: World, admin: httpx.AsyncClient
) -> None:
    person, steps = await promising(world, admin)
    await admin.patch(f"{USERS}/{person}", json={"status": "inactive"})
    parts = [
        {"kind": kind, "branchId": NEAR, "assignedTo": to}
        for kind, to in (
            ("lead", "sales_rep"), ("lead_step", "sales_rep"), ("work_order_step", "technician"), ("ticket_step", None),
        )
    ]  # fmt: skip
    call: dict[str, Any] = {"json": {"parts": parts}, "headers": {"Idempotency-Key": "handing-over-1"}}
    for _ in range(2):
        answer = await admin.post(f"{USERS}/{person}/reassign", **call)
        assert (answer.status_code, answer.json()) == (200, {"count": 6})
    assert await promised_by(world) == {
        "lead-1-1": "sales_rep", "lead-1-2": "sales_rep", "client-1-1": "sales_rep", "order-1-1": "technician",
        "ticket-1-1": None, "lead-beside-1": person,
    }  # fmt: skip
    async with world.console() as db:
        changed = select(AuditLog.changes).where(
            AuditLog.entity_id == steps["lead-1-2"], AuditLog.action == "update"
        )
        assert list(await db.scalars(changed)) == [{"assigned_to": [person, "sales_rep"]}]
        given = select(Notification.user_id, Notification.record_id).where(Notification.what == "assigned")
        told = sorted(
            tuple(row) for row in await db.execute(given) if row.user_id in ("sales_rep", "technician")
        )
    assert told == [
        ("sales_rep", "client-1-1"), ("sales_rep", "lead-1-1"), ("sales_rep", "lead-1-2"), ("technician", "order-1-1"),
    ], "of a lead and its step once"  # fmt: skip
    mine = await world.client("sales_rep").get(LEADS, params={"stepOf": "me", "branchId": NEAR})
    assert {lead["id"] for lead in mine.json()} == {"lead-1-1", "lead-1-2"}
    assert [part["branchId"] for part in await open_work(admin, person)] == [BESIDE]


async def test_next_steps_go_to_those_alone_who_may_have_them(world: World, admin: httpx.AsyncClient) -> None:
    person, _ = await promising(world, admin)
    before = await world.snapshot()
    for kind, to in (
        ("lead_step", "technician"), ("work_order_step", "sales_rep"), ("ticket_step", "sales_rep"),
        ("lead_step", "far_rep"), ("lead_step", "deactivated"),
    ):  # fmt: skip
        answer = await reassign(admin, person, ("lead", NEAR, "sales_rep"), (kind, NEAR, to))
        assert answer.status_code == 400, (kind, to)
        assert answer.json()["fields"].keys() == {"parts.1.assignedTo"}
    assert await world.snapshot() == before
    async with world.client("branch_ops_manager") as manager:
        answer = await reassign(manager, person, ("lead_step", NEAR, None), ("lead_step", BESIDE, None))
        assert answer.json() == {"count": 3}
    assert (await promised_by(world))["lead-beside-1"] == person


async def test_a_step_that_is_done_or_taken_meanwhile_stays_so(
    world: World, admin: httpx.AsyncClient
) -> None:
    person, steps = await promising(world, admin)
    done, taken, handed = await asyncio.gather(
        admin.post(f"{STEPS}/{steps['lead-1-1']}/done"),
        admin.patch(f"{STEPS}/{steps['lead-1-2']}", json={"assignedTo": "near_rep"}),
        reassign(admin, person, ("lead_step", NEAR, "sales_rep")),
    )
    assert {done.status_code, taken.status_code, handed.status_code} == {200}, (
        done.text,
        taken.text,
        handed.text,
    )
    whose = await promised_by(world)
    assert (whose["lead-1-2"], whose["client-1-1"]) == ("near_rep", "sales_rep")
    lead = (await admin.get(LEADS, params={"stepOf": "near_rep"})).json()
    assert [each["id"] for each in lead] == ["lead-1-2"]


async def test_control_a_kind_that_is_not_declared_is_forgotten(
    world: World, admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = await promising(world, admin)
    monkeypatch.delitem(references.ASSIGNED, references.AssignedKind.LEAD_STEP)
    kinds = {part["kind"] for part in await open_work(admin, person)}
    assert kinds == {"lead", "work_order_step", "ticket_step"}
