"""Visits: how a job and its visits agree, who plans them, and what speaks against a plan."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.world import NEAR, World

PATH, ORDERS = "/api/panel/visits", "/api/panel/work-orders"
JOB = "order-1-1"


async def asked(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def visits(caller: httpx.AsyncClient, job: str = JOB, kind: str = "work_order") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await asked(await caller.get(PATH, params={"kind": kind, "recordId": job}))
    return found


async def order(caller: httpx.AsyncClient, id: str = JOB) -> dict[str, Any]:
    found: dict[str, Any] = await asked(await caller.get(f"{ORDERS}/{id}"))
    return found


async def made(caller: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    new = {"branchId": NEAR, "clientId": "client-1-1", "title": "Gable"} | fields
    found: dict[str, Any] = await asked(await caller.post(ORDERS, json=new), 201)
    return found


async def planned(caller: httpx.AsyncClient, job: str, code: int = 201, /, **fields: Any) -> Any:
    new = {"kind": "work_order", "recordId": job} | fields
    return await asked(await caller.post(PATH, json=new), code)


async def changed(caller: httpx.AsyncClient, visit: str, code: int = 200, /, **fields: Any) -> Any:
    return await asked(await caller.patch(f"{PATH}/{visit}", json=fields), code)


async def test_a_job_has_a_visit_from_the_beginning(world: World) -> None:
    manager = world.client("branch_ops_manager")
    unplanned = await made(manager)
    (visit,) = await visits(manager, unplanned["id"])
    assert (visit["day"], visit["status"], visit["crew"]) == (None, "planned", [])
    dated = await made(manager, scheduledDate="2027-03-10", assignedTo="technician", status="in_progress")
    (visit,) = await visits(manager, dated["id"])
    assert (visit["day"], visit["status"], visit["crew"]) == ("2027-03-10", "started", ["technician"])
    over = await made(manager, status="completed")
    (visit,) = await visits(manager, over["id"])
    assert visit["status"] == "done"
    assert visit["doneAt"] == over["completedDate"]


async def test_a_job_s_date_and_its_earliest_open_visit_are_one(world: World) -> None:
    manager = world.client("branch_ops_manager")
    await asked(await manager.patch(f"{ORDERS}/{JOB}", json={"scheduledDate": "2027-03-10"}))
    (first,) = await visits(manager)
    assert first["day"] == "2027-03-10"
    later = await planned(manager, JOB, day="2027-03-12")
    assert (await order(manager))["scheduledDate"] == "2027-03-10"
    await changed(manager, first["id"], day="2027-03-15")
    assert (await order(manager))["scheduledDate"] == "2027-03-12"
    told = await asked(await manager.patch(f"{ORDERS}/{JOB}", json={"scheduledDate": "2027-03-20"}))
    assert told["scheduledDate"] == "2027-03-20"
    assert {visit["day"] for visit in await visits(manager)} == {"2027-03-20"}
    await changed(manager, later["id"], status="done")
    await changed(manager, first["id"], day=None)
    assert (await order(manager))["scheduledDate"] == "2027-03-20", "that of the last done"
    told = await asked(await manager.patch(f"{ORDERS}/{JOB}", json={"scheduledDate": None}))
    assert told["scheduledDate"] is None or told["scheduledDate"] == "2027-03-20"


async def test_without_a_date_every_open_visit_waits_to_be_planned(world: World) -> None:
    manager = world.client("branch_ops_manager")
    job = await made(manager, scheduledDate="2027-03-10")
    await planned(manager, job["id"], day="2027-03-12", startMinute=480, endMinute=720)
    told = await asked(await manager.patch(f"{ORDERS}/{job['id']}", json={"scheduledDate": None}))
    assert told["scheduledDate"] is None
    assert [(v["day"], v["startMinute"], v["startsAt"]) for v in await visits(manager, job["id"])] == [
        (None,) * 3
    ] * 2


async def test_whoever_has_the_job_leads_its_next_visit(world: World) -> None:
    manager = world.client("branch_ops_manager")
    job = await made(manager, scheduledDate="2027-03-10", assignedTo="technician")
    (visit,) = await visits(manager, job["id"])
    await changed(manager, visit["id"], crew=["near_technician", "technician"])
    assert (await order(manager, job["id"]))["assignedTo"] == "near_technician"
    await asked(await manager.patch(f"{ORDERS}/{job['id']}", json={"assignedTo": "lead_technician"}))
    (visit,) = await visits(manager, job["id"])
    assert visit["crew"] == ["lead_technician", "technician"]
    second = await planned(manager, job["id"], day="2027-03-11", crew=["near_technician"])
    third = await planned(manager, job["id"], day="2027-03-12", crew=["lead_technician", "technician"])
    await asked(await manager.patch(f"{ORDERS}/{job['id']}", json={"assignedTo": "technician"}))
    crews = {visit["id"]: visit["crew"] for visit in await visits(manager, job["id"])}
    assert crews == {
        visit["id"]: ["technician"], second["id"]: ["near_technician"], third["id"]: ["technician"],
    }, "what others lead stays theirs"  # fmt: skip
    for later in (second, third):
        await changed(manager, later["id"], status="cancelled", reason="One day is enough")
    await asked(await manager.patch(f"{ORDERS}/{job['id']}", json={"assignedTo": None}))
    assert (await visits(manager, job["id"]))[0]["crew"] == []
    assert (await order(manager, job["id"]))["assignedTo"] is None


async def test_a_completed_job_has_no_open_visits(world: World) -> None:
    manager = world.client("branch_ops_manager")
    week = {"branchId": NEAR, "from": "2027-05-10"}
    today = (await asked(await manager.get("/api/panel/schedule", params=week)))["today"]
    job = await made(manager, scheduledDate="2020-03-10")
    for day in (today, "2099-03-12"):
        await planned(manager, job["id"], day=day)
    await asked(await manager.patch(f"{ORDERS}/{job['id']}", json={"status": "completed"}))
    told = [(v["day"], v["status"], v["reason"]) for v in await visits(manager, job["id"])]
    over = "The work order was completed"
    assert told == [
        ("2020-03-10", "done", None), (today, "done", None), ("2099-03-12", "cancelled", over),
    ]  # fmt: skip
    assert (await order(manager, job["id"]))["scheduledDate"] == "2020-03-10"
    await planned(manager, job["id"], 409, day="2099-03-13")
    await asked(await manager.patch(f"{ORDERS}/{job['id']}", json={"status": "in_progress"}))
    assert [v["day"] for v in await visits(manager, job["id"]) if v["status"] == "planned"] == [None]


async def test_what_is_done_ahead_of_its_day_is_done(world: World) -> None:
    manager = world.client("branch_ops_manager")
    job = await made(manager, scheduledDate="2099-03-10")
    done = await asked(await manager.patch(f"{ORDERS}/{job['id']}", json={"status": "completed"}))
    assert done["scheduledDate"] == "2099-03-10"
    assert [v["status"] for v in await visits(manager, job["id"])] == ["done"]


async def test_the_visits_of_a_cancelled_job_are_cancelled_and_come_back(world: World) -> None:
    manager = world.client("branch_ops_manager")
    job = await made(manager, scheduledDate="2099-03-10")
    details = f"{ORDERS}/{job['id']}/details"
    await asked(await manager.patch(details, json={"aside": "cancelled", "reason": "Moved away"}))
    assert [v["status"] for v in await visits(manager, job["id"])] == ["cancelled"]
    assert (await order(manager, job["id"]))["scheduledDate"] == "2099-03-10"
    await planned(manager, job["id"], 409, day="2099-03-13")
    await asked(await manager.patch(details, json={"aside": None}))
    assert sorted((v["day"], v["status"]) for v in await visits(manager, job["id"])) == [
        ("2099-03-10", "cancelled"), ("2099-03-10", "planned"),
    ]  # fmt: skip


async def has_hands_on(caller: httpx.AsyncClient, id: str) -> bool:
    """What the panel offers to change follows this."""
    return bool((await asked(await caller.get(f"{ORDERS}/{id}/details")))["handsOn"])


async def test_the_crew_tells_how_it_goes_and_planners_plan(world: World) -> None:
    manager, technician = world.client("branch_ops_manager"), world.client("technician")
    job = await made(manager, scheduledDate="2027-03-10", assignedTo="near_technician")
    (visit,) = await visits(manager, job["id"])
    await changed(technician, visit["id"], 403, status="started")
    assert not await has_hands_on(technician, job["id"])
    await changed(manager, visit["id"], crew=["near_technician", "technician"])
    assert await has_hands_on(technician, job["id"])
    await changed(technician, visit["id"], 403, day="2027-03-11")
    begun = await changed(technician, visit["id"], status="on_the_way")
    assert begun["setOffAt"]
    assert (await order(manager, job["id"]))["status"] == "in_progress"
    begun = await changed(technician, visit["id"], status="started")
    assert begun["startedAt"]
    back = await changed(technician, visit["id"], 400, status="planned")
    assert back["fields"] == {"reason": "Please say why"}
    begun = await changed(technician, visit["id"], status="planned", reason="Pressed by mistake")
    assert (begun["setOffAt"], begun["startedAt"]) == (None, None)
    await changed(technician, visit["id"], 403, status="cancelled", reason="Rain")
    await asked(await technician.patch(f"{ORDERS}/{job['id']}", json={"notes": "Gate code works"}))


@pytest.mark.parametrize(
    ("day", "start", "end", "fields"),
    [
        (None, 480, 600, {"day": "Please choose a day"}),
        ("2027-03-10", 480, None, {"endMinute": "Please choose when it begins and when it ends, or neither"}),
        ("2027-03-10", 600, 600, {"endMinute": "It must end after it begins. Plan another visit for the next day"}),
        ("2027-03-14", 150, 300, {"startMinute": "The clocks go forward over this time that day. Please choose another"}),
    ],
)  # fmt: skip
async def test_times_that_make_no_sense(world: World, day: Any, start: Any, end: Any, fields: Any) -> None:
    manager = world.client("branch_ops_manager")
    told = await planned(manager, JOB, 400, day=day, startMinute=start, endMinute=end)
    assert told["fields"] == fields


async def test_a_visit_stays_at_its_time_over_a_change_of_clocks(world: World) -> None:
    manager = world.client("branch_ops_manager")
    visit = await planned(manager, JOB, day="2027-03-13", startMinute=480, endMinute=1440)
    assert (visit["startsAt"], visit["endsAt"]) == ("2027-03-13T13:00:00Z", "2027-03-14T05:00:00Z")
    moved = await changed(manager, visit["id"], day="2027-03-14")
    assert (moved["startsAt"], moved["endsAt"]) == ("2027-03-14T12:00:00Z", "2027-03-15T04:00:00Z")


async def test_somebody_is_booked_twice_on_purpose_alone(world: World) -> None:
    manager = world.client("branch_ops_manager")
    at = {"day": "2027-05-10", "startMinute": 480, "endMinute": 600, "crew": ["technician"]}
    await planned(manager, JOB, **at)
    clashing = {**at, "startMinute": 599, "endMinute": 700}
    refused = await planned(manager, "order-1-2", 409, **clashing)
    assert refused["fields"] == {"clash": "Technician is on another visit from 8 AM to 10 AM."}
    check = await manager.post(f"{PATH}/check", json={"branchId": NEAR, **clashing})
    assert [row["objection"] for row in await asked(check)] == ["clash"]
    await planned(manager, "order-1-2", **{**clashing, "startMinute": 600})
    await planned(manager, "order-1-2", **clashing, accept=["clash"], reason="Both houses are next door")


async def test_of_twenty_at_once_one_gets_the_technician(world: World) -> None:
    manager = world.client("branch_ops_manager")
    new = {
        "kind": "work_order", "recordId": JOB, "day": "2027-05-10", "startMinute": 480, "endMinute": 600,
        "crew": ["technician"],
    }  # fmt: skip
    answers = await asyncio.gather(*(manager.post(PATH, json=new) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19


async def test_two_who_plan_for_different_jobs_follow_each_other(world: World) -> None:
    """Nothing but the technician is common to both."""
    manager = world.client("branch_ops_manager")
    new = {
        "kind": "work_order",
        "day": "2027-05-10",
        "startMinute": 480,
        "endMinute": 600,
        "crew": ["technician"],
    }
    bodies = [new | {"recordId": job} for job in (JOB, "order-1-2")]
    answers = await asyncio.gather(*(manager.post(PATH, json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 409]


async def test_a_visit_that_stands_again_is_planned_again(world: World) -> None:
    """What was booked in its place meanwhile is named, and a job that is over has no visit to come."""
    manager = world.client("branch_ops_manager")
    at = {"day": "2027-05-10", "startMinute": 480, "endMinute": 600, "crew": ["technician"]}
    visit = await planned(manager, JOB, **at)
    await changed(manager, visit["id"], status="cancelled", reason="Client cancelled")
    await planned(manager, "order-1-2", **at)
    again = {"status": "planned", "reason": "Cancelled by mistake"}
    refused = await changed(manager, visit["id"], 409, **again)
    assert refused["fields"] == {"clash": "Technician is on another visit from 8 AM to 10 AM."}
    await changed(manager, visit["id"], **again, accept=["clash"])
    await asked(await manager.patch(f"{ORDERS}/{JOB}", json={"status": "completed"}))
    refused = await changed(manager, visit["id"], 409, **again)
    assert refused["error"] == "This work order is completed. Open it again to plan a visit."


async def test_nobody_plans_with_people_from_elsewhere(world: World) -> None:
    manager = world.client("branch_ops_manager")
    for crew in (["far_technician"], ["support"], ["nobody"]):
        told = await planned(manager, JOB, 400, crew=crew)
        assert told["fields"] == {"crew": "Please choose active staff members of this branch from the list"}
    twice = await planned(manager, JOB, 400, crew=["technician", "technician"])
    assert twice["fields"] == {"crew": "Somebody is in this crew twice"}


async def test_a_rep_plans_the_survey_of_a_lead(world: World) -> None:
    rep, technician = world.client("sales_rep"), world.client("technician")
    new = {"kind": "lead", "recordId": "lead-1-1", "day": "2027-03-10", "crew": ["sales_rep"]}
    visit = await asked(await rep.post(PATH, json=new), 201)
    await changed(rep, visit["id"], status="done")
    assert [v["status"] for v in await visits(rep, "lead-1-1", "lead")] == ["done"]
    assert (await technician.get(PATH, params={"kind": "lead", "recordId": "lead-1-1"})).status_code == 403
    await changed(technician, visit["id"], 403, status="started")
    assert (await rep.get(PATH, params={"kind": "work_order", "recordId": JOB})).status_code == 403
