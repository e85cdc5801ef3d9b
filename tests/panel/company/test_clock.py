"""The clock of a branch: what day it is there, on both sides of midnight and of a change to or from daylight saving.

The reader's day is that of the branch that their new records go to; what a record says of itself goes by its own branch.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from duskline.core.data.database import Reader
from duskline.models.places import places
from duskline.models.places.places import DEFAULT_ZONE, BranchDetails
from tests.instruments import stop_clock
from tests.world import BESIDE, FAR, NEAR, World

LEADS, ORDER = "/api/panel/leads", "/api/panel/work-orders/order-1-1"
NEW_YORK, PHOENIX, HONOLULU = "America/New_York", "America/Phoenix", "Pacific/Honolulu"

HALF_PAST_ELEVEN = [
    (NEW_YORK, "2026-03-08T04:30", "2026-03-07"),  # on the eve of daylight saving
    (NEW_YORK, "2026-03-09T03:30", "2026-03-08"),
    (NEW_YORK, "2026-11-01T03:30", "2026-10-31"),  # on the eve of its end
    (NEW_YORK, "2026-11-02T04:30", "2026-11-01"),
    (PHOENIX, "2026-03-09T06:30", "2026-03-08"),  # which keeps one time all year
    (PHOENIX, "2026-11-02T06:30", "2026-11-01"),
    (HONOLULU, "2026-11-13T09:30", "2026-11-12"),
]
"""A zone, the time in UTC at which it is half past eleven at night there, and the day that it still is."""


async def set_zone(world: World, branch: str, zone: str) -> None:
    if zone != DEFAULT_ZONE:
        changed = await world.client("admin").patch(f"/api/panel/branches/{branch}", json={"timeZone": zone})
        assert changed.status_code == 200


def utc(at: str) -> datetime:
    return datetime.fromisoformat(at).replace(tzinfo=UTC)


async def promise(world: World, due: str) -> None:
    step = {"kind": "lead", "recordId": "lead-1-1", "words": "Call", "dueOn": due, "assignedTo": "sales_rep"}
    assert (await world.client("sales_rep").post("/api/panel/next-steps", json=step)).status_code == 201


async def standing(world: World, who: str = "sales_rep") -> str:
    """Whether the promised step is overdue, due today or due later, as the numbers and as the lists have it."""
    caller = world.client(who)
    counts = (await caller.get(f"{LEADS}/step-counts")).json()
    lists = {
        choice: len((await caller.get(LEADS, params=query)).json())
        for choice, query in (("overdue", {"stepBy": "yesterday"}), ("today", {"stepOn": "today"}))
    }
    assert lists == {choice: counts[choice] for choice in lists}
    return next((choice for choice, number in lists.items() if number), "later")


@pytest.mark.parametrize(("zone", "at", "day"), HALF_PAST_ELEVEN)
async def test_a_day_ends_at_midnight_of_the_branch(
    world: World, monkeypatch: pytest.MonkeyPatch, zone: str, at: str, day: str
) -> None:
    await set_zone(world, NEAR, zone)
    await promise(world, day)
    stop_clock(monkeypatch, utc(at))
    assert await standing(world) == "today"
    stop_clock(monkeypatch, utc(at) + timedelta(minutes=31))
    assert await standing(world) == "overdue"
    stop_clock(monkeypatch, utc(at) - timedelta(hours=25))  # as long as a day can be
    assert await standing(world) == "later"


async def test_control_by_one_clock_for_all_a_day_ends_too_early(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def greenwich(_reader: Reader) -> str:
        return "UTC"

    zone, at, day = HALF_PAST_ELEVEN[0]
    await set_zone(world, NEAR, zone)
    await promise(world, day)
    stop_clock(monkeypatch, utc(at))
    monkeypatch.setattr(places, "zone_of", greenwich)
    assert await standing(world) == "overdue"


async def completed(world: World) -> dict[str, str]:
    answer = await world.client("technician").patch(ORDER, json={"status": "completed"})
    assert answer.status_code == 200
    (row,) = (await world.client("technician").get("/api/panel/warranties")).json()
    return dict(row)


@pytest.mark.parametrize(("zone", "at", "day"), HALF_PAST_ELEVEN)
@pytest.mark.parametrize("minutes", [0, 31])
async def test_a_warranty_starts_on_the_day_of_the_branch_on_which_its_job_was_completed(
    world: World, monkeypatch: pytest.MonkeyPatch, zone: str, at: str, day: str, minutes: int
) -> None:
    await set_zone(world, NEAR, zone)
    stop_clock(monkeypatch, utc(at) + timedelta(minutes=minutes))
    row = await completed(world)
    starts = date.fromisoformat(day) + timedelta(days=1 if minutes else 0)
    assert row["starts"] == starts.isoformat()


async def test_control_by_greenwich_it_would_start_a_day_late(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "day_at", lambda at, _zone: at.date())
    stop_clock(monkeypatch, utc("2026-11-20T04:30"))
    assert (await completed(world))["starts"] == "2026-11-20", "in New York it was still the 19th"


@pytest.mark.parametrize(
    ("who", "zone"),
    [
        ("sales_rep", PHOENIX), ("beside_manager", HONOLULU), ("far_rep", NEW_YORK),
        ("regional_ops_manager", PHOENIX), ("support", PHOENIX), ("admin", PHOENIX),
        ("homeless", NEW_YORK), ("client", NEW_YORK),
    ],
)  # fmt: skip
async def test_whoever_signs_in_is_told_the_time_of_the_branch_that_new_records_go_to(
    world: World, who: str, zone: str
) -> None:
    async with world.console() as db:
        db.store(BranchDetails(id=NEAR, time_zone=PHOENIX))
        db.store(BranchDetails(id=BESIDE, time_zone=HONOLULU))
    assert (await world.client(who).get("/api/auth/user")).json()["homeTimeZone"] == zone


async def test_over_several_branches_the_day_is_the_reader_s(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At two in the morning in New York it is the eve in Honolulu, for those who have their records there."""
    await promise(world, "2026-11-12")
    stop_clock(monkeypatch, utc("2026-11-13T07:00"))
    assert [await standing(world, who) for who in ("sales_rep", "admin")] == ["overdue", "overdue"]
    await set_zone(world, NEAR, HONOLULU)
    assert [await standing(world, who) for who in ("sales_rep", "admin")] == ["today", "today"]
    await set_zone(world, FAR, HONOLULU)  # where neither of them is at home
    assert [await standing(world, who) for who in ("sales_rep", "admin")] == ["today", "today"]
