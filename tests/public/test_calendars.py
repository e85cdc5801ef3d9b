"""Calendar feeds: a file that calendar programs understand, of what its person sees at that moment, for whoever knows the address."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from sqlalchemy import update

from duskline.core.data import base
from duskline.core.http.rate_limits import Limit
from duskline.core.values.icalendar import Event, calendar, folded
from duskline.models.people.people import User
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.sales import Client
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Visit
from duskline.models.schedule import calendar_reading
from duskline.public import calendars
from tests.world import BESIDE, FAR, NEAR, World

FEEDS, VISITS = "/api/panel/calendar-feeds", "/api/panel/visits"
DAY = datetime.now(UTC).date() + timedelta(days=7)


async def made(world: World, who: str = "technician", branch: str | None = None) -> str:
    """The path of a new feed."""
    answer = await world.client(who).post(FEEDS, json={"branchId": branch})
    assert answer.status_code == 201, answer.text
    address: str = answer.json()["address"]
    assert address.startswith("http://127.0.0.1:8000/api/calendars/")
    return address.removeprefix("http://127.0.0.1:8000")


async def plan(world: World, id: str, **fields: Any) -> None:
    async with world.console() as db:
        (await db.find(WorkOrder, id)).apply({"scheduled_date": DAY, "assigned_to": "technician"} | fields)


async def age(world: World) -> None:
    """An hour passes since everything was changed last: sequences count seconds."""
    async with world.database.writes.begin() as connection:
        for table in (Visit.__table__, WorkOrder.__table__, WorkOrderDetails.__table__, Client.__table__):
            earlier = base.now() - timedelta(hours=1)
            await connection.execute(update(table).values(updated_at=earlier))


async def shown(world: World, path: str) -> dict[str, dict[str, str]]:
    """The events of a feed by the id of their record: values by name, unfolded and not unescaped."""
    answer = await world.client().get(path)
    assert answer.status_code == 200, answer.text
    lines = answer.text.replace("\r\n ", "").split("\r\n")
    events: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            current = {}
        elif line == "END:VEVENT":
            events[current["URL"].rpartition("=")[2]] = current
            current = {}
        else:
            current[name] = value
    return events


async def test_it_shows_ones_own_visits_and_nothing_about_the_client(world: World) -> None:
    await plan(world, "order-1-1", title="Porch; back, 2\\3\nand more", notes="Gate code 1234")
    await plan(world, "order-1-2", assigned_to="near_technician")
    await plan(world, "order-beside-1", assigned_to=None)
    admin = world.client("admin")
    for known, facts in (
        ("properties", {"access": "Gate code 4711", "hazards": "Slate roof"}),
        ("clients", {"phone": "614-555-0142"}),
    ):
        answer = await admin.patch(f"/api/panel/{known}/client-1-1", json=facts)
        assert answer.status_code == 200, answer.text
    path = await made(world)
    ((id, event),) = (await shown(world, path)).items()
    assert id == "order-1-1"
    changed = event.pop("LAST-MODIFIED")
    assert datetime.strptime(changed + "+0000", "%Y%m%dT%H%M%SZ%z") <= datetime.now(UTC)
    assert event == {
        "UID": event["UID"], "DTSTAMP": changed, "SEQUENCE": event["SEQUENCE"], "DTSTART;VALUE=DATE": f"{DAY:%Y%m%d}",
        "SUMMARY": "Porch\\; back\\, 2\\\\3\\nand more", "LOCATION": "1 1 Road", "STATUS": "CONFIRMED",
        "URL": "http://127.0.0.1:8000/panel/work-orders?id=order-1-1", "TRANSP": "TRANSPARENT", "CLASS": "PRIVATE",
    }  # fmt: skip
    answer = await world.client().get(path)
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    for nobodys in ("Cleo", "cleo", "Gate code", "Slate roof", "555-0142"):
        assert nobodys not in answer.text, nobodys
    assert path.rpartition("/")[2].removesuffix(".ics") not in str(await world.snapshot())


async def test_a_change_is_the_same_event_with_a_higher_number(world: World) -> None:
    await plan(world, "order-1-1")
    path = await made(world)
    await age(world)
    before = (await shown(world, path))["order-1-1"]
    admin = world.client("admin")
    later = (DAY + timedelta(days=1)).isoformat()
    assert (
        await admin.patch("/api/panel/work-orders/order-1-1", json={"scheduledDate": later})
    ).status_code == 200
    moved = (await shown(world, path))["order-1-1"]
    assert moved["DTSTART;VALUE=DATE"] == later.replace("-", "")
    assert int(before["SEQUENCE"]) < int(moved["SEQUENCE"])
    await age(world)
    moved = (await shown(world, path))["order-1-1"]
    cancelled = {"aside": "cancelled", "reason": "Sold the house"}
    answer = await admin.patch("/api/panel/work-orders/order-1-1/details", json=cancelled)
    assert answer.status_code == 200, answer.text
    gone = (await shown(world, path))["order-1-1"]
    (visit,) = (await admin.get(VISITS, params={"kind": "work_order", "recordId": "order-1-1"})).json()
    assert before["UID"] == f"{visit['id']}@127.0.0.1"
    assert (before["STATUS"], moved["STATUS"], gone["STATUS"]) == ("CONFIRMED", "CONFIRMED", "CANCELLED")
    assert int(moved["SEQUENCE"]) < int(gone["SEQUENCE"])
    assert before["UID"] == moved["UID"] == gone["UID"]


async def test_a_job_on_hold_is_tentative_and_the_newest_change_dates_the_feed(world: World) -> None:
    for id in ("order-1-1", "order-1-2"):
        await plan(world, id)
    path = await made(world)
    await age(world)
    held = {"aside": "held", "reason": "Waits for parts"}
    answer = await world.client("admin").patch("/api/panel/work-orders/order-1-1/details", json=held)
    assert answer.status_code == 200, answer.text
    events = await shown(world, path)
    assert [events[id]["STATUS"] for id in ("order-1-1", "order-1-2")] == ["TENTATIVE", "CONFIRMED"]
    told = parsedate_to_datetime((await world.client().get(path)).headers["last-modified"])
    assert f"{told:%Y%m%dT%H%M%SZ}" == events["order-1-1"]["LAST-MODIFIED"]
    assert events["order-1-2"]["LAST-MODIFIED"] < events["order-1-1"]["LAST-MODIFIED"]


async def test_what_is_unchanged_is_not_sent_again(world: World) -> None:
    await plan(world, "order-1-1")
    path = await made(world)
    async with world.client() as program:
        first = await program.get(path)
        again = await program.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
        assert first.headers["last-modified"].endswith(" GMT")
        await plan(world, "order-1-1", title="Porch 2 2")
        changed = await program.get(path, headers={"if-none-match": first.headers["etag"]})
        assert changed.status_code == 200


async def test_a_branchs_feed_is_within_its_persons_scope_at_that_moment(world: World) -> None:
    for branch in (NEAR, BESIDE, FAR):
        await plan(world, f"order-{branch}-1", assigned_to=None)
    assert (await world.client("technician").post(FEEDS, json={"branchId": BESIDE})).status_code == 404
    path = await made(world, "regional_ops_manager", BESIDE)
    assert set(await shown(world, path)) == {"order-beside-1"}
    async with world.console() as db:
        (await db.find(User, "regional_ops_manager")).apply({"region_id": "south"})
    assert await shown(world, path) == {}


async def test_it_ends_with_the_person_and_with_the_right(world: World) -> None:
    path, admin = await made(world, "near_technician"), world.client("admin")
    async with world.console() as db:
        (await db.find(User, "near_technician")).apply({"role": None})
    assert (await world.client().get(path)).status_code == 404
    async with world.console() as db:
        (await db.find(User, "near_technician")).apply({"role": "technician"})
    assert (await world.client().get(path)).status_code == 200
    for status in ("inactive", "active"):
        answer = await admin.patch("/api/panel/users/near_technician", json={"status": status})
        assert answer.status_code == 200
        assert (await world.client().get(path)).status_code == 404


async def test_made_anew_and_ended_the_former_address_shows_nothing(world: World) -> None:
    first = await made(world)
    second = await made(world)
    technician, visitor = world.client("technician"), world.client()
    assert [(await visitor.get(path)).status_code for path in (first, second)] == [404, 200]
    (row,) = (await technician.get(FEEDS)).json()
    assert row["usedAt"] is not None
    assert row["id"] not in str((await world.client("admin").get(FEEDS)).json())
    assert (await world.client("near_technician").delete(f"{FEEDS}/{row['id']}")).status_code == 404
    assert (await technician.delete(f"{FEEDS}/{row['id']}")).status_code == 204
    assert (await visitor.get(second)).status_code == 404


async def test_guessing_is_limited_and_hinders_no_good_address(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, visitor = await made(world), world.client()
    statuses = [(await visitor.get("/api/calendars/guess.ics")).status_code for _ in range(31)]
    assert statuses == [404] * 30 + [429]
    assert (await visitor.get(path)).status_code == 200
    monkeypatch.setattr(calendars, "FEEDS_READ", Limit("calendar-feeds", 2, 60))
    assert [(await visitor.get(path)).status_code for _ in range(2)] == [200, 429]


async def test_the_secret_stands_in_no_log(
    world: World, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "duskline.access")
    path = await made(world)
    await world.client().get(path)
    told = [json.loads(line)["path"] for line in capfd.readouterr().err.splitlines()]
    assert told == [FEEDS, "/api/calendars/..."]


async def test_old_days_are_left_out(world: World, clock: Callable[..., None]) -> None:
    await plan(world, "order-1-1")
    path = await made(world)
    clock(minutes=96 * 24 * 60)
    assert set(await shown(world, path)) == {"order-1-1"}
    clock(minutes=99 * 24 * 60)
    assert await shown(world, path) == {}


async def test_an_hour_is_told_in_utc_whatever_the_clocks_do_meanwhile(world: World) -> None:
    manager, path = world.client("branch_ops_manager"), await made(world)
    visit = {"kind": "work_order", "recordId": "order-1-1", "crew": ["lead_technician", "technician"]}
    for day in ("2027-03-12", "2027-03-15"):  # before and after the clocks go forward
        planned = visit | {"day": day, "startMinute": 480, "endMinute": 720}
        answer = await manager.post(VISITS, json=planned)
        assert answer.status_code == 201, answer.text
    text = (await world.client().get(path)).text
    for line in (
        "DTSTART:20270312T130000Z",
        "DTEND:20270312T170000Z",
        "DTSTART:20270315T120000Z",
        "TRANSP:OPAQUE",
    ):
        assert f"\r\n{line}\r\n" in text, line


async def test_another_address_is_a_change_too(world: World) -> None:
    await plan(world, "order-1-1")
    path = await made(world)
    await age(world)
    before = (await shown(world, path))["order-1-1"]
    answer = await world.client("admin").patch(
        "/api/panel/clients/client-1-1", json={"address": "2 Elm Street"}
    )
    assert answer.status_code == 200, answer.text
    after = (await shown(world, path))["order-1-1"]
    assert (before["LOCATION"], after["LOCATION"]) == ("1 1 Road", "2 Elm Street")
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])


async def test_what_is_cancelled_is_told_for_thirty_days(world: World, clock: Callable[..., None]) -> None:
    manager, path = world.client("branch_ops_manager"), await made(world)
    day = (DAY + timedelta(days=60)).isoformat()
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": day, "crew": ["technician"]}
    id = (await manager.post(VISITS, json=visit)).json()["id"]
    answer = await manager.patch(f"{VISITS}/{id}", json={"status": "cancelled", "reason": "Sold"})
    assert answer.status_code == 200, answer.text
    assert (await shown(world, path))["order-1-1"]["STATUS"] == "CANCELLED"
    clock(minutes=29 * 24 * 60)
    assert (await shown(world, path))["order-1-1"]["STATUS"] == "CANCELLED"
    clock(minutes=31 * 24 * 60)
    assert await shown(world, path) == {}


async def test_who_leaves_a_crew_finds_the_visit_gone(world: World) -> None:
    manager = world.client("branch_ops_manager")
    paths = [await made(world, who) for who in ("technician", "near_technician")]
    crew, jobs = ["technician", "near_technician"], ["order-1-1", "order-1-2"]
    at = {"kind": "work_order", "day": DAY.isoformat(), "crew": crew}
    left, _ = [(await manager.post(VISITS, json=at | {"recordId": job})).json()["id"] for job in jobs]
    assert [sorted(await shown(world, path)) for path in paths] == [jobs, jobs]
    program = world.client()
    tag = (await program.get(paths[1])).headers["etag"]
    answer = await manager.patch(f"{VISITS}/{left}", json={"crew": ["technician"]})
    assert answer.status_code == 200, answer.text
    assert [sorted(await shown(world, path)) for path in paths] == [jobs, ["order-1-2"]]
    again = await program.get(paths[1], headers={"if-none-match": tag})
    assert again.status_code == 200, "though nothing that is there has changed"


async def test_who_surveys_a_house_sees_it_without_a_name(world: World) -> None:
    rep, path = world.client("sales_rep"), await made(world, "sales_rep")
    visit = {"kind": "lead", "recordId": "lead-1-1", "day": DAY.isoformat(), "crew": ["sales_rep"]}
    assert (await rep.post(VISITS, json=visit)).status_code == 201
    event = (await shown(world, path))["lead-1-1"]
    assert (event["SUMMARY"], event["URL"]) == ("Survey", "http://127.0.0.1:8000/panel/leads?id=lead-1-1")
    assert "Lea" not in str(event)
    technicians = await made(world, "technician", NEAR)
    assert "lead-1-1" not in await shown(world, technicians)
    managers = await made(world, "branch_ops_manager", NEAR)
    assert "lead-1-1" in await shown(world, managers)


async def test_of_too_many_those_longest_ago_are_left_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calendar_reading, "MOST_SHOWN", 2)
    async with world.console() as db:
        db.store(WorkOrder(id="order-1-3", branch_id=NEAR, client_id="client-1-1", title="Third"))
    for number, id in enumerate(("order-1-1", "order-1-2", "order-1-3")):
        await plan(world, id, scheduled_date=DAY + timedelta(days=number))
    for branch in (None, NEAR):
        events = await shown(world, await made(world, branch=branch))
        assert list(events) == ["order-1-2", "order-1-3"], "the soonest first"


def test_a_moment_of_any_zone_is_told_in_utc() -> None:
    summer = timezone(timedelta(hours=-4))
    hours = datetime(2027, 7, 1, 8, tzinfo=summer), datetime(2027, 7, 1, 12, tzinfo=summer)
    event = Event("x@y", hours, "t", "p", "https://y/", datetime(2026, 1, 1, tzinfo=UTC), 1, "CONFIRMED")
    lines = calendar("n", [event]).decode().split("\r\n")
    assert {"DTSTART:20270701T120000Z", "DTEND:20270701T160000Z"} <= set(lines)


def test_lines_are_folded_at_75_octets_and_cut_no_character() -> None:
    words = "X:" + "\u00fc" * 40 + "\U0001f4a1" * 40
    lines = folded(words).split(b"\r\n")
    assert lines.pop() == b""
    assert all(len(line) <= 75 for line in lines)
    assert all(line.startswith(b" ") for line in lines[1:])
    assert b"".join([lines[0], *(line[1:] for line in lines[1:])]).decode() == words
    assert folded("a" * 75) == b"a" * 75 + b"\r\n"
    assert folded("a" * 76) == b"a" * 75 + b"\r\n a\r\n"


def test_nobody_writes_a_line_of_their_own() -> None:
    """A title that holds line ends and control characters stays one value."""
    title = "a\r\nEND:VCALENDAR\x00\x0b\u2028b\rc"
    event = Event(
        "x@y", date(2026, 12, 1), title, "p", "https://y/", datetime(2026, 1, 1, tzinfo=UTC), 1, "CONFIRMED"
    )
    lines = calendar("n", [event]).decode().split("\r\n")
    assert "SUMMARY:a\\nEND:VCALENDAR\\nb\\nc" in lines
    assert [line for line in lines if line.startswith("END:")] == ["END:VEVENT", "END:VCALENDAR"]
