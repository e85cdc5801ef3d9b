"""The time zone of a branch: who sets it, and what is told by it from then on."""

from __future__ import annotations

from datetime import UTC, date, datetime

import httpx
import pytest

from duskline.models.places.places import today_in
from tests.world import BESIDE, FAR, NEAR, World

PATH = "/api/panel/branches"
LATE = datetime(2026, 3, 2, 4, 30, tzinfo=UTC)
"""Half past four in the morning in UTC: still the day before in America."""


async def zones_of(caller: httpx.AsyncClient) -> dict[str, str]:
    return {row["id"]: row["timeZone"] for row in (await caller.get(PATH)).json()}


async def test_a_branch_keeps_new_york_time_until_another_is_set(world: World) -> None:
    admin = world.client("admin")
    assert await zones_of(admin) == dict.fromkeys((NEAR, BESIDE, FAR), "America/New_York")
    for zone in ("America/Los_Angeles", "Europe/Berlin"):
        answer = await admin.patch(f"{PATH}/{NEAR}", json={"timeZone": zone})
        assert (answer.status_code, answer.json()["timeZone"]) == (200, zone), answer.text
    assert await zones_of(admin) == {
        NEAR: "Europe/Berlin",
        BESIDE: "America/New_York",
        FAR: "America/New_York",
    }
    async with world.console() as db:
        assert await today_in(db, NEAR, LATE) == date(2026, 3, 2)
        assert await today_in(db, BESIDE, LATE) == date(2026, 3, 1)


@pytest.mark.parametrize(
    ("who", "branch", "status"),
    [
        ("branch_ops_manager", NEAR, 200), ("branch_ops_manager", BESIDE, 404),
        ("regional_ops_manager", BESIDE, 200), ("regional_ops_manager", FAR, 404),
        ("admin", FAR, 200), ("admin", "nowhere", 404),
        ("support", NEAR, 403), ("sales_rep", NEAR, 403), ("lead_technician", NEAR, 403), ("homeless", NEAR, 404),
    ],
)  # fmt: skip
async def test_whoever_sees_settings_sets_it_within_scope(
    world: World, who: str, branch: str, status: int
) -> None:
    answer = await world.client(who).patch(f"{PATH}/{branch}", json={"timeZone": "America/Chicago"})
    assert answer.status_code == status, answer.text
    changed = {
        id for id, zone in (await zones_of(world.client("admin"))).items() if zone == "America/Chicago"
    }
    assert changed == ({branch} if status == 200 else set())


@pytest.mark.parametrize(
    "zone", ["", None, "UTC", "EST", "Etc/GMT+5", "Mars/Olympus", "america/chicago", "x" * 61, 5]
)
async def test_what_is_no_place_s_zone_is_refused(world: World, zone: object) -> None:
    answer = await world.client("admin").patch(f"{PATH}/{NEAR}", json={"timeZone": zone})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["timeZone"])
    assert (await zones_of(world.client("admin")))[NEAR] == "America/New_York"


async def test_what_is_offered_is_what_is_taken(world: World) -> None:
    offered = (await world.client("branch_ops_manager").get("/api/panel/time-zones")).json()
    assert offered == sorted(offered)
    assert {"America/New_York", "America/Chicago", "America/Phoenix", "Pacific/Honolulu"} <= set(offered)
    assert not {"UTC", "EST", "Etc/GMT+5"} & set(offered)
    assert (await world.client("sales_rep").get("/api/panel/time-zones")).status_code == 403


async def test_a_change_is_logged_and_a_repeat_is_not(world: World) -> None:
    manager = world.client("branch_ops_manager")
    for zone in ("America/Chicago", "America/Chicago", "America/Denver"):
        assert (await manager.patch(f"{PATH}/{NEAR}", json={"timeZone": zone})).status_code == 200
    logged = [
        (row.user_id, row.action, row.entity_id, row.changes)
        for row in await world.audit_log()
        if row.entity_type == "branch_details"
    ]
    assert logged == [
        ("branch_ops_manager", "create", NEAR, {"time_zone": [None, "America/Chicago"]}),
        ("branch_ops_manager", "update", NEAR, {"time_zone": ["America/Chicago", "America/Denver"]}),
    ]
