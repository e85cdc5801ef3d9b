"""What clients are told of their visits: planned, moved, cancelled; once, as things stand when the letter leaves, and never afterwards."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import func, select

from duskline.core.mail.delivery import Outcome
from duskline.core.mail.outbox import MAILS
from duskline.models.places.places import BranchDetails
from duskline.models.records.service import WorkOrder
from duskline.models.schedule.visit_letters import VisitChange, VisitLetter, tell_clients
from duskline.organization import present
from tests.instruments import move_clock, stop_clock
from tests.mailbox import delivered, html_of, text_of
from tests.panel.threads import CLIENTS, ORDERS
from tests.world import World

JOB, VISITS = f"{ORDERS}/order-1-1", "/api/panel/visits"
MORNING, NOON = {"startMinute": 480, "endMinute": 720}, {"startMinute": 720, "endMinute": 960}
CLEO = "cleo1@1.example"
MONDAY, TUESDAY = "2031-12-01", "2031-12-02"
Sent = list[tuple[str, EmailMessage]]
Send = Callable[..., Awaitable[Sent]]


@pytest.fixture
def world(mailing_world: World) -> World:
    return mailing_world


async def chore(world: World) -> None:
    known = await present(world.database, world.services.company_file)
    await tell_clients(world.database, wanted=known.tell_clients)


@pytest.fixture
def send(world: World, monkeypatch: pytest.MonkeyPatch) -> Send:
    """What leaves some minutes later, or at a time; and then what has left is noted."""

    async def later(at: datetime | None = None, minutes: int = 6, outcome: Outcome = Outcome.TAKEN) -> Sent:
        with monkeypatch.context() as patched:
            stop_clock(patched, at) if at else move_clock(patched, timedelta(minutes=minutes))
            await chore(world)
            left = await delivered(world, outcome)
            await chore(world)
        return left

    return later


async def plan(world: World, day: str | None = MONDAY, job: str = JOB, **fields: Any) -> None:
    answer = await world.client("admin").patch(job, json={"scheduledDate": day} | fields)
    assert answer.status_code == 200, answer.text


async def visits(world: World) -> list[dict[str, Any]]:
    """Of the job, in the order of their days."""
    answer = await world.client("admin").get(VISITS, params={"kind": "work_order", "recordId": "order-1-1"})
    rows: list[dict[str, Any]] = answer.json()
    return rows


async def go(world: World, visit: int = 0, **fields: Any) -> None:
    """Changes one of the job's visits."""
    row = (await visits(world))[visit]
    answer = await world.client("admin").patch(f"{VISITS}/{row['id']}", json=fields)
    assert answer.status_code == 200, answer.text


async def one_more(world: World, day: str, **fields: Any) -> None:
    body = {"kind": "work_order", "recordId": "order-1-1", "day": day} | fields
    answer = await world.client("admin").post(VISITS, json=body)
    assert answer.status_code == 201, answer.text


async def forget_hours(world: World) -> None:
    async with world.database.writes.begin() as connection:
        await connection.execute(VisitLetter.__table__.update().values(visits=None))


def flat(letter: EmailMessage) -> str:
    """Its text, whatever its lines."""
    return " ".join(text_of(letter).split())


def events(letter: EmailMessage) -> list[dict[str, str]]:
    """Those of the file that goes with it, without what depends on when it was written."""
    (file,) = letter.iter_attachments()
    assert (file.get_filename(), file.get_content_type()) == ("visit.ics", "text/calendar")
    lines = file.get_content().replace("\r\n ", "").split("\r\n")
    found: list[dict[str, str]] = []
    for name, _, value in (line.partition(":") for line in lines):
        if (name, value) == ("BEGIN", "VEVENT"):
            found.append({})
        elif found and name in ("DTSTART", "DTEND", "DTSTART;VALUE=DATE", "STATUS", "SUMMARY", "LOCATION"):
            found[-1][name] = value
    return found


async def aside(world: World, **fields: Any) -> None:
    answer = await world.client("admin").patch(f"{JOB}/details", json=fields)
    assert answer.status_code == 200, answer.text


def subjects(letters: Sent) -> list[str]:
    return [str(letter["Subject"]) for _, letter in letters]


async def history(world: World, path: str = f"{CLIENTS}/client-1-1") -> list[tuple[str, Any]]:
    events = (await world.client("admin").get(f"{path}/timeline", params={"source": "activity"})).json()[
        "events"
    ]
    return [(event["words"], event["who"]) for event in events if event["action"] == "letter"]


async def test_a_planned_visit_is_told_with_place_day_and_a_way_to_answer(world: World, send: Send) -> None:
    await world.client("admin").patch(
        "/api/panel/branches/1", json={"phone": "(614) 555-0101", "address": "1 Main St"}
    )
    await plan(world)
    assert await send(minutes=4) == [], "it waits for a second thought"
    ((to, letter),) = await send()
    assert (to, letter["To"]) == (CLEO, f"Cleo 1 1 <{CLEO}>")
    assert letter["Subject"] == "Your visit on Monday, December 1, 2031"
    link = re.findall(r"http://\S+/support\?view=visit#\S+", text_of(letter))[0]
    assert text_of(letter).replace("\r", "") == (
        "Hello Cleo 1 1,\n\n"
        "Duskline is coming to 1 1 Road on Monday, December 1, 2031 to install your lighting.\n\n"
        "What to expect: an installation usually takes 1-2 days.\n\n"
        "Please let us know whether this works for you.\n\n"
        f"Confirm or Ask for Another Time:\n{link}\n\n"
        "Would you rather talk to us? Reply to this email, or call (614) 555-0101 (Mon-Fri 8AM-8PM EST).\n\n"
        "-- \nDuskline Lighting\n1 Main St\n(614) 555-0101\nMon-Fri 8AM-8PM EST\n"
    )
    assert "1 1 Road" in html_of(letter)
    assert await send() == []
    assert await history(world) == [("Visit planned for Monday, December 1, 2031", None)]
    assert await history(world, f"{CLIENTS}/client-1-2") == []


async def test_it_tells_that_it_has_moved_and_that_it_is_cancelled(world: World, send: Send) -> None:
    await plan(world)
    await send()
    await plan(world, TUESDAY)
    ((_, moved),) = await send()
    assert moved["Subject"] == "Your visit has moved to Tuesday, December 2, 2031"
    assert (
        "Your visit on Monday, December 1, 2031 has moved: Duskline is coming to 1 1 Road on Tuesday"
        in text_of(moved).replace("\r\n", " ").replace("\n", " ")
    )
    await aside(world, aside="cancelled", reason="The client sold <b>the house</b>")
    ((_, cancelled),) = await send()
    assert cancelled["Subject"] == "Your visit on Tuesday, December 2, 2031 is cancelled"
    assert "sold" not in text_of(cancelled)
    assert [words for words, _ in await history(world)] == [
        "Visit of Tuesday, December 2, 2031 cancelled", "Visit moved to Tuesday, December 2, 2031",
        "Visit planned for Monday, December 1, 2031",
    ]  # fmt: skip


async def test_a_visit_with_hours_is_told_with_them_and_with_a_file_for_the_calendar(
    world: World, send: Send
) -> None:
    await plan(world)
    await go(world, **MORNING)
    ((_, letter),) = await send()
    assert letter["Subject"] == "Your visit on Monday, December 1, 2031"
    assert "to 1 1 Road on Monday, December 1, 2031, from 8 AM to 12 PM to install" in flat(letter)
    assert events(letter) == [
        {
            "DTSTART": "20311201T130000Z", "DTEND": "20311201T170000Z", "STATUS": "CONFIRMED",
            "SUMMARY": "Duskline: install your lighting", "LOCATION": "1 1 Road",
        }
    ]  # fmt: skip
    assert await history(world) == [("Visit planned for Monday, December 1, 2031, from 8 AM to 12 PM", None)]


async def test_other_hours_of_the_same_day_are_told(world: World, send: Send) -> None:
    await plan(world)
    assert events((await send())[0][1])[0]["DTSTART;VALUE=DATE"] == "20311201"
    await go(world, **MORNING)
    ((_, settled),) = await send()
    assert settled["Subject"] == "Your visit on Monday, December 1, 2031", (
        "hours where there were none are no move"
    )
    await go(world, **NOON)
    ((_, moved),) = await send()
    assert moved["Subject"] == "Your visit has moved to Monday, December 1, 2031"
    assert (
        "Your visit on Monday, December 1, 2031, from 8 AM to 12 PM has moved: Duskline is coming to 1 1 Road on Monday, "
        "December 1, 2031, from 12 PM to 4 PM instead" in flat(moved)
    )
    await go(world, pinned=True)
    assert await send() == [], "nothing that a client is told of"


async def test_the_second_day_of_a_job_is_told_too(world: World, send: Send) -> None:
    await plan(world)
    await one_more(world, TUESDAY, **MORNING)
    ((_, both),) = await send()
    assert (
        "to 1 1 Road on Monday, December 1, 2031, and on Tuesday, December 2, 2031, from 8 AM to 12 PM to install"
        in flat(both)
    )
    assert [event["STATUS"] for event in events(both)] == ["CONFIRMED", "CONFIRMED"]
    await go(world, 1, status="cancelled", reason="Not needed any more")
    ((_, off),) = await send()
    assert off["Subject"] == "Your visit on Tuesday, December 2, 2031 is cancelled"
    assert "We are still coming on Monday, December 1, 2031." in flat(off)
    assert [event["STATUS"] for event in events(off)] == ["CONFIRMED", "CANCELLED"]
    await one_more(world, TUESDAY)
    ((_, again),) = await send()
    assert again["Subject"] == "Your visit on Monday, December 1, 2031"
    await go(world, status="started")
    assert await send() == [], "whoever is there is not told of it"
    await go(world, 2, day="2031-12-03")
    ((_, moved),) = await send()
    assert moved["Subject"] == "Your visit has moved to Wednesday, December 3, 2031"
    assert "Your visit on Tuesday, December 2, 2031 has moved" in flat(moved)


async def test_a_letter_from_before_visits_had_hours_told_of_a_day(world: World, send: Send) -> None:
    await plan(world)
    await send()
    await forget_hours(world)
    await aside(world, promised="Two zones")
    await go(world, **MORNING)
    assert await send() == [], "whoever waits that day has been told"
    await forget_hours(world)
    await plan(world, TUESDAY)
    ((_, moved),) = await send()
    assert "Your visit on Monday, December 1, 2031 has moved" in flat(moved)


async def test_a_work_order_that_is_deleted_tells_that_nobody_comes(world: World, send: Send) -> None:
    admin = world.client("admin")
    await plan(world)
    assert subjects(await send()) == ["Your visit on Monday, December 1, 2031"]
    assert (await admin.delete(JOB)).status_code == 204
    ((to, letter),) = await delivered(world)
    assert (to, letter["Subject"]) == (CLEO, "Your visit on Monday, December 1, 2031 is cancelled")
    assert "is not coming to 1 1 Road on Monday, December 1, 2031 as planned." in text_of(letter)
    assert await send(minutes=20) == []


@pytest.mark.parametrize("why", ["untold", "begun", "own", "company", "refused"])
async def test_a_deletion_tells_nobody_who_waits_for_nobody(world: World, send: Send, why: str) -> None:
    admin = world.client("admin")
    await plan(world)
    if why != "untold":
        assert len(await send()) == 1
    if why == "begun":
        await go(world, status="started")
    if why == "own":
        await aside(world, tellsClient=False)
    if why == "company":
        answer = await admin.patch("/api/panel/settings/visits", json={"tellClients": False})
        assert answer.status_code == 200, answer.text
    if why == "refused":
        made = await admin.post(
            ORDERS, json={"title": "Later", "clientId": "client-1-1", "branchId": "1", "scheduledDate": None}
        )
        later = f"{ORDERS}/{made.json()['id']}/details"
        assert (await admin.patch(later, json={"earlierId": "order-1-1"})).status_code == 200
    assert (await admin.delete(JOB)).status_code == (409 if why == "refused" else 204)
    assert await delivered(world) == []


async def test_a_second_thought_sends_one_letter_or_none(world: World, send: Send) -> None:
    await plan(world)
    await plan(world, TUESDAY)
    await plan(world, TUESDAY, title="Another title")
    assert subjects(await send()) == ["Your visit on Tuesday, December 2, 2031"]
    await plan(world)
    await plan(world, TUESDAY)
    assert await send() == []
    await plan(world, job=f"{ORDERS}/order-1-2")
    await plan(world, None, job=f"{ORDERS}/order-1-2")
    assert await send() == []


async def test_it_is_looked_at_again_when_the_letter_leaves(
    world: World, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail server was away from planning until after the visit was cancelled, and another one planned."""
    await plan(world)
    assert subjects(await send(outcome=Outcome.PUT_OFF)) == ["Your visit on Monday, December 1, 2031"]
    await plan(world, TUESDAY)
    assert subjects(await send(minutes=9)) == ["Your visit on Tuesday, December 2, 2031"], (
        "they know of no Monday"
    )
    assert await send(minutes=20) == []
    await plan(world, None)
    assert subjects(await send(outcome=Outcome.PUT_OFF)) == [
        "Your visit on Tuesday, December 2, 2031 is cancelled"
    ]
    await plan(world, TUESDAY)
    assert await send(minutes=20) == [], "it takes place after all"


async def test_a_visit_is_told_of_until_its_day_by_the_clock_of_its_branch(world: World, send: Send) -> None:
    async with world.console() as db:
        db.store(BranchDetails(id="1", time_zone="Pacific/Honolulu"))
    for day, at, told in (
        (MONDAY, datetime(2031, 12, 2, 9, 59, tzinfo=UTC), ["Your visit on Monday, December 1, 2031"]),
        (None, datetime(2031, 12, 2, 10, 1, tzinfo=UTC), []),
        (MONDAY, datetime(2031, 12, 2, 10, 1, tzinfo=UTC), []),
        (TUESDAY, datetime(2031, 12, 2, 10, 1, tzinfo=UTC), ["Your visit on Tuesday, December 2, 2031"]),
        (
            None,
            datetime(2031, 12, 3, 9, 59, tzinfo=UTC),
            ["Your visit on Tuesday, December 2, 2031 is cancelled"],
        ),
    ):
        await plan(world, day)
        async with world.database.writes.begin() as connection:
            await connection.execute(VisitChange.__table__.update().values(due=at))
        assert subjects(await send(at)) == told, (day, at)


@pytest.mark.parametrize(
    "quiet",
    [
        {"status": "completed"}, {"aside": "held", "reason": "Rain"}, {"tellsClient": False},
    ],
)  # fmt: skip
async def test_nothing_is_told_of_what_is_begun_held_or_not_to_be_told(
    world: World, send: Send, quiet: dict[str, Any]
) -> None:
    if "status" in quiet:
        await plan(world, **quiet)
    else:
        await plan(world)
        await aside(world, **quiet)
    assert await send() == []


async def test_what_is_not_on_hold_any_more_is_told(world: World, send: Send) -> None:
    await plan(world)
    await aside(world, aside="held", reason="Rain")
    assert await send() == []
    await aside(world, aside=None)
    assert subjects(await send()) == ["Your visit on Monday, December 1, 2031"]


async def test_a_new_work_order_may_say_that_its_client_is_not_told(world: World, send: Send) -> None:
    admin = world.client("admin")
    body = {
        "clientId": "client-1-1",
        "branchId": "1",
        "title": "Porch",
        "scheduledDate": MONDAY,
        "kind": "service",
    }
    assert (await admin.post(ORDERS, json=body | {"tellsClient": False})).status_code == 201
    assert await send() == []
    assert (await admin.post(ORDERS, json=body)).status_code == 201
    ((_, letter),) = await send()
    assert "to service your lighting." in text_of(letter).replace("\r\n", " ")
    assert "What to expect" not in text_of(letter)


async def test_a_company_may_tell_nobody(world: World, send: Send) -> None:
    async def sets(tell: bool) -> None:
        answer = await world.client("admin").patch("/api/panel/settings/visits", json={"tellClients": tell})
        assert answer.status_code == 200, answer.text

    await plan(world)
    assert subjects(await send(outcome=Outcome.PUT_OFF)) == ["Your visit on Monday, December 1, 2031"]
    await sets(False)
    assert await send(minutes=9) == [], "also where the letter waited already"
    await plan(world, TUESDAY)
    assert await send() == []
    await sets(True)
    await plan(world, MONDAY)
    assert subjects(await send()) == ["Your visit on Monday, December 1, 2031"]


async def test_a_client_gets_an_address_and_is_told(world: World, send: Send) -> None:
    admin = world.client("admin")
    await admin.patch(f"{CLIENTS}/client-1-1", json={"email": "iris@visitor.example"})
    await plan(world)
    assert [to for to, _ in await send()] == ["iris@visitor.example"]
    await admin.patch(f"{CLIENTS}/client-1-1", json={"email": "IRIS@visitor.example"})
    assert await send() == []
    await admin.patch(f"{CLIENTS}/client-1-1", json={"email": "iris@home.example"})
    assert [to for to, _ in await send()] == ["iris@home.example"], "and the former hears of no cancellation"


async def test_the_wrong_client_hears_that_nobody_comes(world: World, send: Send) -> None:
    await plan(world)
    await send()
    await plan(world, clientId="client-1-2")
    letters = dict(await send())
    assert {to: str(letter["Subject"]) for to, letter in letters.items()} == {
        CLEO: "Your visit on Monday, December 1, 2031 is cancelled",
        "cleo2@1.example": "Your visit on Monday, December 1, 2031",
    }
    for to, own, other in ((CLEO, "1 1 Road", "2 1 Road"), ("cleo2@1.example", "2 1 Road", "1 1 Road")):
        assert own in text_of(letters[to]), to
        assert other not in f"{text_of(letters[to])}{html_of(letters[to])}", (
            "nobody learns where another lives"
        )


async def test_hostile_names_stay_text(world: World, send: Send) -> None:
    name = "<img src=x>=?utf-8?q?x=0d=0aBcc:_z@y.example?= \u202eCleo"
    answer = await world.client("admin").patch(
        f"{CLIENTS}/client-1-1", json={"name": name, "address": "<b>1 Road</b>"}
    )
    assert answer.status_code == 200, answer.text
    await plan(world)
    ((to, letter),) = await send()
    assert (to, letter["Bcc"]) == (CLEO, None)
    assert "<img" not in html_of(letter)
    assert "<b>1 Road" not in html_of(letter)


async def test_sample_data_and_imports_tell_nobody(world: World, send: Send) -> None:
    async with world.console() as db:
        order = await db.find(WorkOrder, "order-1-1")
        order.scheduled_date = datetime(2031, 12, 1, tzinfo=UTC).date()
    assert await send() == []
    async with world.database.reads.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(VisitChange.__table__)) == 0


async def test_what_was_planned_long_before_there_was_mail_is_not_told(world: World, send: Send) -> None:
    await plan(world)
    assert await send(minutes=25 * 60) == []
    assert await send(minutes=6) == [], "it was looked at"
    await plan(world, TUESDAY)
    assert subjects(await send()) == ["Your visit on Tuesday, December 2, 2031"]


async def test_a_letter_that_was_refused_is_told_by_nobody_s_history(world: World, send: Send) -> None:
    await plan(world)
    await send(outcome=Outcome.REFUSED)
    assert await history(world) == []
    await plan(world, TUESDAY)
    assert subjects(await send()) == ["Your visit on Tuesday, December 2, 2031"]


async def test_the_history_outlives_the_letter(world: World, send: Send) -> None:
    await plan(world)
    await send()
    async with world.database.writes.begin() as connection:
        await connection.execute(MAILS.delete())
    assert await history(world) == [("Visit planned for Monday, December 1, 2031", None)]
    await plan(world, TUESDAY)
    assert subjects(await send()) == ["Your visit has moved to Tuesday, December 2, 2031"]
    order = (await world.client("admin").delete(f"{ORDERS}/order-1-1")).status_code
    assert order == 204
    async with world.database.reads.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(VisitLetter.__table__)) == 0
