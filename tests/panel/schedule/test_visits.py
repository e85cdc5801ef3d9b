"""Visits: how a job and its visits agree, who plans them, and what speaks against a plan."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from alembic import command
from sqlalchemy.exc import DBAPIError

from duskline.core.data import schema
from duskline.core.data.faults import is_deadlock
from duskline.core.http import routing
from tests.world import FAR, NEAR, World

PATH, ORDERS, BOARD = "/api/panel/visits", "/api/panel/work-orders", "/api/panel/schedule"
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


async def one_of(caller: httpx.AsyncClient, visit: dict[str, Any]) -> dict[str, Any]:
    return next(each for each in await visits(caller, visit["recordId"]) if each["id"] == visit["id"])


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
    await planned(manager, "order-1-2", **{**clashing, "startMinute": 420, "endMinute": 480})
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


async def test_two_who_plan_on_one_board_lose_nothing(world: World) -> None:
    """Of two who move one visit the second is refused and sees where it went; what they move besides each other stands."""
    manager, lead = world.client("branch_ops_manager"), world.client("lead_technician")
    both, other = [
        await planned(manager, job, day="2027-05-10", crew=["technician"]) for job in (JOB, "order-1-2")
    ]

    async def move(who: httpx.AsyncClient, visit: dict[str, Any], **plan: Any) -> httpx.Response:
        return await who.patch(
            f"{PATH}/{visit['id']}", json=plan, headers={"If-Match": f'"{visit["version"]}"'}
        )

    moved, aside, refused = [
        await move(manager, both, day="2027-05-11"),
        await move(lead, other, day="2027-05-12", crew=["near_technician"]),
        await move(lead, both, day="2027-05-13", crew=["near_technician"]),
    ]
    assert [moved.status_code, aside.status_code, refused.status_code] == [200, 200, 409]
    assert refused.json()["error"].startswith("This record was changed by someone else.")
    week = {"branchId": NEAR, "from": "2027-05-10", "days": "7"}
    for planner in (manager, lead):
        shown = (await asked(await planner.get(BOARD, params=week)))["visits"]
        assert [(row["id"], row["day"], row["crew"]) for row in shown] == [
            (both["id"], "2027-05-11", ["technician"]),
            (other["id"], "2027-05-12", ["near_technician"]),
        ]
    at_once = await asyncio.gather(
        *(move(who, moved.json(), day=day) for who, day in ((manager, "2027-05-13"), (lead, "2027-05-14")))
    )
    assert sorted(answer.status_code for answer in at_once) == [200, 409]


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


async def test_what_is_over_comes_back_with_its_job_alone(world: World) -> None:
    manager = world.client("branch_ops_manager")
    over, off = await made(manager, scheduledDate="2020-03-10"), await made(manager)
    await asked(await manager.patch(f"{ORDERS}/{over['id']}", json={"status": "completed"}))
    aside = {"aside": "cancelled", "reason": "The client moved away"}
    await asked(await manager.patch(f"{ORDERS}/{off['id']}/details", json=aside))
    for job, words in ((over, "This work order is completed."), (off, "This work order is cancelled.")):
        (visit,) = await visits(manager, job["id"])
        told = await changed(manager, visit["id"], 409, status="planned", reason="After all")
        assert told["error"].startswith(words)
        assert await visits(manager, job["id"]) == [visit]


async def test_nobody_is_told_when_people_from_elsewhere_are_taken(world: World) -> None:
    far, technician = world.client("far_manager"), world.client("technician")
    away = {
        "userId": "far_technician",
        "branchId": FAR,
        "firstDay": "2027-05-10",
        "lastDay": "2027-05-10",
        "kind": "sick",
    }
    await asked(await far.post("/api/panel/absences", json=away), 201)
    plan = {"branchId": NEAR, "day": "2027-05-10", "startMinute": 480, "endMinute": 600}
    check = await technician.post(f"{PATH}/check", json=plan | {"crew": ["far_technician"]})
    told = (await asked(check, 400))["fields"]
    assert told == {"crew": "Please choose active staff members of this branch from the list"}
    check = await technician.post(f"{PATH}/check", json=plan | {"crew": ["sales_rep", "technician"]})
    assert await asked(check) == [], "one of a survey, or of a job"


async def test_whoever_has_left_stays_in_a_crew_that_is_looked_at(world: World) -> None:
    admin, manager = world.client("admin"), world.client("branch_ops_manager")
    visit = await planned(manager, JOB, day="2027-05-10", crew=["technician"])
    await asked(await admin.patch("/api/panel/users/technician", json={"status": "inactive"}))
    plan = {"id": visit["id"], "branchId": NEAR, "day": "2027-05-11", "crew": ["technician"]}
    assert await asked(await manager.post(f"{PATH}/check", json=plan)) == []


@pytest.mark.parametrize("change", [{"status": "inactive"}, {"role": "sales_rep"}, {"branchId": FAR}])
async def test_whoever_cannot_come_any_more_leaves_the_crews(world: World, change: dict[str, str]) -> None:
    admin, manager = world.client("admin"), world.client("branch_ops_manager")
    helps = await planned(manager, JOB, day="2027-05-10", crew=["near_technician", "technician"])
    leads = await planned(manager, "order-1-2", day="2027-05-11", crew=["technician", "near_technician"])
    over = await planned(manager, "order-1-2", day="2027-05-12", crew=["near_technician", "technician"])
    await changed(manager, over["id"], status="done")
    await asked(await admin.patch("/api/panel/users/technician", json={"firstName": "Tess"}))
    assert len((await one_of(manager, helps))["crew"]) == 2, "control: another name changes nothing"
    await asked(await admin.patch("/api/panel/users/technician", json=change))
    left = await one_of(manager, helps)
    assert (left["crew"], left["version"]) == (["near_technician"], helps["version"] + 1)
    assert (await one_of(manager, leads))["crew"] == ["technician", "near_technician"]
    assert (await one_of(manager, over))["crew"] == ["near_technician", "technician"]
    await asked(await manager.patch(f"{ORDERS}/order-1-2", json={"assignedTo": "near_technician"}))
    assert "technician" not in (await one_of(manager, leads))["crew"]


async def test_whoever_is_deactivated_leaves_crews_beyond_the_reach_of_who_does_it(world: World) -> None:
    admin, manager, far = (
        world.client("admin"),
        world.client("branch_ops_manager"),
        world.client("far_manager"),
    )
    visit = await planned(manager, JOB, day="2027-05-10", crew=["technician", "near_technician"])
    await asked(await admin.patch("/api/panel/users/technician", json={"branchId": FAR}))
    await changed(manager, visit["id"], crew=["near_technician", "technician"])
    await asked(await far.patch("/api/panel/users/technician", json={"status": "inactive"}))
    assert (await one_of(manager, visit))["crew"] == ["near_technician"]
    assert (await far.get(f"{ORDERS}/{JOB}")).status_code == 404, "control: it stays beyond their reach"


async def test_two_who_plan_at_once_do_not_both_get_the_last_crew(world: World) -> None:
    admin, manager = world.client("admin"), world.client("branch_ops_manager")
    await asked(await admin.patch("/api/panel/branches/1", json={"crews": 1}))
    new = {"kind": "work_order", "day": "2027-05-10"}
    bodies = [
        new | {"recordId": JOB, "crew": ["technician"]},
        new | {"recordId": "order-1-2", "crew": ["near_technician"]},
    ]
    answers = await asyncio.gather(*(manager.post(PATH, json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 409]


async def test_the_calendar_begins_somewhere(world: World) -> None:
    manager = world.client("branch_ops_manager")
    day = {"day": "0001-01-01", "startMinute": 0, "endMinute": 1440, "crew": ["technician"]}
    await planned(manager, JOB, **day)
    refused = await planned(manager, "order-1-2", 409, **day)
    assert list(refused["fields"]) == ["clash"]


async def test_in_another_zone_the_same_time_is_another_moment(world: World) -> None:
    admin, manager = world.client("admin"), world.client("branch_ops_manager")
    at = {"day": "2027-05-10", "startMinute": 480, "endMinute": 600}
    await asked(await admin.patch("/api/panel/branches/1", json={"timeZone": "America/Phoenix"}))
    skipped = await planned(manager, JOB, day="2027-03-14", startMinute=150, endMinute=200)
    visit = await planned(manager, JOB, **at, crew=["technician"])
    assert visit["startsAt"] == "2027-05-10T15:00:00Z"
    done = await planned(manager, JOB, **at)
    await changed(manager, done["id"], status="done")
    await asked(await admin.patch("/api/panel/branches/1", json={"timeZone": "America/New_York"}))
    now = {row["id"]: row for row in await visits(manager)}
    moved = {"startsAt": "2027-05-10T12:00:00Z", "endsAt": "2027-05-10T14:00:00Z"}
    assert now[visit["id"]] == visit | moved, "nobody changed how it is planned"
    assert now[done["id"]]["startsAt"] == "2027-05-10T15:00:00Z", "what is over was when it was"
    assert (now[skipped["id"]]["startMinute"], now[skipped["id"]]["startsAt"]) == (None, None)
    refused = await planned(manager, "order-1-2", 409, **at, crew=["technician"])
    assert list(refused["fields"]) == ["clash"]


@pytest.mark.parametrize("kind", ["work_order", "lead"])
async def test_a_record_goes_to_another_branch_without_the_crew_of_the_former(
    world: World, kind: str
) -> None:
    admin = world.client("admin")
    await asked(await admin.patch("/api/panel/branches/far", json={"timeZone": "America/Los_Angeles"}))
    here, there = ("technician", "far_technician") if kind == "work_order" else ("sales_rep", "far_rep")
    record, path = (
        (JOB, f"{ORDERS}/{JOB}") if kind == "work_order" else ("lead-1-2", "/api/panel/leads/lead-1-2")
    )
    new = {"kind": kind, "recordId": record, "day": "2027-05-10", "startMinute": 480, "endMinute": 600}
    visit = await asked(await admin.post(PATH, json=new | {"crew": [here, "admin"]}), 201)
    move = {"branchId": FAR, "assignedTo": there} | (
        {"clientId": "client-far-1"} if kind == "work_order" else {}
    )
    await asked(await admin.patch(path, json=move))
    (moved,) = [row for row in await visits(admin, record, kind) if row["id"] == visit["id"]]
    assert (moved["branchId"], moved["startsAt"]) == (FAR, "2027-05-10T15:00:00Z")
    assert moved["crew"] == ([there, "admin"] if kind == "work_order" else ["admin"])


async def test_who_changes_a_job_and_its_visits_at_once_waits_for_nobody_in_a_circle(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    circles = []

    def noticed(fault: DBAPIError) -> bool:
        circles.append(fault)
        return is_deadlock(fault)

    monkeypatch.setattr(routing, "is_deadlock", noticed)
    lead, manager = world.client("lead_technician"), world.client("branch_ops_manager")
    await planned(manager, JOB, day="2027-05-10")
    both = [row["id"] for row in await visits(manager)]
    crew = ["lead_technician", "branch_ops_manager"]
    answers = await asyncio.gather(
        *(
            call
            for number in range(4)
            for visit in both
            for call in (
                manager.patch(f"{ORDERS}/{JOB}", json={"scheduledDate": f"2027-05-{10 + number}"}),
                lead.patch(f"{PATH}/{visit}", json={"day": f"2027-05-{20 + number}", "crew": crew}),
                manager.patch(f"{PATH}/{visit}", json={"position": number, "crew": crew[::-1]}),
                lead.post(f"{PATH}/{visit}/operations", json={"notes": {"text": f"Note {number}"}}),
            )
        )
    )
    assert ({answer.status_code for answer in answers}, circles) == ({200}, [])


async def test_the_dates_of_jobs_from_before_there_were_visits_are_carried_over(world: World) -> None:
    manager, technician = world.client("branch_ops_manager"), world.client("technician")
    day = {
        "scheduledDate": (await asked(await manager.get(f"{BOARD}?branchId={NEAR}&from=2027-05-10")))["today"]
    }
    mine = {"assignedTo": "technician"}
    jobs = {
        "no day": await made(manager), "free": await made(manager, **day), "planned": await made(manager, **day, **mine),
        "begun": await made(manager, **day, **mine, status="in_progress"),
        "over": await made(manager, **day, **mine, status="completed"), "cancelled": await made(manager, **day, **mine),
    }  # fmt: skip
    aside = {"aside": "cancelled", "reason": "Moved away"}
    await asked(await manager.patch(f"{ORDERS}/{jobs['cancelled']['id']}/details", json=aside))
    async with world.database.writes.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(schema.config(sync), "0048"))
    await schema.upgrade(world.database)
    told = {}
    for name, job in jobs.items():
        assert (await order(manager, job["id"]))["scheduledDate"] == job["scheduledDate"]
        (visit,) = await visits(manager, job["id"])
        told[name] = (visit["day"], visit["status"], visit["crew"], visit["doneAt"])
    on, over = day["scheduledDate"], jobs["over"]["completedDate"]
    assert told == {
        "no day": (None, "planned", [], None), "free": (on, "planned", [], None),
        "planned": (on, "planned", ["technician"], None), "begun": (on, "started", ["technician"], None),
        "over": (on, "done", ["technician"], over), "cancelled": (on, "cancelled", ["technician"], None),
    }  # fmt: skip
    (gone,) = await visits(manager, jobs["cancelled"]["id"])
    await asked(await manager.patch(f"{ORDERS}/{jobs['cancelled']['id']}/details", json={"aside": None}))
    await changed(manager, gone["id"], status="planned", reason="They stay after all", accept=["clash"])
    own = await asked(await technician.get("/api/panel/own-visits"))
    known = {jobs[name]["id"] for name in ("planned", "begun", "over")}
    assert {gone["id"], *known} <= {visit["id"] for visit in own}
