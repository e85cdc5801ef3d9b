"""A lost day: where its visits would go, that they go together, and come back but for what was changed since."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from duskline.models.schedule.visit_letters import tell_clients
from tests.instruments import move_clock
from tests.mailbox import delivered
from tests.world import BESIDE, FAR, NEAR, World

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
    for status in ("on_the_way", "started", "done"):
        begun = await visit(manager, MONDAY, "lead_technician")
        await asked(await manager.patch(f"{VISITS}/{begun}", json={"status": status}))
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


async def test_a_crew_that_is_out_anyway_goes_to_one_place_more(world: World) -> None:
    manager = world.client("branch_ops_manager")
    for day in (TUESDAY, WEDNESDAY):
        await asked(
            await manager.post("/api/panel/schedule/days", json={"branchId": NEAR, "day": day, "crews": 1})
        )
    await visit(manager, TUESDAY, "technician", startMinute=480, endMinute=540)
    lost = [
        await visit(manager, MONDAY, "technician", startMinute=start, endMinute=start + 60)
        for start in (540, 600)
    ]
    other = await visit(manager, MONDAY, "near_technician", startMinute=660, endMinute=720)
    found = {row["id"]: row["day"] for row in await preview(manager)}
    assert found == {lost[0]: TUESDAY, lost[1]: TUESDAY, other: WEDNESDAY}


async def test_hours_that_touch_are_free(world: World) -> None:
    manager = world.client("branch_ops_manager")
    await visit(manager, TUESDAY, "technician", startMinute=540, endMinute=600)
    lost = {
        await visit(manager, MONDAY, "technician", startMinute=start, endMinute=end): day
        for start, end, day in ((480, 540, TUESDAY), (541, 599, WEDNESDAY), (600, 660, TUESDAY))
    }
    assert {row["id"]: row["day"] for row in await preview(manager)} == lost


async def test_whoever_is_lent_to_another_branch_is_not_free(world: World) -> None:
    region, manager = world.client("regional_ops_manager"), world.client("branch_ops_manager")
    lent = await visit(manager, MONDAY, "regional_ops_manager")
    await visit(region, TUESDAY, "regional_ops_manager", job="order-beside-1")
    away = {"userId": "regional_ops_manager", "branchId": BESIDE, "firstDay": WEDNESDAY, "lastDay": WEDNESDAY}
    await asked(await region.post("/api/panel/absences", json=away | {"kind": "training"}), 201)
    assert [(row["id"], row["day"]) for row in await preview(manager)] == [(lent, "2027-05-13")]


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
    assert told["left"] == [{"id": second, "title": "Porch 1 2"}]
    by_id = {row["id"]: row for row in await days(manager)}
    assert (by_id[first]["day"], by_id[first]["startsAt"]) == (MONDAY, "2027-05-10T12:00:00Z")
    assert by_id[second]["day"] == WEDNESDAY
    assert (await manager.post(f"{PATH}/{done['id']}/undo")).status_code == 409


async def test_what_came_between_preview_and_move_is_named(world: World) -> None:
    manager = world.client("branch_ops_manager")
    at: dict[str, Any] = {"startMinute": 480, "endMinute": 600}
    lost = await visit(manager, MONDAY, "technician", **at)
    (proposed,) = await preview(manager)
    assert proposed["day"] == TUESDAY
    await visit(manager, TUESDAY, "technician", job="order-1-2", **at)
    await asked(
        await manager.post("/api/panel/schedule/days", json={"branchId": NEAR, "day": TUESDAY, "crews": 0})
    )
    to_tuesday = {"id": lost, "version": proposed["version"], "day": TUESDAY}
    move = {"branchId": NEAR, "reason": "Rain", "visits": [to_tuesday]}
    refused = await asked(await manager.post(PATH, json=move), 409)
    assert refused["fields"] == {
        "clash": "Porch 1 1: Technician is on another visit from 8 AM to 10 AM.",
        "capacity": "Porch 1 1: The branch is closed that day.",
    }
    assert (await one(manager, lost))["day"] == MONDAY
    assert (await manager.post(PATH, json=move | {"accept": ["clash"]})).status_code == 409
    await asked(await manager.post(PATH, json=move | {"accept": ["clash", "capacity"]}), 201)
    assert (await one(manager, lost))["day"] == TUESDAY


@pytest.mark.parametrize("change", [{"status": "on_the_way"}, {"status": "done"}, {"pinned": True}])
async def test_what_stays_does_not_move_whoever_asks(world: World, change: dict[str, Any]) -> None:
    manager = world.client("branch_ops_manager")
    stays, goes = await visit(manager, MONDAY, "technician"), await visit(manager, MONDAY, "near_technician")
    now = await asked(await manager.patch(f"{VISITS}/{stays}", json=change))
    visits = [
        {"id": id, "version": version, "day": TUESDAY} for id, version in ((stays, now["version"]), (goes, 1))
    ]
    move = {"branchId": NEAR, "reason": "Rain", "visits": visits}
    refused = await asked(await manager.post(PATH, json=move), 409)
    assert refused["error"] == "One of the visits has begun or is pinned. Look at the day again."
    assert [(await one(manager, id))["day"] for id in (stays, goes)] == [MONDAY, MONDAY], "none alone"


async def test_two_who_move_to_one_hour_of_one_person_follow_each_other(world: World) -> None:
    manager = world.client("branch_ops_manager")
    at: dict[str, Any] = {"startMinute": 480, "endMinute": 600}
    lost = [
        await visit(manager, MONDAY, "technician", **at),
        await visit(manager, WEDNESDAY, "technician", job="order-1-2", **at),
    ]
    moves = [
        {"branchId": NEAR, "reason": "Rain", "visits": [{"id": id, "version": 1, "day": TUESDAY}]}
        for id in lost
    ]
    answers = await asyncio.gather(*(manager.post(PATH, json=move) for move in moves))
    assert sorted(answer.status_code for answer in answers) == [201, 409]


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


async def one(caller: httpx.AsyncClient, id: str) -> dict[str, Any]:
    (found,) = [row for row in await days(caller) if row["id"] == id]
    return found


async def test_the_others_of_a_crew_go_without_whoever_is_sick(world: World) -> None:
    manager = world.client("branch_ops_manager")
    crew = await visit(manager, MONDAY, "technician", "near_technician", startMinute=480, endMinute=600)
    alone = await visit(manager, MONDAY, "technician", job="order-1-2", startMinute=600, endMinute=700)
    move = {"branchId": NEAR, "reason": "Technician is sick"}
    without = {"id": crew, "version": 1, "day": MONDAY, "without": "technician"}
    nobody = {"id": alone, "version": 1, "day": MONDAY, "without": "technician"}
    refused = await asked(await manager.post(PATH, json=move | {"visits": [without, nobody]}), 400)
    assert refused["fields"] == {
        "visits": "Nobody else comes to one of the visits. Please choose another day for it"
    }
    stranger = without | {"without": "lead_technician"}
    assert (await manager.post(PATH, json=move | {"visits": [stranger]})).status_code == 400
    waits = {"id": alone, "version": 1, "day": None}
    done = await asked(await manager.post(PATH, json=move | {"visits": [without, waits]}), 201)
    assert [(row["visitId"], row["day"], row["startMinute"]) for row in done["toTell"]] == [
        (alone, None, None)
    ]
    moved = await one(manager, crew)
    assert (moved["day"], moved["crew"]) == (MONDAY, ["near_technician"])
    await asked(await manager.post(f"{PATH}/{done['id']}/undo"))
    back = await one(manager, crew)
    assert (back["crew"], back["reason"]) == (["technician", "near_technician"], None)
    assert (await one(manager, alone))["startMinute"] == 600


async def test_it_says_who_gets_a_letter_and_each_gets_one(
    mailing_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager")
    first = await visit(manager, MONDAY, "technician", startMinute=480, endMinute=600)
    same = await visit(manager, MONDAY, "technician", startMinute=660, endMinute=720)
    survey = await visit(manager, MONDAY, job="lead-1-1", kind="lead")
    visits = [{"id": id, "version": 1, "day": TUESDAY} for id in (first, same, survey)]
    done = await asked(
        await manager.post(PATH, json={"branchId": NEAR, "reason": "Rain", "visits": visits}), 201
    )
    assert {row["visitId"]: row["byMail"] for row in done["toTell"]} == {
        first: True,
        same: True,
        survey: False,
    }
    with monkeypatch.context() as patched:
        move_clock(patched, timedelta(minutes=6))
        await tell_clients(world.database, wanted=True)
        letters = await delivered(world)
    assert [(to, str(letter["Subject"])) for to, letter in letters] == [
        ("cleo1@1.example", "Your visit on Tuesday, May 11, 2027")
    ]


async def test_without_a_mail_server_everybody_is_called(world: World) -> None:
    manager = world.client("branch_ops_manager")
    one = await visit(manager, MONDAY, "technician")
    move = {"branchId": NEAR, "reason": "Rain", "visits": [{"id": one, "version": 1, "day": TUESDAY}]}
    done = await asked(await manager.post(PATH, json=move), 201)
    assert [row["byMail"] for row in done["toTell"]] == [False]


async def test_where_clients_are_told_of_no_visit_everybody_is_called(mailing_world: World) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager")
    lost = await visit(manager, MONDAY, "technician")
    for tells, day in ((False, TUESDAY), (True, WEDNESDAY)):
        setting = {"tellClients": tells}
        await asked(await world.client("admin").patch("/api/panel/settings/visits", json=setting))
        step = {"id": lost, "version": (await one(manager, lost))["version"], "day": day}
        move = {"branchId": NEAR, "reason": "Rain", "visits": [step]}
        done = await asked(await manager.post(PATH, json=move), 201)
        assert [row["byMail"] for row in done["toTell"]] == [tells]


async def test_each_moves_what_they_plan(world: World) -> None:
    manager, lead = world.client("branch_ops_manager"), world.client("lead_technician")
    survey = await visit(manager, MONDAY, "sales_rep", job="lead-1-1", kind="lead")
    job = await visit(manager, MONDAY, "technician")
    assert {row["id"] for row in await preview(manager)} == {survey, job}
    assert [(row["id"], row["title"]) for row in await preview(lead)] == [(job, "Porch 1 1")]
    both = [{"id": id, "version": 1, "day": TUESDAY} for id in (survey, job)]
    move = {"branchId": NEAR, "reason": "Rain", "visits": both}
    refused = await asked(await lead.post(PATH, json=move), 403)
    assert refused == {"error": "Somebody else plans one of these visits."}
    done = await asked(await manager.post(PATH, json=move), 201)
    assert (await lead.post(f"{PATH}/{done['id']}/undo")).status_code == 403
    await asked(await manager.post(f"{PATH}/{done['id']}/undo"))


async def test_who_has_left_meanwhile_does_not_come_back_with_an_undo(world: World) -> None:
    admin, manager = world.client("admin"), world.client("branch_ops_manager")
    crew = await visit(manager, MONDAY, "technician", "near_technician")
    without = {"id": crew, "version": 1, "day": TUESDAY, "without": "technician"}
    move = {"branchId": NEAR, "reason": "Technician is sick", "visits": [without]}
    done = await asked(await manager.post(PATH, json=move), 201)
    await asked(await admin.patch("/api/panel/users/technician", json={"status": "inactive"}))
    await asked(await manager.post(f"{PATH}/{done['id']}/undo"))
    back = await one(manager, crew)
    assert (back["day"], back["crew"]) == (MONDAY, ["near_technician"])


async def test_an_undo_to_a_time_that_no_clock_shows_by_now(world: World) -> None:
    admin, manager = world.client("admin"), world.client("branch_ops_manager")
    await asked(await admin.patch("/api/panel/branches/1", json={"timeZone": "America/Phoenix"}))
    early = await visit(manager, "2027-03-14", startMinute=150, endMinute=200)
    later = {"branchId": NEAR, "reason": "Rain", "visits": [{"id": early, "version": 1, "day": "2027-03-15"}]}
    done = await asked(await manager.post(PATH, json=later), 201)
    await asked(await admin.patch("/api/panel/branches/1", json={"timeZone": "America/New_York"}))
    assert (await asked(await manager.post(f"{PATH}/{done['id']}/undo")))["left"] == []
    back = await one(manager, early)
    assert (back["day"], back["startMinute"], back["startsAt"]) == ("2027-03-14", None, None)
