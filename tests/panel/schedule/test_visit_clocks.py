"""Visits keep the time that a clock on the branch's wall shows: over nights when the clocks change, in another zone, from another branch."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.panel.schedule.test_moves import preview
from tests.panel.schedule.test_visits import JOB, asked, changed, planned, visits
from tests.world import BESIDE, NEAR, World

BRANCHES, SCHEDULE = "/api/panel/branches", "/api/panel/schedule"
CREW = ["technician"]


def when(visit: dict[str, Any]) -> tuple[str, str]:
    return visit["startsAt"], visit["endsAt"]


async def keeps_time_of(caller: httpx.AsyncClient, branch: str, zone: str) -> None:
    await asked(await caller.patch(f"{BRANCHES}/{branch}", json={"timeZone": zone}))


async def one(caller: httpx.AsyncClient, id: str, job: str = JOB, kind: str = "work_order") -> dict[str, Any]:
    (found,) = [row for row in await visits(caller, job, kind) if row["id"] == id]
    return found


@pytest.mark.parametrize(
    ("day", "start", "end", "told"),
    [
        ("2027-03-14", 60, 180, ("2027-03-14T06:00:00Z", "2027-03-14T07:00:00Z")),
        ("2027-11-07", 0, 120, ("2027-11-07T04:00:00Z", "2027-11-07T07:00:00Z")),
        ("2027-11-07", 90, 120, ("2027-11-07T05:30:00Z", "2027-11-07T07:00:00Z")),
        ("2027-11-07", 0, 1440, ("2027-11-07T04:00:00Z", "2027-11-08T05:00:00Z")),
    ],
)
async def test_nights_when_the_clocks_change(
    world: World, day: str, start: int, end: int, told: tuple[str, str]
) -> None:
    """Of a minute that comes twice the first counts."""
    visit = await planned(world.client("branch_ops_manager"), JOB, day=day, startMinute=start, endMinute=end)
    assert when(visit) == told


async def test_a_night_of_25_hours_is_taken_to_its_end(world: World) -> None:
    manager, day = world.client("branch_ops_manager"), "2027-11-07"
    await planned(manager, JOB, day=day, startMinute=0, endMinute=1440, crew=CREW)
    late = {"day": day, "startMinute": 1410, "endMinute": 1440, "crew": CREW}
    refused = await planned(manager, "order-1-2", 409, **late)
    assert refused["fields"] == {"clash": "Technician is on another visit from 12 AM to 12 AM."}
    await planned(manager, "order-1-2", **late | {"day": "2027-11-08"})


async def test_a_week_over_a_change_of_clocks_has_seven_days_and_rain_keeps_the_hour(world: World) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    weekdays = [{"day": day, "opens": 480, "closes": 1020} for day in range(5)]
    await asked(await admin.patch(f"{BRANCHES}/{NEAR}", json={"openHours": weekdays}))
    friday = await planned(manager, JOB, day="2027-03-12", startMinute=480, endMinute=600, crew=CREW)
    week = await asked(await manager.get(SCHEDULE, params={"branchId": NEAR, "from": "2027-03-08"}))
    assert [day["day"] for day in week["days"]] == [f"2027-03-{day:02}" for day in range(8, 15)]
    (proposed,) = await preview(manager, "2027-03-12")
    assert proposed["day"] == "2027-03-15"
    move = {"id": friday["id"], "version": proposed["version"], "day": proposed["day"]}
    body = {"branchId": NEAR, "reason": "Rain", "visits": [move]}
    done = await asked(await manager.post(f"{SCHEDULE}/moves", json=body), 201)
    assert when(await one(manager, friday["id"])) == ("2027-03-15T12:00:00Z", "2027-03-15T14:00:00Z")
    await asked(await manager.post(f"{SCHEDULE}/moves/{done['id']}/undo"))
    assert when(await one(manager, friday["id"])) == ("2027-03-12T13:00:00Z", "2027-03-12T15:00:00Z")


async def test_rain_onto_an_hour_that_is_skipped_is_any_time_that_day_and_comes_back(world: World) -> None:
    manager = world.client("branch_ops_manager")
    night = await planned(manager, JOB, day="2027-03-13", startMinute=150, endMinute=240, crew=CREW)
    move = {"id": night["id"], "version": 1, "day": "2027-03-14"}
    body = {"branchId": NEAR, "reason": "Rain", "visits": [move]}
    done = await asked(await manager.post(f"{SCHEDULE}/moves", json=body), 201)
    moved = await one(manager, night["id"])
    assert (moved["day"], moved["startMinute"], moved["startsAt"]) == ("2027-03-14", None, None)
    await asked(await manager.post(f"{SCHEDULE}/moves/{done['id']}/undo"))
    assert when(await one(manager, night["id"])) == ("2027-03-13T07:30:00Z", "2027-03-13T09:00:00Z")


async def test_what_is_to_come_stays_at_its_time_where_the_branch_keeps_another(world: World) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    at = {"day": "2027-05-10", "startMinute": 480, "endMinute": 600, "crew": CREW}
    to_come = await planned(manager, JOB, **at)
    over = await planned(manager, JOB, **at | {"day": "2027-05-11"})
    await changed(manager, over["id"], status="done")
    await keeps_time_of(admin, NEAR, "America/Denver")
    moved = await one(manager, to_come["id"])
    assert (moved["startMinute"], *when(moved)) == (480, "2027-05-10T14:00:00Z", "2027-05-10T16:00:00Z")
    assert when(await one(manager, over["id"])) == when(over), "what has been was when it was"
    refused = await planned(manager, "order-1-2", 409, **at | {"startMinute": 540, "endMinute": 660})
    assert set(refused["fields"]) == {"clash"}
    await keeps_time_of(admin, NEAR, "America/Phoenix")
    assert when(await one(manager, to_come["id"])) == ("2027-05-10T15:00:00Z", "2027-05-10T17:00:00Z")


async def test_an_hour_that_the_new_zone_skips_is_any_time_that_day(world: World) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    await keeps_time_of(admin, NEAR, "America/Phoenix")
    night = await planned(manager, JOB, day="2027-03-14", startMinute=150, endMinute=240)
    assert when(night) == ("2027-03-14T09:30:00Z", "2027-03-14T11:00:00Z")
    await keeps_time_of(admin, NEAR, "America/Denver")
    moved = await one(manager, night["id"])
    assert (moved["day"], moved["startMinute"], moved["startsAt"]) == ("2027-03-14", None, None)


async def test_a_record_in_another_branch_goes_by_that_branchs_clock(world: World) -> None:
    manager, admin = world.client("regional_ops_manager"), world.client("admin")
    await keeps_time_of(admin, BESIDE, "America/Chicago")
    at = {"day": "2027-05-10", "startMinute": 480, "endMinute": 600}
    job, survey = await planned(manager, JOB, **at), await planned(manager, "lead-1-2", kind="lead", **at)
    goes = {"branchId": BESIDE, "clientId": "client-beside-1", "assignedTo": None}
    await asked(await manager.patch(f"/api/panel/work-orders/{JOB}", json=goes))
    goes = {"branchId": BESIDE, "assignedTo": None}
    await asked(await manager.patch("/api/panel/leads/lead-1-2", json=goes))
    for visit in (await one(manager, job["id"]), await one(manager, survey["id"], "lead-1-2", "lead")):
        assert (visit["branchId"], *when(visit)) == (BESIDE, "2027-05-10T13:00:00Z", "2027-05-10T15:00:00Z")
