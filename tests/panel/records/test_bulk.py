"""Many records changed alike: each under the rule of its own PATCH, with a preview that changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from duskline.core.data.audit import AuditLog
from duskline.core.data.counts import RecordCount
from duskline.models.notifying.notifications import Notification
from duskline.models.records.status_changes import StatusChange
from tests.world import FAR, NEAR, World

LEADS = "/api/panel/leads"
KINDS = (
    ("leads", "status", "contacted"),
    ("clients", "status", "inactive"),
    ("work-orders", "priority", "high"),
    ("support-tickets", "status", "in_progress"),
)


async def leads(caller: httpx.AsyncClient, number: int, **fields: Any) -> list[dict[str, Any]]:
    made = []
    for index in range(number):
        lead = {"branchId": NEAR, "name": f"Bulk {index}", "email": f"b{index}@customer.example", **fields}
        answer = await caller.post(LEADS, json=lead)
        assert answer.status_code == 201, answer.text
        made.append(answer.json())
    return made


def chosen(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": row["id"], "version": row["version"]} for row in rows]


async def bulk(
    caller: httpx.AsyncClient,
    rows: list[dict[str, Any]],
    change: dict[str, Any],
    path: str = LEADS,
    key: str | None = None,
) -> list[dict[str, Any]]:
    headers = {} if key is None else {"Idempotency-Key": key}
    sent = {"rows": chosen(rows), "change": change}
    answer = await caller.post(f"{path}/bulk", json=sent, headers=headers)
    assert answer.status_code == 200, answer.text
    outcomes: list[dict[str, Any]] = answer.json()
    return outcomes


async def preview(
    caller: httpx.AsyncClient, rows: list[dict[str, Any]], change: dict[str, Any], path: str = LEADS
) -> list[dict[str, Any]]:
    answer = await caller.post(f"{path}/bulk/preview", json={"rows": chosen(rows), "change": change})
    assert answer.status_code == 200, answer.text
    outcomes: list[dict[str, Any]] = answer.json()
    return outcomes


async def counted(world: World, entity: Any) -> int:
    async with world.console() as db:
        return int(await db.scalar(select(func.count()).select_from(entity)) or 0)


@pytest.mark.parametrize(("path", "field", "value"), KINDS)
async def test_each_list_changes_many_rows_at_once(world: World, path: str, field: str, value: str) -> None:
    admin = world.client("admin")
    address = f"/api/panel/{path}"
    rows = (await admin.get(address, params={"limit": "4"})).json()
    assert [one["refused"] for one in await preview(admin, rows, {field: value}, address)] == [None] * len(
        rows
    )
    assert (await admin.get(address, params={"limit": "4"})).json() == rows
    outcomes = await bulk(admin, rows, {field: value}, address)
    now = (await admin.get(address, params={"limit": "4"})).json()
    assert {row[field] for row in now} == {value}
    assert {row["id"]: row["version"] for row in now} == {one["id"]: one["version"] for one in outcomes}


async def test_each_row_leaves_what_its_own_change_would(world: World) -> None:
    """An audit row, a change of status, what the new person is told, and figures that are true."""
    admin = world.client("admin")
    rows = await leads(admin, 3)
    before = {entity: await counted(world, entity) for entity in (AuditLog, StatusChange, Notification)}
    await bulk(admin, rows, {"status": "qualified", "assignedTo": "near_rep"})
    after = {entity: await counted(world, entity) for entity in before}
    assert {entity.__name__: after[entity] - before[entity] for entity in before} == {
        "AuditLog": 3, "StatusChange": 3, "Notification": 3,
    }  # fmt: skip
    history = (await admin.get(f"{LEADS}/{rows[0]['id']}/history")).json()
    assert history[0]["changes"] == {"status": ["new", "qualified"], "assignedTo": [None, "near_rep"]}
    async with world.console() as db:
        kept = select(RecordCount.number).where(
            RecordCount.kind == "lead", RecordCount.branch_id == NEAR, RecordCount.value == "qualified"
        )
        assert await db.scalar(kept) == 3


async def test_a_preview_changes_nothing_and_tells_nobody(world: World) -> None:
    admin = world.client("admin")
    rows = await leads(admin, 3)
    entities = (AuditLog, StatusChange, Notification)
    before = [await counted(world, entity) for entity in entities]
    outcomes = await preview(admin, rows, {"status": "won", "assignedTo": "near_rep"})
    assert [(one["refused"], one["version"]) for one in outcomes] == [(None, 2)] * 3
    assert [await counted(world, entity) for entity in entities] == before
    assert [(await admin.get(f"{LEADS}/{row['id']}")).json() for row in rows] == rows


async def test_what_is_so_already_keeps_its_version(world: World) -> None:
    admin = world.client("admin")
    rows = await leads(admin, 2)
    assert [one["version"] for one in await bulk(admin, rows, {"status": "new"})] == [1, 1]


async def test_rows_are_refused_one_by_one_with_their_own_sentence(world: World) -> None:
    admin = world.client("admin")
    near, far = await leads(admin, 1), await leads(admin, 1, branchId=FAR)
    change = {"assignedTo": "near_rep"}
    assignee = "Please choose an active staff member of this branch from the list"
    for ask in (preview, bulk):
        refused = [one["refused"] for one in await ask(admin, near + far, change)]
        assert refused == [None, assignee]
    assert (await admin.get(f"{LEADS}/{near[0]['id']}")).json()["assignedTo"] == "near_rep"
    assert (await admin.get(f"{LEADS}/{far[0]['id']}")).json()["assignedTo"] is None


async def test_rows_out_of_reach_are_as_good_as_none(world: World) -> None:
    far = await leads(world.client("admin"), 1, branchId=FAR)
    rep = world.client("sales_rep")
    own = await leads(rep, 1)
    nobody = {"id": "nobody", "version": 1}
    for ask in (preview, bulk):
        outcomes = await ask(rep, [*far, nobody, *own], {"status": "contacted"})
        gone = "It is not there any more, or out of your reach."
        assert [one["refused"] for one in outcomes] == [gone, gone, None]
        own[0]["version"] = 1
    assert (await world.client("admin").get(f"{LEADS}/{far[0]['id']}")).json()["status"] == "new"


async def test_what_somebody_else_changed_meanwhile_is_left_alone(world: World) -> None:
    admin = world.client("admin")
    rows = await leads(admin, 2)
    await world.client("sales_rep").patch(f"{LEADS}/{rows[0]['id']}", json={"status": "lost"})
    for ask in (preview, bulk):
        outcomes = await ask(admin, rows, {"status": "contacted"})
        assert [one["changedSince"] for one in outcomes] == [True, False]
    assert (await admin.get(f"{LEADS}/{rows[0]['id']}")).json()["status"] == "lost"


async def test_undo_is_the_same_call_and_skips_what_changed_since(world: World) -> None:
    admin = world.client("admin")
    rows = await leads(admin, 3)
    done = await bulk(admin, rows, {"status": "lost"})
    await world.client("sales_rep").patch(f"{LEADS}/{rows[1]['id']}", json={"notes": "Calls back"})
    back = await bulk(admin, done, {"status": "new"})
    assert [one["changedSince"] for one in back] == [False, True, False]
    statuses = [(await admin.get(f"{LEADS}/{row['id']}")).json()["status"] for row in rows]
    assert statuses == ["new", "lost", "new"]


async def test_two_at_once_each_change_a_row_once(world: World) -> None:
    admin, rep = world.client("admin"), world.client("sales_rep")
    rows = await leads(admin, 8)
    ones, others = await asyncio.gather(
        bulk(admin, rows, {"status": "won"}), bulk(rep, rows[::-1], {"status": "lost"})
    )
    winners = [one["id"] for one in [*ones, *others] if one["refused"] is None]
    assert sorted(winners) == sorted(row["id"] for row in rows)
    assert all(one["changedSince"] for one in [*ones, *others] if one["refused"])


async def test_sent_again_it_is_done_once_and_goes_on_where_it_broke_off(world: World) -> None:
    admin = world.client("admin")
    rows = await leads(admin, 4)
    key = "a-key-of-this-test"
    first = await bulk(admin, rows[:2], {"status": "contacted"}, key=key)
    again = await bulk(admin, rows, {"status": "contacted"}, key=key)
    assert again[:2] == first
    assert [one["refused"] for one in again] == [None] * 4
    history = (await admin.get(f"{LEADS}/{rows[0]['id']}/history")).json()
    assert [event["action"] for event in history] == ["update", "create"]
    reused = {"rows": chosen(rows), "change": {"status": "won"}}
    refused = await admin.post(f"{LEADS}/bulk", json=reused, headers={"Idempotency-Key": key})
    assert refused.status_code == 422


async def test_control_without_a_key_the_second_time_meets_its_own_change(world: World) -> None:
    admin = world.client("admin")
    rows = await leads(admin, 1)
    await bulk(admin, rows, {"status": "contacted"})
    assert [one["changedSince"] for one in await bulk(admin, rows, {"status": "contacted"})] == [True]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"rows": [], "change": {"status": "won"}}, "rows"),
        ({"rows": [{"id": "x", "version": 1}] * 51, "change": {"status": "won"}}, "rows"),
        ({"rows": [{"id": "x", "version": 0}], "change": {"status": "won"}}, "rows.0.version"),
        ({"rows": [{"id": "x", "version": 1}], "change": {"status": "sold"}}, "change.status"),
        ({"rows": [{"id": "x", "version": 1}]}, "change"),
    ],
)
async def test_nonsense_is_refused_whole(shared_world: World, sent: dict[str, Any], field: str) -> None:
    for path in ("bulk", "bulk/preview"):
        answer = await shared_world.client("admin").post(f"{LEADS}/{path}", json=sent)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


async def test_who_may_change_none_may_change_no_hundred(shared_world: World) -> None:
    sent = {"rows": [{"id": "x", "version": 1}], "change": {"status": "won"}}
    for path in ("bulk", "bulk/preview"):
        for who in ("support", "technician"):
            assert (await shared_world.client(who).post(f"{LEADS}/{path}", json=sent)).status_code == 403


async def test_crews_take_only_what_is_theirs_or_nobodys(world: World) -> None:
    """Without canAssignJobs (product.md, rule 18), row by row."""
    admin, technician = world.client("admin"), world.client("technician")
    path = "/api/panel/work-orders"
    me = (await technician.get("/api/auth/user")).json()["id"]
    rows = []
    for assigned in (me, "near_technician"):
        order = {"branchId": NEAR, "clientId": f"client-{NEAR}-1", "title": "Lights", "assignedTo": assigned}
        rows.append((await admin.post(path, json=order)).json())
    outcomes = await bulk(technician, rows, {"status": "in_progress"}, path)
    assert [one["refused"] is None for one in outcomes] == [True, False]
