"""On my way: the client is mailed when somebody will be there; within fifteen minutes of the press, once for each window, or not at all."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from duskline.core.mail.bounces import BouncedAddress
from duskline.core.mail.delivery import Outcome
from tests.instruments import move_clock
from tests.mailbox import delivered, text_of
from tests.panel.schedule.test_on_site import job, operated, when
from tests.panel.schedule.test_visits import asked, changed, visits
from tests.world import World

WINDOW = {"startMinute": 555, "endMinute": 600}
CLEO = "cleo1@1.example"


@pytest.fixture
def world(mailing_world: World) -> World:
    return mailing_world


async def set_out(world: World, visit: str, ago: timedelta = timedelta(), /, **fields: Any) -> Any:
    pressed = {"status": "on_the_way", "at": when(ago), "arrival": WINDOW}
    return await operated(world.client("technician"), visit, **pressed | fields)


async def own(world: World, visit: str) -> Any:
    return (await operated(world.client("technician"), visit))["visit"]


def reasons(answer: Any) -> list[str]:
    return [each["words"] for each in answer["told"] if each["field"] == "arrival"]


async def test_the_client_is_mailed_the_window(world: World) -> None:
    _, visit = await job(world, "technician")
    found = await set_out(world, visit, timedelta(minutes=2))
    assert (found["told"], found["visit"]["arrivalToldAt"]) == ([], None)
    ((to, letter),) = await delivered(world)
    assert (to, letter["Subject"]) == (CLEO, "We are on our way to you")
    text = " ".join(text_of(letter).split())
    assert "Duskline is on the way to 1 1 Road to install your lighting" in text
    assert "expects to be there between 9:15 AM and 10 AM today." in text
    shown = await own(world, visit)
    assert (bool(shown["arrivalToldAt"]), shown["arrivalMissed"]) == (True, None)
    assert shown["timeZone"] == "America/New_York"


async def test_each_window_is_told_once(world: World) -> None:
    _, visit = await job(world, "technician", "near_technician")
    both = [world.client(name) for name in ("technician", "near_technician")]
    pressed: dict[str, Any] = {"status": "on_the_way", "at": when(), "arrival": WINDOW}
    await asyncio.gather(*(operated(each, visit, **pressed) for each in both))
    assert len(await delivered(world)) == 1
    later = WINDOW | {"endMinute": 630}
    assert reasons(await set_out(world, visit, arrival=later)) == []
    assert len(await delivered(world)) == 1


@pytest.mark.parametrize(
    ("ago", "why"),
    [
        (timedelta(minutes=16), "it was pressed more than 15 minutes before"),
        (timedelta(days=40), "it was pressed more than 15 minutes before"),
        (timedelta(minutes=-5), "the clock of your phone is ahead"),
    ],
)
async def test_what_arrives_too_late_is_not_sent(world: World, ago: timedelta, why: str) -> None:
    _, visit = await job(world, "technician")
    found = await set_out(world, visit, ago)
    assert found["visit"]["status"] == "on_the_way"
    assert reasons(found) == [f"Your client was not told, because {why}."]
    assert await delivered(world) == []


async def test_what_waits_too_long_is_not_sent(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, visit = await job(world, "technician")
    await set_out(world, visit, timedelta(minutes=10))
    assert len(await delivered(world, Outcome.PUT_OFF)) == 1, "the mail server asks to come back"
    with monkeypatch.context() as patched:
        move_clock(patched, timedelta(minutes=6))
        assert await delivered(world) == []
    shown = await own(world, visit)
    assert (shown["arrivalToldAt"], shown["arrivalMissed"]) == (
        None,
        "it was pressed more than 15 minutes before",
    )


async def test_control_what_waits_a_little_is_sent(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, visit = await job(world, "technician")
    await set_out(world, visit, timedelta(minutes=5))
    await delivered(world, Outcome.PUT_OFF)
    with monkeypatch.context() as patched:
        move_clock(patched, timedelta(minutes=6))
        assert len(await delivered(world)) == 1


async def test_nothing_leaves_after_the_press_was_taken_back(world: World) -> None:
    _, visit = await job(world, "technician")
    await set_out(world, visit)
    await operated(world.client("technician"), visit, status="planned", reason="Wrong visit")
    assert await delivered(world) == []


async def test_who_is_not_told_of_visits_is_not_told_of_this(world: World) -> None:
    admin = world.client("admin")
    id, visit = await job(world, "technician")
    details = f"/api/panel/work-orders/{id}/details"
    await asked(await admin.patch(details, json={"tellsClient": False}))
    off = "Your client was not told, because email is turned off for this work order."
    assert reasons(await set_out(world, visit)) == [off]
    await asked(await admin.patch(details, json={"tellsClient": True}))
    await asked(await admin.patch("/api/panel/settings/visits", json={"tellClients": False}))
    assert reasons(await set_out(world, visit)) == [
        "Your client was not told, because clients are not told of visits."
    ]
    assert await delivered(world) == []


async def tells(world: World, visit: str) -> bool:
    """Whether a phone offers to tell the client; the list and the answer to a press say the same."""
    shown = await asked(await world.client("technician").get("/api/panel/own-visits"))
    (told,) = (each["tellsClient"] for each in shown if each["id"] == visit)
    assert (await own(world, visit))["tellsClient"] == told
    return bool(told)


async def test_a_phone_offers_to_tell_only_whom_a_letter_reaches(world: World) -> None:
    admin = world.client("admin")
    id, visit = await job(world, "technician", scheduledDate=when(-timedelta(days=1))[:10])
    details, settings = f"/api/panel/work-orders/{id}/details", "/api/panel/settings/visits"
    assert await tells(world, visit)
    for path, field in ((details, "tellsClient"), (settings, "tellClients")):
        await asked(await admin.patch(path, json={field: False}))
        assert not await tells(world, visit)
        await asked(await admin.patch(path, json={field: True}))
        assert await tells(world, visit)
    async with world.console() as db:
        db.store(BouncedAddress(email=CLEO, email_key=CLEO, fault="550 no such person"))
    assert not await tells(world, visit)


async def test_a_visit_that_is_not_theirs_any_more_is_not_announced(world: World) -> None:
    _, visit = await job(world, "technician")
    await changed(world.client("branch_ops_manager"), visit, crew=["near_technician"])
    await operated(world.client("near_technician"), visit, status="on_the_way")
    found = await set_out(world, visit)
    assert [each["field"] for each in found["told"]] == ["status"]
    assert await delivered(world) == []


async def test_a_visit_that_went_on_is_not_announced(world: World) -> None:
    _, visit = await job(world, "technician")
    await operated(world.client("technician"), visit, status="started")
    found = await set_out(world, visit)
    assert reasons(found) == ["Your client was not told, because the visit has gone on since."]
    survey = {"kind": "lead", "recordId": "lead-1-1", "day": "2027-03-10", "crew": ["sales_rep"]}
    rep = world.client("sales_rep")
    surveyed = (await asked(await rep.post("/api/panel/visits", json=survey), 201))["id"]
    told = await operated(rep, surveyed, status="on_the_way", arrival=WINDOW)
    assert reasons(told) == ["Your client was not told, because surveys are not announced by email."]
    assert await delivered(world) == []


async def test_a_window_goes_with_setting_out(world: World) -> None:
    id, visit = await job(world, "technician")
    for wrong, field in (
        ({"status": "started"}, "arrival"),
        ({"arrival": {"startMinute": 600, "endMinute": 600}}, "arrival.endMinute"),
        ({"arrival": {"startMinute": 1440, "endMinute": 1441}}, "arrival.startMinute"),
    ):
        pressed: dict[str, Any] = {"status": "on_the_way", "arrival": WINDOW} | wrong
        refused = await operated(world.client("technician"), visit, 400, **pressed)
        assert field in refused["fields"]
    (row,) = await visits(world.client("technician"), id)
    assert row["status"] == "planned"
