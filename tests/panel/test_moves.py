"""A lost day: where its visits would go, that they go together, and come back but for what was changed since."""

from __future__ import annotations

from typing import Any

import httpx

from tests.world import FAR, NEAR, World

PATH, VISITS = "/api/panel/schedule/moves", "/api/panel/visits"
MONDAY, TUESDAY, WEDNESDAY = "2027-05-10", "2027-05-11", "2027-05-12"


async def asked(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def visit(
    caller: httpx.AsyncClient, day: str, *crew: str, job: str = "order-1-1", **fields: Any
) -> str:
    new = {"kind": "work_order", "recordId": job, "day": day, "crew": list(crew)} | fields
    return str((await asked(await caller.post(VISITS, json=new), 201))["id"])


async def preview(caller: httpx.AsyncClient, day: str = MONDAY, **fields: Any) -> list[dict[str, Any]]:
    wanted = {"branchId": NEAR, "day": day} | fields
    found: list[dict[str, Any]] = await asked(await caller.post(f"{PATH}/preview", json=wanted))
    return found


async def test_each_goes_to_the_next_day_on_which_its_crew_is_free(world: World) -> None:
    manager = world.client("branch_ops_manager")
    first = await visit(manager, MONDAY, "technician")
    other = await visit(manager, MONDAY, "near_technician", startMinute=480, endMinute=600)
    await visit(manager, MONDAY, "lead_technician", pinned=True)
    begun = await visit(manager, MONDAY, "lead_technician")
    await asked(await manager.patch(f"{VISITS}/{begun}", json={"status": "started"}))
    await visit(manager, TUESDAY, "technician")
    await visit(manager, TUESDAY, "near_technician", startMinute=600, endMinute=700)
    away = {"userId": "technician", "firstDay": WEDNESDAY, "lastDay": WEDNESDAY, "kind": "training"}
    await asked(await manager.post("/api/panel/absences", json=away), 201)
    closed = {"branchId": NEAR, "day": "2027-05-13", "crews": 0}
    await asked(await manager.post("/api/panel/schedule/days", json=closed))
    assert {(row["id"], row["day"]) for row in await preview(manager)} == {
        (first, "2027-05-14"),
        (other, TUESDAY),
    }
    sick = await preview(manager, userId="near_technician")
    assert [row["id"] for row in sick] == [other]


async def test_they_move_together_and_come_back(world: World) -> None:
    manager = world.client("branch_ops_manager")
    first = await visit(manager, MONDAY, "technician", startMinute=480, endMinute=600)
    second = await visit(manager, MONDAY, "near_technician", job="order-1-2")
    plan = [{"id": row["id"], "version": row["version"], "day": row["day"]} for row in await preview(manager)]
    plan[1]["day"] = None
    stale = [plan[0], plan[1] | {"version": 99}]
    move = {"branchId": NEAR, "reason": "Rain"}
    await asked(await manager.post(PATH, json=move | {"visits": stale}), 409)
    assert len(await preview(manager)) == 2
    done = await asked(await manager.post(PATH, json=move | {"visits": plan}), 201)
    assert {person["email"] for person in done["toTell"]} == {"cleo1@1.example"}
    by_id = {row["id"]: row for row in await days(manager)}
    assert (by_id[first]["day"], by_id[first]["startsAt"]) == (TUESDAY, "2027-05-11T12:00:00Z")
    assert by_id[second]["day"] is None
    await asked(await manager.patch(f"{VISITS}/{second}", json={"day": WEDNESDAY}))
    told = await asked(await manager.post(f"{PATH}/{done['id']}/undo"))
    assert told["left"] == ["Porch 1 2"]
    by_id = {row["id"]: row for row in await days(manager)}
    assert (by_id[first]["day"], by_id[first]["startsAt"]) == (MONDAY, "2027-05-10T12:00:00Z")
    assert by_id[second]["day"] == WEDNESDAY
    assert (await manager.post(f"{PATH}/{done['id']}/undo")).status_code == 409


async def days(caller: httpx.AsyncClient) -> list[dict[str, Any]]:
    rows = []
    for job in ("order-1-1", "order-1-2"):
        rows += await asked(await caller.get(VISITS, params={"kind": "work_order", "recordId": job}))
    return rows


async def test_nobody_else_moves_them(world: World) -> None:
    manager = world.client("branch_ops_manager")
    one = await visit(manager, MONDAY, "technician")
    move = {"branchId": NEAR, "reason": "Rain", "visits": [{"id": one, "version": 1, "day": TUESDAY}]}
    assert (await world.client("technician").post(PATH, json=move)).status_code == 403
    assert (await world.client("beside_manager").post(PATH, json=move)).status_code == 404
    assert (await manager.post(PATH, json=move | {"branchId": FAR})).status_code == 404
    done = await asked(await manager.post(PATH, json=move), 201)
    assert (await world.client("beside_manager").post(f"{PATH}/{done['id']}/undo")).status_code == 404
